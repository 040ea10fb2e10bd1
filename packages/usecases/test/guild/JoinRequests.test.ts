/** People ask to join a guild, and bots let them in or not. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as JoinRequests from "../../src/guild/JoinRequests.ts"
import * as Members from "../../src/guild/Members.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { permitted } from "../fixture/Permitted.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, CAROL, HARBOUR, NOBODY } = Play
const APPROVED = { action: "APPROVED" }
const UNDECIDED = { reviewed_at: null, reviewer_id: null, rejection_reason: null }
const ALL = { limit: 100, before: undefined, after: undefined }

const settle = Effect.fnUntraced(function* (guild: object = {}) {
  const bot = yield* permitted("KICK_MEMBERS")
  yield* WorldEdits.patch(Sample.guild(), { features: ["MEMBER_VERIFICATION_MANUAL_APPROVAL"], ...guild })
  return bot
})

const ask = JoinRequests.ask(CAROL, HARBOUR)
const stored = Effect.map(WorldEdits.get(Sample.guild()), (guild) => guild["join_requests"])

/** A user and their request, for each number. */
const crowd = Effect.fnUntraced(function* (count: number, last: object = {}) {
  const ids = Array.from({ length: count }, (_, i) => String(880_000_000_000_000_000n + BigInt(i)))
  for (const user_id of ids) yield* WorldEdits.put({ kind: "user", user_id }, { username: `u${user_id}` })
  return ids.map((id, i) => ({ id, user_id: id, created_at: "2026-01-01T00:00:00Z", ...(i === count - 1 ? last : {}) }))
})

