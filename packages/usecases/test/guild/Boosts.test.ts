/** Users boost guilds, and what follows from that. */

import type { MessageRecord } from "@backlot/domain/message/Message"
import { exportWorld } from "@backlot/domain/world/WorldExport"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Boosts from "../../src/guild/Boosts.ts"
import * as GuildChannels from "../../src/guild/GuildChannels.ts"
import * as Guilds from "../../src/guild/Guilds.ts"
import * as Joining from "../../src/guild/Joining.ts"
import * as Members from "../../src/guild/Members.ts"
import * as Roles from "../../src/guild/Roles.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { permitted } from "../fixture/Permitted.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, CAROL, GENERAL, HARBOUR, MODERATOR, NOBODY } = Play

const settle = Effect.fnUntraced(function* (guild: object = {}) {
  const bot = yield* permitted("ADMINISTRATOR")
  yield* WorldEdits.patch(Sample.guild(), { system_channel_id: GENERAL, ...guild })
  yield* WorldEdits.patch(
    { kind: "guild_install", guild_id: HARBOUR, application_id: Play.PET_SHOP },
    { role_position: 200 }
  )
  return bot
})

const boost = (times: number) => Effect.forEach(Array.from({ length: times }), () => Boosts.boost(ALICE, HARBOUR))

const countIn = (bot: Parameters<typeof Guilds.get>[0]) =>
  Effect.map(Guilds.get(bot, false), (guild) => [guild.premium_subscription_count, guild.premium_tier])

const messageTypes = Effect.map(events, (all) =>
  all.flatMap(({ type, data }) =>
    type === "message.created" ? [(data as { readonly record: MessageRecord }).record.message.type] : []
  )
)

const boosterRole = (bot: Parameters<typeof Roles.list>[0]) =>
  Effect.map(Roles.list(bot), (roles) => roles.find(({ tags }) => tags !== undefined && "premium_subscriber" in tags))

describeOnEachStore("a boost", (test) => {
  test(
    "counts for the guild and its tier, and the system channel tells of it",
    Effect.gen(function* () {
      const bot = yield* settle()
      const [first] = yield* boost(1)
      assert.strictEqual(typeof first?.premium_since, "string")
      assert.deepStrictEqual(yield* countIn(bot), [1, 0])
      yield* boost(1)
      assert.deepStrictEqual(yield* countIn(bot), [2, 1])
      yield* boost(12)
      assert.deepStrictEqual(yield* countIn(bot), [14, 3])
      assert.deepStrictEqual(yield* messageTypes, [8, 9, 8, 8, 8, 8, 10, 8, 8, 8, 8, 8, 8, 11])
      assert.strictEqual((yield* Members.get(bot, ALICE)).premium_since, first?.premium_since)
      yield* Boosts.stop(ALICE, HARBOUR)
      assert.deepStrictEqual(yield* countIn(bot), [0, 0])
      assert.strictEqual((yield* Members.get(bot, ALICE)).premium_since, null)
    })
  )

  test(
    "is not told where the system channel leaves that out, or is not there",
    Effect.gen(function* () {
      yield* settle({ system_channel_flags: 2 })
      yield* boost(1)
      yield* WorldEdits.patch(Sample.guild(), { system_channel_flags: 1 })
      yield* boost(1)
      yield* WorldEdits.patch(Sample.guild(), { system_channel_id: null })
      yield* boost(1)
      assert.deepStrictEqual(yield* messageTypes, [9])
    })
  )

  test(
    "gives the role of boosters, which nobody gives, takes or deletes",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* boost(2)
      const role = yield* boosterRole(bot)
      assert.deepInclude(role, { name: "Server Booster", managed: true, tags: { premium_subscriber: null } })
      const role_id = role?.id ?? ""
      assert.sameMembers([...(yield* Members.get(bot, ALICE)).roles], [MODERATOR, role_id])
      assert.strictEqual(yield* outcome(Roles.remove(bot, role_id)), "InvalidRole")
      assert.strictEqual(
        yield* outcome(Members.setRole(bot, { user_id: Play.BOB, role_id, held: true })),
        "MissingPermissions"
      )
      assert.strictEqual(
        yield* outcome(Members.setRole(bot, { user_id: ALICE, role_id, held: false })),
        "MissingPermissions"
      )
      assert.strictEqual(yield* outcome(Members.edit(bot, ALICE, { roles: [MODERATOR] })), "MissingPermissions")
      assert.strictEqual(yield* outcome(Members.edit(bot, ALICE, { roles: [role_id] })), "done")
      assert.deepInclude(yield* Roles.edit(bot, role_id, { name: "Patrons", color: 5 }), { name: "Patrons", color: 5 })
      yield* WorldEdits.patch(Sample.member(ALICE), { roles: [MODERATOR] })
      assert.sameMembers([...(yield* Members.get(bot, ALICE)).roles], [MODERATOR, role_id])
      yield* WorldEdits.patch(Sample.member(Play.BOB), { roles: [role_id] })
      assert.deepStrictEqual((yield* Members.get(bot, Play.BOB)).roles, [])
      yield* Boosts.stop(ALICE, HARBOUR)
      assert.deepStrictEqual((yield* Members.get(bot, ALICE)).roles, [MODERATOR])
    })
  )

  test(
    "goes with the member",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* boost(7)
      assert.deepStrictEqual(yield* countIn(bot), [7, 2])
      const before = (yield* events).length
      yield* Joining.leave(ALICE, HARBOUR)
      assert.deepStrictEqual(yield* countIn(bot), [0, 0])
      assert.deepStrictEqual(
        (yield* events).slice(before).map(({ type }) => type),
        ["guild.updated", "member.deleted"]
      )
      yield* WorldEdits.put(Sample.member(ALICE), { premium_since: "2026-01-01T00:00:00Z", boosts: 2 })
      assert.deepStrictEqual(yield* countIn(bot), [2, 1])
      yield* WorldEdits.put({ kind: "ban", guild_id: HARBOUR, user_id: ALICE }, {})
      assert.deepStrictEqual(yield* countIn(bot), [0, 0])
      yield* WorldEdits.put(Sample.member(CAROL), { premium_since: "2026-01-01T00:00:00Z", boosts: 3 })
      yield* WorldEdits.remove({ kind: "user", user_id: CAROL })
      assert.deepStrictEqual(yield* countIn(bot), [0, 0])
    })
  )

  test(
    "needs a member, and is bounded",
    Effect.gen(function* () {
      yield* settle()
      assert.strictEqual(yield* outcome(Boosts.boost(NOBODY, HARBOUR)), "UnknownUser")
      assert.strictEqual(yield* outcome(Boosts.boost(ALICE, NOBODY)), "UnknownGuild")
      assert.strictEqual(yield* outcome(Boosts.boost(CAROL, HARBOUR)), "UnknownMember")
      assert.strictEqual(yield* outcome(Boosts.stop(CAROL, HARBOUR)), "UnknownMember")
      yield* WorldEdits.patch(Sample.member(ALICE), { premium_since: "2026-01-01T00:00:00Z", boosts: 100 })
      assert.strictEqual(yield* outcome(Boosts.boost(ALICE, HARBOUR)), "InvalidForm")
    })
  )
})

