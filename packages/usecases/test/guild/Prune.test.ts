/** Bots remove members who are idle, and let others in by their tokens. */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import { pruneBody } from "@backlot/domain/guild/MemberBody"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import { UserPresences } from "../../src/gateway/UserPresences.ts"
import * as Members from "../../src/guild/Members.ts"
import * as NewMembers from "../../src/guild/NewMembers.ts"
import * as Prune from "../../src/guild/Prune.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { describeOnEachStore, events, WALL_MS } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, MODERATOR, NOBODY, PET_SHOP } = Play

const TOKENS = [
  { token: "carol-joins", application_id: PET_SHOP, user_id: CAROL, scopes: ["guilds.join"] },
  { token: "carol-is", application_id: PET_SHOP, user_id: CAROL, scopes: ["identify"] },
  { token: "carol-ends", application_id: PET_SHOP, user_id: CAROL, scopes: ["guilds.join"], expires_in: 0 },
  { token: "carol-elsewhere", application_id: Play.WEATHER, user_id: CAROL, scopes: ["guilds.join"] }
]

const settle = Effect.fnUntraced(function* (...permissions: ReadonlyArray<string>) {
  yield* Play.settle({ tokens: TOKENS })
  yield* WorldEdits.patch(Sample.install(), { permissions, role_position: 200 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const long = (days: number) => ({ joined_at: new Date(WALL_MS - days * 86_400_000).toISOString() })

describeOnEachStore("a prune", (test) => {
  test(
    "takes members without roles who have been away for its days, with one entry for all",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      yield* WorldEdits.put(Sample.member(CAROL), long(10))
      assert.deepStrictEqual(yield* Prune.preview(bot, pruneBody({})), { pruned: 1 })
      assert.deepStrictEqual(yield* Prune.preview(bot, pruneBody({ days: 11 })), { pruned: 0 })
      const roles = { include_roles: MODERATOR }
      assert.deepStrictEqual(yield* Prune.preview(bot, pruneBody(roles)), { pruned: 2 })
      const before = (yield* events).length
      const asBot = AuditLog.changedBy({ user_id: PET_SHOP, reason: "autumn" })
      assert.deepStrictEqual(yield* asBot(Prune.prune(bot, pruneBody({ include_roles: [MODERATOR] }))), { pruned: 2 })
      assert.deepStrictEqual(
        (yield* events).slice(before).map(({ type }) => type),
        ["member.deleted", "member.deleted", "audit_log_entry.created"]
      )
      const page = { limit: 9, before: undefined, after: undefined, user_id: undefined, target_id: undefined }
      const { audit_log_entries } = yield* AuditLog.list(bot, { ...page, action_type: undefined })
      assert.deepInclude(audit_log_entries[0], {
        action_type: AuditAction.MEMBER_PRUNE,
        reason: "autumn",
        options: { delete_member_days: "7", members_removed: "2" }
      })
      assert.deepStrictEqual(yield* asBot(Prune.prune(bot, pruneBody({ compute_prune_count: false }))), {
        pruned: null
      })
    })
  )

  test(
    "leaves who has been seen: online, or by what they wrote",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      yield* WorldEdits.put(Sample.member(CAROL), long(10))
      const presences = yield* UserPresences
      presences.set(CAROL, { status: "idle", activities: [], client_status: { desktop: "idle" } })
      assert.deepStrictEqual(yield* Prune.preview(bot, pruneBody({})), { pruned: 0 })
      presences.clear()
      yield* UserMessages.say(
        { user_id: CAROL, channel_id: GENERAL },
        { content: "Ahoy", reply_to: undefined, files: [] }
      )
      assert.deepStrictEqual(yield* Prune.preview(bot, pruneBody({})), { pruned: 0 })
      assert.deepStrictEqual(yield* Prune.prune(bot, pruneBody({})), { pruned: 0 })
      // The owner and the bots stay in any case.
      assert.isAbove(
        (yield* Members.list({ ...bot, application: { ...bot.application, flags: ["GATEWAY_GUILD_MEMBERS"] } }, ALL))
          .length,
        3
      )
    })
  )

  test(
    "is refused without rights, and where it is wrong",
    Effect.gen(function* () {
      const bot = yield* settle("KICK_MEMBERS")
      assert.strictEqual(yield* outcome(Prune.preview(bot, pruneBody({}))), "MissingPermissions")
      assert.strictEqual(yield* outcome(Prune.prune(bot, pruneBody({}))), "MissingPermissions")
      const administrator = yield* settle("ADMINISTRATOR")
      const unknown = pruneBody({ include_roles: `${MODERATOR},${NOBODY}` })
      assert.strictEqual(yield* outcome(Prune.prune(administrator, unknown)), "UnknownRole")
      for (const wrong of [{ days: 0 }, { days: 31 }, { days: "soon" }, { include_roles: ["x"] }]) {
        assert.strictEqual(yield* outcome(Prune.prune(administrator, pruneBody(wrong))), "InvalidForm")
      }
    })
  )
})

const ALL = { limit: 100, before: undefined, after: undefined }

describeOnEachStore("a user with a token", (test) => {
  test(
    "is let in by a bot, with a nickname and roles, and once",
    Effect.gen(function* () {
      const bot = yield* settle("ADMINISTRATOR")
      const from = (yield* events).length
      const set = { nick: "Caz", roles: [MODERATOR], flags: 4, mute: true, deaf: true }
      const body = { access_token: "carol-joins", ...set }
      const member = yield* NewMembers.add(bot, CAROL, body)
      assert.deepInclude(member, set)
      assert.isUndefined(yield* NewMembers.add(bot, CAROL, body))
      assert.deepStrictEqual(
        (yield* events).slice(from).map(({ type }) => type),
        ["member.created"]
      )
    })
  )

  test(
    "is kept out without the right token, the rights of the bot, or against a ban",
    Effect.gen(function* () {
      const bot = yield* settle("CREATE_INSTANT_INVITE")
      const add = (access_token: unknown, more: object = {}, user: string = CAROL) =>
        outcome(NewMembers.add(bot, user, { access_token, ...more }))
      assert.deepStrictEqual(
        [yield* add("nobody"), yield* add("carol-ends"), yield* add("carol-elsewhere"), yield* add("carol-is")],
        ["InvalidToken", "InvalidToken", "InvalidToken", "MissingScope"]
      )
      assert.deepStrictEqual(
        [yield* add("carol-joins", {}, ALICE), yield* add("carol-joins", {}, NOBODY), yield* add(undefined)],
        ["InvalidToken", "UnknownUser", "InvalidForm"]
      )
      assert.deepStrictEqual(
        [
          yield* add("carol-joins", { nick: "Caz" }),
          yield* add("carol-joins", { roles: [MODERATOR] }),
          yield* add("carol-joins", { mute: true })
        ],
        ["MissingPermissions", "MissingPermissions", "MissingPermissions"]
      )
      yield* WorldEdits.put(Sample.ban(CAROL), {})
      assert.strictEqual(yield* add("carol-joins"), "UserBanned")
      yield* WorldEdits.remove(Sample.ban(CAROL))
      assert.strictEqual(yield* add("carol-joins"), "done")
      const nobody = yield* settle()
      assert.strictEqual(
        yield* outcome(NewMembers.add(nobody, BOB, { access_token: "carol-joins" })),
        "MissingPermissions"
      )
    })
  )
})
