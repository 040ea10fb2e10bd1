/** Bans over REST, and what they end. */
import type { Page } from "@backlot/domain/validation/PageQuery"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as Bans from "../../src/guild/Bans.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, NOBODY, PET_SHOP, WEATHER_BOT } = Play
/** No member. */
const DAVE = "300000000000000009"

const ALL = ["BAN_MEMBERS", "MANAGE_GUILD", "VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]

/** Harbour, which bob owns and alice is a member of. */
const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = ALL) {
  yield* Play.settle()
  yield* WorldEdits.put({ kind: "user", user_id: DAVE }, { username: "dave" })
  const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
  yield* WorldEdits.patch(install, { permissions, role_position: 200 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const member = (user_id: string) => ({ kind: "member" as const, guild_id: HARBOUR, user_id })
const banned = (bot: BotOfGuild, user_id: string, body: object = {}) => Bans.ban(bot, { user_id, reason: "spam" }, body)
const page = { limit: 1_000, before: undefined, after: undefined }
const idsOf = (bot: BotOfGuild, more: Partial<Page>) =>
  Effect.map(Bans.list(bot, { ...page, ...more }), (bans) => bans.map(({ user }) => user.id))
describeOnEachStore("a ban", (test) => {
  test(
    "ends the membership, keeps the user out until it is lifted, and is listed with its reason",
    Effect.gen(function* () {
      const bot = yield* settle()
      const before = (yield* events).length
      yield* banned(bot, ALICE)
      assert.deepStrictEqual(
        (yield* events).slice(before).map(({ type }) => type),
        ["member.deleted", "ban.created"]
      )
      assert.strictEqual(yield* tag(WorldEdits.get(member(ALICE))), "UnknownMember")
      assert.deepNestedInclude(yield* Bans.get(bot, ALICE), { "user.id": ALICE, reason: "spam" })
      const refusal = yield* Effect.flip(WorldEdits.put(member(ALICE), {}))
      assert.deepNestedInclude(refusal, { "faults[0].code": "BANNED" })
      // Again: no change.
      const then = (yield* events).length
      yield* banned(bot, ALICE)
      assert.strictEqual((yield* events).length, then)
      yield* Bans.lift(bot, ALICE)
      assert.strictEqual(yield* tag(Bans.get(bot, ALICE)), "UnknownBan")
      for (const id of [ALICE, NOBODY]) assert.strictEqual(yield* tag(Bans.lift(bot, id)), "UnknownBan")
      yield* WorldEdits.put(member(ALICE), {})
    })
  )

  test(
    "of a bot ends its installation",
    Effect.gen(function* () {
      const bot = yield* settle()
      const before = (yield* events).length
      yield* banned(bot, WEATHER_BOT)
      const types = (yield* events).slice(before).map(({ type }) => type)
      assert.includeMembers(types, ["member.deleted", "guild_install.deleted", "ban.created"])
    })
  )

  test(
    "deletes what the user wrote lately, in one event for each channel",
    Effect.gen(function* () {
      const bot = yield* settle()
      const say = (user_id: string) =>
        UserMessages.say({ user_id, channel_id: GENERAL }, { content: user_id, reply_to: undefined, files: [] })
      const kept = yield* say(BOB)
      const gone = [yield* say(ALICE), yield* say(ALICE)].map(({ id }) => id)
      const before = (yield* events).length
      yield* banned(bot, ALICE, { delete_message_days: 1 })
      const bulk = (yield* events).slice(before).filter(({ type }) => type === "message.bulk_deleted")
      assert.deepStrictEqual(
        bulk.map(({ data }) => data),
        [{ channel_id: GENERAL, guild_id: HARBOUR, ids: gone }]
      )
      const address = { application: bot.application, channel_id: GENERAL }
      const left = yield* ChannelMessages.list(address, { limit: 100 })
      assert.deepStrictEqual(
        left.map(({ id }) => id),
        [kept.id]
      )
    })
  )

  test(
    "needs the right and a place above the member, and spares the owner",
    Effect.gen(function* () {
      const weak = yield* settle(["KICK_MEMBERS"])
      assert.strictEqual(yield* tag(banned(weak, ALICE)), "MissingPermissions")
      assert.strictEqual(yield* tag(Bans.list(weak, page)), "MissingPermissions")
      const bot = yield* settle()
      assert.strictEqual(yield* tag(banned(bot, BOB)), "MissingPermissions")
      assert.strictEqual(yield* tag(banned(bot, PET_SHOP)), "MissingPermissions")
      assert.strictEqual(yield* tag(banned(bot, NOBODY)), "UnknownUser")
      for (const body of [{ delete_message_seconds: 604_801 }, { delete_message_days: -1 }])
        assert.strictEqual(yield* tag(banned(bot, ALICE, body)), "InvalidForm")
      // Somebody who is no member can be banned too.
      yield* banned(bot, DAVE)
      assert.deepStrictEqual(yield* idsOf(bot, {}), [DAVE])
    })
  )

  test(
    "of many takes those that it may, and names the others",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* banned(bot, DAVE)
      const answer = yield* Bans.banMany(bot, undefined, { user_ids: [BOB, ALICE, DAVE, NOBODY, CAROL, CAROL] })
      assert.deepStrictEqual(answer, { banned_users: [ALICE, CAROL], failed_users: [BOB, DAVE, NOBODY] })
      assert.strictEqual(yield* tag(Bans.banMany(bot, undefined, { user_ids: [ALICE] })), "BanFailed")
      assert.strictEqual(yield* tag(Bans.banMany(bot, undefined, {})), "InvalidForm")
      const sorted = [ALICE, CAROL, DAVE].sort()
      assert.deepStrictEqual(yield* idsOf(bot, {}), sorted)
      assert.deepStrictEqual(yield* idsOf(bot, { after: sorted[0] ?? "" }), sorted.slice(1))
      assert.deepStrictEqual(yield* idsOf(bot, { before: sorted[2] ?? "", limit: 1 }), [sorted[1]])
    })
  )
})