describeOnEachStore("whoever asks to join a guild", (test) => {
  test(
    "waits, is listed, and is let in by a bot",
    Effect.gen(function* () {
      const bot = yield* settle()
      const asked = yield* ask
      assert.deepInclude(asked, {
        ...{ user_id: CAROL, guild_id: HARBOUR, application_status: "SUBMITTED", reviewed_at: null },
        ...{ rejection_reason: null, actioned_by_user: null, form_responses: [] }
      })
      assert.strictEqual(asked.user?.username, "carol")
      const before = (yield* events).length
      assert.deepStrictEqual(yield* ask, asked)
      assert.strictEqual((yield* events).length, before)
      assert.deepStrictEqual(yield* JoinRequests.list(bot, "SUBMITTED", ALL), {
        total: 1,
        guild_join_requests: [asked]
      })
      assert.deepStrictEqual(yield* JoinRequests.list(bot, "REJECTED", ALL), { total: 0, guild_join_requests: [] })
      const approved = yield* JoinRequests.review(bot, asked.id, APPROVED)
      assert.strictEqual(approved.application_status, "APPROVED")
      assert.strictEqual(approved.actioned_by_user?.id, bot.application.bot.id)
      assert.strictEqual((yield* Members.get(bot, CAROL)).pending, false)
      const types = (yield* events).slice(before).map(({ type }) => type)
      assert.includeMembers(types, ["guild.updated", "member.created"])
      const after = (yield* events).length
      yield* JoinRequests.review(bot, asked.id, APPROVED)
      assert.strictEqual((yield* events).length, after)
      assert.strictEqual(yield* outcome(JoinRequests.review(bot, asked.id, { action: "REJECTED" })), "InvalidForm")
      assert.strictEqual(yield* outcome(ask), "MissingAccess")
      assert.strictEqual(yield* outcome(JoinRequests.withdraw(CAROL, HARBOUR)), "UnknownJoinRequest")
    })
  )

  test(
    "is rejected with a reason, asks anew, and withdraws",
    Effect.gen(function* () {
      const bot = yield* settle()
      const first = yield* ask
      const rejection = { action: "REJECTED", rejection_reason: "no boat" }
      const rejected = yield* JoinRequests.review(bot, first.id, rejection)
      assert.deepInclude(rejected, { application_status: "REJECTED", rejection_reason: "no boat" })
      assert.strictEqual(yield* outcome(Members.get(bot, CAROL)), "UnknownMember")
      const second = yield* ask
      assert.notStrictEqual(second.id, first.id)
      assert.strictEqual(yield* outcome(JoinRequests.review(bot, first.id, APPROVED)), "UnknownJoinRequest")
      yield* JoinRequests.withdraw(CAROL, HARBOUR)
      assert.isUndefined(yield* stored)
      assert.strictEqual(yield* outcome(JoinRequests.withdraw(CAROL, HARBOUR)), "UnknownJoinRequest")
    })
  )

  test(
    "asks a guild that lets people in one by one, and no guild that bans them",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { id } = yield* ask
      yield* WorldEdits.put({ kind: "ban", guild_id: HARBOUR, user_id: CAROL }, {})
      assert.strictEqual(yield* outcome(JoinRequests.review(bot, id, APPROVED)), "UserBanned")
      assert.strictEqual(yield* outcome(ask), "UserBanned")
      yield* WorldEdits.patch(Sample.guild(), { features: [] })
      assert.strictEqual(yield* outcome(ask), "MissingAccess")
      assert.strictEqual(yield* outcome(JoinRequests.ask(NOBODY, HARBOUR)), "UnknownUser")
      assert.strictEqual(yield* outcome(JoinRequests.ask(CAROL, NOBODY)), "UnknownGuild")
      assert.strictEqual(yield* outcome(JoinRequests.ask(ALICE, HARBOUR)), "MissingAccess")
    })
  )

  test(
    "is judged by bots with KICK_MEMBERS, by a body of the document",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { id } = yield* ask
      for (const body of [{}, { action: "SUBMITTED" }, { action: "REJECTED", rejection_reason: "x".repeat(161) }])
        assert.strictEqual(yield* outcome(JoinRequests.review(bot, id, body)), "InvalidForm")
      const weak = yield* permitted("BAN_MEMBERS")
      assert.strictEqual(yield* outcome(JoinRequests.list(weak, undefined, ALL)), "MissingPermissions")
      assert.strictEqual(yield* outcome(JoinRequests.review(weak, id, APPROVED)), "MissingPermissions")
    })
  )

  test(
    "goes with their account, and the name of a reviewer with theirs",
    Effect.gen(function* () {
      yield* settle()
      const [one, two] = yield* crowd(2)
      yield* WorldEdits.patch(Sample.guild(), { join_requests: [{ ...one, reviewer_id: two?.user_id }, two] })
      yield* WorldEdits.remove({ kind: "user", user_id: two?.user_id ?? "" })
      assert.deepStrictEqual(yield* stored, [{ ...one, application_status: "SUBMITTED", ...UNDECIDED }])
    })
  )

  test(
    "is one of at most a hundred: the oldest decided one makes room",
    Effect.gen(function* () {
      const bot = yield* settle()
      const join_requests = yield* crowd(100, { application_status: "REJECTED" })
      yield* WorldEdits.patch(Sample.guild(), { join_requests })
      yield* ask
      const { guild_join_requests: all, total } = yield* JoinRequests.list(bot, undefined, ALL)
      assert.deepStrictEqual(
        [total, ...all.slice(-2).map(({ user_id }) => user_id)],
        [100, join_requests[98]?.id, CAROL]
      )
      const page = (query: object) =>
        Effect.map(JoinRequests.list(bot, undefined, { ...ALL, limit: 1, ...query }), (found) =>
          found.guild_join_requests.map(({ id }) => id)
        )
      const [, second = { id: "" }, third] = join_requests
      assert.deepStrictEqual(yield* page({ after: second.id }), [third?.id])
      assert.deepStrictEqual(yield* page({ before: third?.id }), [second.id])
      yield* JoinRequests.withdraw(CAROL, HARBOUR)
      yield* WorldEdits.patch(Sample.guild(), {
        join_requests: join_requests.map((one) => ({ ...one, application_status: "SUBMITTED" }))
      })
      assert.strictEqual(yield* outcome(ask), "InvalidForm")
    })
  )
})