describeOnEachStore("the world", (test) => {
  test(
    "gives a guild more boosts and a higher tier than its members do, and never less",
    Effect.gen(function* () {
      const bot = yield* settle({ premium_tier: 2 })
      assert.deepStrictEqual(yield* countIn(bot), [0, 2])
      yield* boost(1)
      assert.deepStrictEqual(yield* countIn(bot), [1, 2])
      yield* WorldEdits.patch(Sample.guild(), { premium_subscription_count: 14 })
      assert.deepStrictEqual(yield* countIn(bot), [14, 3])
      yield* WorldEdits.patch(Sample.guild(), { premium_subscription_count: 0, premium_tier: 0 })
      assert.deepStrictEqual(yield* countIn(bot), [1, 0])
      const exported = exportWorld(yield* Worlds.read)
      yield* Effect.flatMap(Play.decode(exported), Worlds.replace)
      assert.deepStrictEqual(exportWorld(yield* Worlds.read), exported)
    })
  )

  test(
    "marks another role, and boosters have it; lists of members follow",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* WorldEdits.patch(Sample.member(ALICE), { premium_since: "2026-01-01T00:00:00Z" })
      yield* WorldEdits.patch({ kind: "role", guild_id: HARBOUR, role_id: MODERATOR }, { premium_subscriber: true })
      assert.deepStrictEqual((yield* Members.get(bot, ALICE)).roles, [MODERATOR])
      yield* WorldEdits.patch(Sample.member(ALICE), { premium_since: null })
      assert.deepStrictEqual((yield* Members.get(bot, ALICE)).roles, [])
      const twin = { kind: "role" as const, guild_id: HARBOUR, role_id: NOBODY }
      assert.strictEqual(yield* outcome(WorldEdits.put(twin, { name: "b", premium_subscriber: true })), "InvalidForm")
      const members = [{ user_id: ALICE, premium_since: "2026-01-01T00:00:00Z", boosts: 2 }]
      yield* WorldEdits.patch(Sample.guild(), { members })
      assert.deepStrictEqual(yield* countIn(bot), [2, 1])
      assert.deepStrictEqual((yield* Members.get(bot, ALICE)).roles, [MODERATOR])
      yield* WorldEdits.patch(Sample.guild(), { members: [] })
      assert.deepStrictEqual(yield* countIn(bot), [0, 0])
    })
  )

  test(
    "gives voice channels the bitrate of the tier",
    Effect.gen(function* () {
      const bot = yield* settle()
      const voice = (bitrate: number) => GuildChannels.create(bot, { name: "lounge", type: 2, bitrate })
      assert.deepInclude(yield* Effect.flip(voice(96_001)), { _tag: "InvalidForm" })
      yield* voice(96_000)
      yield* WorldEdits.patch(Sample.guild(), { premium_tier: 1 })
      yield* voice(128_000)
    })
  )
})
