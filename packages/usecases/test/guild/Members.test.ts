/** Pictures, bio and flags of members. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import { changedBy } from "../../src/audit/AuditLog.ts"
import * as Bans from "../../src/guild/Bans.ts"
import * as Invites from "../../src/guild/Invites.ts"
import * as Joining from "../../src/guild/Joining.ts"
import * as Members from "../../src/guild/Members.ts"
import * as Users from "../../src/guild/Users.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, CAROL, GENERAL, HARBOUR, PET_SHOP } = Play

const PIXEL = "data:image/png;base64,iVBORw0KGgo="
const HASH = /^[0-9a-f]{32}$/
const DID_REJOIN = 1
const BYPASSES_VERIFICATION = 4

const settle = Effect.fnUntraced(function* (...permissions: ReadonlyArray<string>) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL"] })
  yield* WorldEdits.patch(Sample.install(), { permissions, role_position: 200 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const member = (user_id: string) => WorldEdits.get({ kind: "member", guild_id: HARBOUR, user_id })

const flagsOf = (user_id: string) => Effect.map(member(user_id), ({ flags }) => flags ?? 0)

describeOnEachStore("a member", (test) => {
  test(
    "that is a bot has pictures and a bio of its own in the guild, without any right",
    Effect.gen(function* () {
      const bot = yield* settle()
      const edited = yield* Members.editSelf(bot, { avatar: PIXEL, banner: PIXEL, bio: "Pets" })
      assert.match(edited.avatar ?? "", HASH)
      assert.match(edited.banner ?? "", HASH)
      assert.deepInclude(yield* member(bot.application.bot.id), { avatar: edited.avatar, bio: "Pets" })
      const { avatar, banner } = yield* Members.editSelf(bot, { avatar: null, banner: null, bio: null })
      assert.deepStrictEqual({ avatar, banner }, { avatar: null, banner: null })
      assert.notProperty(yield* member(bot.application.bot.id), "bio")
      assert.strictEqual(yield* tag(Members.editSelf(bot, { nick: "Shop" })), "MissingPermissions")
      assert.strictEqual(yield* tag(Members.editSelf(bot, { avatar: "shop.png" })), "InvalidForm")
    })
  )

  test(
    "that is a person has them too",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* Members.editSelfOfUser(ALICE, HARBOUR, { avatar: PIXEL, bio: "Tall" })
      assert.match((yield* Members.get(bot, ALICE)).avatar ?? "", HASH)
      assert.deepInclude(yield* member(ALICE), { bio: "Tall" })
    })
  )

  test(
    "has one flag that bots with certain rights set; the others stay",
    Effect.gen(function* () {
      for (const rights of [["MANAGE_GUILD"], ["MANAGE_ROLES"], ["MODERATE_MEMBERS", "KICK_MEMBERS", "BAN_MEMBERS"]]) {
        const bot = yield* settle(...rights)
        yield* WorldEdits.patch({ kind: "member", guild_id: HARBOUR, user_id: ALICE }, { flags: 3 })
        assert.strictEqual((yield* Members.edit(bot, ALICE, { flags: BYPASSES_VERIFICATION })).flags, 7)
        assert.strictEqual((yield* Members.edit(bot, ALICE, { flags: 0 })).flags, 3)
      }
      const bot = yield* settle("MODERATE_MEMBERS", "KICK_MEMBERS")
      assert.strictEqual(yield* tag(Members.edit(bot, ALICE, { flags: 0 })), "MissingPermissions")
    })
  )

  test(
    "who comes back has the flag DID_REJOIN, and whoever comes first has not",
    Effect.gen(function* () {
      const bot = yield* settle("CREATE_INSTANT_INVITE", "VIEW_CHANNEL", "KICK_MEMBERS", "BAN_MEMBERS")
      const { code } = yield* Invites.create({ application: bot.application, channel_id: GENERAL }, {}, undefined)
      yield* Joining.accept(CAROL, code)
      assert.strictEqual(yield* flagsOf(CAROL), 0)
      const departures = [
        Joining.leave(CAROL, HARBOUR),
        Members.kick(bot, CAROL),
        Effect.andThen(Bans.ban(bot, { user_id: CAROL, reason: undefined }, {}), Bans.lift(bot, CAROL))
      ]
      for (const departure of departures) {
        yield* departure
        yield* Joining.accept(CAROL, code)
        assert.strictEqual(yield* flagsOf(CAROL), DID_REJOIN)
      }
      yield* Joining.leave(CAROL, HARBOUR)
      // Whoever is put into the world is as the edit says.
      yield* WorldEdits.put({ kind: "member", guild_id: HARBOUR, user_id: CAROL }, {})
      assert.strictEqual(yield* flagsOf(CAROL), 0)
    })
  )

  test(
    "that is a bot has it too when its application is installed again",
    Effect.gen(function* () {
      const { application } = yield* settle()
      yield* WorldEdits.remove(Sample.install())
      yield* changedBy({ user_id: ALICE })(WorldEdits.put(Sample.install(), { scopes: ["bot"], permissions: "0" }))
      assert.strictEqual(yield* flagsOf(application.bot.id), DID_REJOIN)
    })
  )

  test(
    "of a new world, or of a guild that was deleted, has never left",
    Effect.gen(function* () {
      yield* settle()
      yield* Joining.leave(ALICE, HARBOUR)
      const world = yield* Worlds.read
      yield* WorldEdits.remove({ kind: "guild", guild_id: HARBOUR })
      yield* Worlds.replace(world)
      yield* changedBy({ user_id: CAROL })(WorldEdits.put({ kind: "member", guild_id: HARBOUR, user_id: ALICE }, {}))
      assert.strictEqual(yield* flagsOf(ALICE), 0)
    })
  )
})

describeOnEachStore("a bot", (test) => {
  test(
    "has pictures that it changes itself",
    Effect.gen(function* () {
      const { application } = yield* settle()
      const { avatar, banner } = yield* Users.editSelf(application, { avatar: PIXEL, banner: PIXEL })
      assert.match(avatar ?? "", HASH)
      assert.match(banner ?? "", HASH)
      const { bot } = yield* Play.applicationOf(PET_SHOP)
      assert.deepStrictEqual([bot.avatar, bot.banner, bot.token], [avatar, banner, application.bot.token])
      assert.deepInclude(yield* Users.get(bot.id), { avatar, banner })
      const kept = yield* Users.editSelf(application, { username: "Shop", avatar: null })
      assert.deepInclude(kept, { username: "Shop", avatar: null, banner })
    })
  )
})
