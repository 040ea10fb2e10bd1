/** What automatic moderation does about what people say, and how they are called. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import * as Rules from "../../src/guild/AutoModerationRules.ts"
import * as Joining from "../../src/guild/Joining.ts"
import * as Members from "../../src/guild/Members.ts"
import * as Threads from "../../src/guild/Threads.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, HIDDEN, MODERATOR, PET_SHOP } = Play

const ALL = ["MANAGE_GUILD", "MODERATE_MEMBERS", "VIEW_AUDIT_LOG", "VIEW_CHANNEL", "SEND_MESSAGES"]
const MANNERS = {
  name: "Manners",
  event_type: 1,
  trigger_type: 1,
  trigger_metadata: { keyword_filter: ["damn*"], presets: [1] },
  enabled: true
}
const BLOCK = { type: 1, metadata: { custom_message: "Mind your words." } }

const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = ALL) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] })
  yield* WorldEdits.patch(Sample.role(), { permissions: [] })
  yield* WorldEdits.patch(Sample.install(), { permissions, role_position: 200 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const say = (content: string, user_id: string = ALICE) =>
  UserMessages.say({ user_id, channel_id: GENERAL }, { content, reply_to: undefined, files: [] })

const outcome = <A, R>(call: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.match(call, {
    onFailure: (failure) => [failure._tag, "because" in failure ? failure.because : undefined],
    onSuccess: () => ["done"]
  })

const faults = <A, R>(call: Effect.Effect<A, unknown, R>) =>
  Effect.match(call, { onFailure: (failure) => JSON.stringify(failure), onSuccess: () => "done" })

const entries = (bot: BotOfGuild) => {
  const wanted = { limit: 50, before: undefined, after: undefined, user_id: undefined, target_id: undefined }
  return AuditLog.list(bot, { ...wanted, action_type: undefined })
}

describeOnEachStore("a rule of automatic moderation", (test) => {
  test(
    "is made off, found, edited and deleted by a bot that manages the guild",
    Effect.gen(function* () {
      const bot = yield* settle()
      const { enabled: _, ...body } = MANNERS
      const made = yield* Rules.create(bot, { ...body, actions: [BLOCK] })
      assert.deepInclude(made, {
        ...{ name: "Manners", enabled: false, creator_id: PET_SHOP, guild_id: HARBOUR, actions: [BLOCK] },
        trigger_metadata: { keyword_filter: ["damn*"], regex_patterns: [], allow_list: [] }
      })
      assert.deepStrictEqual(yield* Rules.list(bot), [made])
      const edited = yield* Rules.edit(bot, made.id, { enabled: true, exempt_roles: [MODERATOR] })
      assert.deepStrictEqual(edited, { ...made, enabled: true, exempt_roles: [MODERATOR] })
      assert.deepStrictEqual(yield* Rules.get(bot, made.id), edited)
      assert.include(yield* faults(Rules.edit(bot, made.id, { trigger_type: 3 })), "AUTO_MODERATION_TRIGGER_FIXED")
      yield* Rules.remove(bot, made.id)
      assert.strictEqual(yield* tag(Rules.get(bot, made.id)), "UnknownAutoModerationRule")
      assert.strictEqual(yield* tag(Rules.remove(bot, made.id)), "UnknownAutoModerationRule")
    })
  )

  test(
    "is refused without the right, with faults, and beyond the number of its type",
    Effect.gen(function* () {
      const weak = yield* settle(["VIEW_CHANNEL", "MANAGE_GUILD"])
      const timeout = { ...MANNERS, actions: [{ type: 3, metadata: { duration_seconds: 60 } }] }
      assert.strictEqual(yield* tag(Rules.create(weak, timeout)), "MissingPermissions")
      yield* WorldEdits.patch(Sample.install(), { permissions: ["VIEW_CHANNEL"] })
      assert.strictEqual(yield* tag(Rules.list(weak)), "MissingPermissions")
      assert.strictEqual(yield* tag(Rules.create(weak, MANNERS)), "MissingPermissions")
      const bot = yield* settle()
      for (const body of [
        { ...MANNERS, name: "" },
        { ...MANNERS, event_type: undefined },
        { ...MANNERS, event_type: 2 },
        { ...MANNERS, trigger_type: 2 },
        { ...MANNERS, trigger_metadata: { regex_patterns: ["("] } },
        { ...MANNERS, actions: [{ type: 2 }] },
        { ...MANNERS, actions: [{ type: 4 }] },
        { ...MANNERS, exempt_roles: ["1"] }
      ]) {
        assert.strictEqual(yield* tag(Rules.create(bot, body)), "InvalidForm")
      }
      for (let i = 0; i < 6; i++) yield* Rules.create(bot, MANNERS)
      const seventh = yield* faults(Rules.create(bot, MANNERS))
      assert.include(seventh, "Maximum number of rules with trigger type 1 is 6")
    })
  )

  test(
    "blocks a message, alerts, times out and records: the message is refused, the rest is kept",
    Effect.gen(function* () {
      const bot = yield* settle()
      const actions = [
        BLOCK,
        { type: 2, metadata: { channel_id: HIDDEN } },
        { type: 3, metadata: { duration_seconds: 90 } }
      ]
      const rule = yield* Rules.create(bot, { ...MANNERS, actions })
      yield* say("hello")
      const before = (yield* events).length
      assert.deepStrictEqual(yield* outcome(say("Damned tide")), [
        "MessageBlocked",
        'the rule "Manners", which finds "damn*": Mind your words.'
      ])
      const happened = (yield* events).slice(before)
      assert.deepStrictEqual(
        happened.map(({ type }) => type),
        [
          ...["auto_moderation.executed", "audit_log_entry.created"],
          ...["auto_moderation.executed", "message.created", "audit_log_entry.created"],
          ...["auto_moderation.executed", "member.updated", "audit_log_entry.created"]
        ]
      )
      assert.deepInclude(happened[2]?.data, {
        ...{ rule_id: rule.id, rule_trigger_type: 1, user_id: ALICE, channel_id: GENERAL, content: "Damned tide" },
        ...{ matched_keyword: "damn*", matched_content: "Damn" }
      })
      const { audit_log_entries: log, auto_moderation_rules: named } = yield* entries(bot)
      assert.deepStrictEqual(
        log.map(({ action_type, user_id, target_id }) => [action_type, user_id, target_id]),
        [145, 144, 143].map((type) => [type, ALICE, ALICE])
      )
      assert.deepInclude(log[2]?.options, { auto_moderation_rule_name: "Manners", channel_id: GENERAL })
      assert.deepStrictEqual(named, [])
      assert.strictEqual(yield* tag(say("sorry")), "MissingPermissions")
    })
  )

  test(
    "judges the title of a thread before it is made",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* WorldEdits.patch(Sample.role(HARBOUR), {
        permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "SEND_MESSAGES", "CREATE_PUBLIC_THREADS"]
      })
      const { id } = yield* say("hello")
      yield* Rules.create(bot, { ...MANNERS, actions: [BLOCK, { type: 2, metadata: { channel_id: HIDDEN } }] })
      const asker = { user_id: ALICE, channel_id: GENERAL }
      const before = (yield* events).length
      const [rude, from] = [{ name: "damn tide" }, { ...asker, message_id: id }]
      assert.deepStrictEqual(yield* outcome(Threads.openOfUser(asker, rude)), [
        "TitleBlocked",
        'the rule "Manners", which finds "damn*": Mind your words.'
      ])
      assert.strictEqual(yield* tag(Threads.openFromOfUser(from, rude)), "TitleBlocked")
      const happened = (yield* events).slice(before)
      assert.deepStrictEqual(
        happened.map(({ type }) => type),
        [1, 2].flatMap(() => [
          ...["auto_moderation.executed", "audit_log_entry.created"],
          ...["auto_moderation.executed", "message.created", "audit_log_entry.created"]
        ])
      )
      assert.notProperty(happened[0]?.data, "message_id")
      assert.strictEqual(yield* tag(Threads.openOfUser(asker, { name: "" })), "InvalidForm")
      assert.strictEqual(yield* tag(Threads.openFromOfUser(from, { name: "tide" })), "done")
    })
  )

  test(
    "judges the new title of a thread, by whoever gives it",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* WorldEdits.patch(Sample.role(HARBOUR), {
        permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "SEND_MESSAGES", "CREATE_PUBLIC_THREADS"]
      })
      const opened = yield* Threads.openOfUser({ user_id: ALICE, channel_id: GENERAL }, { name: "tide" })
      const target = { kind: "channel" as const, guild_id: HARBOUR, channel_id: String(Reflect.get(opened, "id")) }
      yield* Rules.create(bot, { ...MANNERS, actions: [BLOCK, { type: 2, metadata: { channel_id: HIDDEN } }] })
      const rename = (name: string, user_id: string) =>
        AuditLog.changedBy({ user_id })(WorldEdits.patch(target, { name }))
      const before = (yield* events).length
      assert.strictEqual(yield* tag(rename("damn tide", ALICE)), "TitleBlocked")
      assert.deepStrictEqual(
        (yield* events).slice(before).map(({ type }) => type),
        [
          ...["auto_moderation.executed", "audit_log_entry.created"],
          ...["auto_moderation.executed", "message.created", "audit_log_entry.created"]
        ]
      )
      assert.strictEqual(yield* tag(rename("ebb", ALICE)), "done")
      assert.strictEqual(yield* tag(rename("damn tide", PET_SHOP)), "done")
      assert.strictEqual(yield* tag(WorldEdits.patch(target, { name: "damn ebb" })), "done")
    })
  )

  test(
    "judges what a forward shows",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* WorldEdits.patch(Sample.role(HARBOUR), {
        permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "SEND_MESSAGES"]
      })
      const [{ id }, fair] = [yield* say("damn tide"), yield* say("tide")]
      yield* Rules.create(bot, { ...MANNERS, actions: [BLOCK] })
      const forward = (message: string) =>
        UserMessages.forward({ user_id: ALICE, channel_id: GENERAL }, message, GENERAL)
      assert.strictEqual(yield* tag(forward(id)), "MessageBlocked")
      const executed = (yield* events).findLast(({ type }) => type === "auto_moderation.executed")
      assert.deepInclude(executed?.data as object, { content: "damn tide", matched_content: "damn" })
      assert.strictEqual(yield* tag(forward(fair.id)), "done")
    })
  )

  test(
    "spares who manages the guild, exempt roles and channels, and says nothing when it is off",
    Effect.gen(function* () {
      const bot = yield* settle()
      const rule = yield* Rules.create(bot, { ...MANNERS, actions: [BLOCK] })
      assert.deepStrictEqual(yield* outcome(say("damn", BOB)), ["done"])
      assert.strictEqual(yield* tag(say("damn")), "MessageBlocked")
      const held = (yield* WorldEdits.get(Sample.member()))["roles"]
      assert.include(held as ReadonlyArray<string>, MODERATOR)
      for (const edit of [
        { exempt_roles: [MODERATOR] },
        { exempt_roles: [], exempt_channels: [GENERAL] },
        { exempt_channels: [], enabled: false }
      ]) {
        yield* Rules.edit(bot, rule.id, edit)
        assert.strictEqual(yield* tag(say("damn")), "done")
      }
    })
  )

  test(
    "that blocks nothing lets the message through, and names it",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* Rules.create(bot, { ...MANNERS, actions: [{ type: 2, metadata: { channel_id: HIDDEN } }] })
      const { id } = yield* say("damn")
      const executed = (yield* events).find(({ type }) => type === "auto_moderation.executed")
      assert.deepInclude(executed?.data, { message_id: id })
      yield* UserMessages.edit({ user_id: ALICE, channel_id: GENERAL }, id, "damned")
      assert.lengthOf(
        (yield* events).filter(({ type }) => type === "auto_moderation.executed"),
        2
      )
    })
  )

  test(
    "takes the third equal message for spam, and many mentions",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* Rules.create(bot, { ...MANNERS, trigger_type: 3, trigger_metadata: {}, actions: [BLOCK] })
      const metadata = { mention_total_limit: 1 }
      yield* Rules.create(bot, { ...MANNERS, trigger_type: 5, trigger_metadata: metadata, actions: [BLOCK] })
      const said = []
      for (const text of ["buy", "buy", "buy", `<@${BOB}> <@${BOB}>`, `<@${BOB}> <@${CAROL}>`])
        said.push(yield* tag(say(text)))
      assert.deepStrictEqual(said, ["done", "done", "MessageBlocked", "done", "MessageBlocked"])
    })
  )

  test(
    "about profiles lets who breaks it only read, until they are called otherwise",
    Effect.gen(function* () {
      const bot = yield* settle()
      const profile = { ...MANNERS, event_type: 2, trigger_type: 6, actions: [{ type: 4 }] }
      yield* Rules.create(bot, profile)
      const asAlice = AuditLog.changedBy({ user_id: ALICE })
      yield* asAlice(WorldEdits.patch(Sample.member(), { nick: "damned" }))
      assert.strictEqual((yield* WorldEdits.get(Sample.member()))["flags"], 128)
      const { audit_log_entries: log } = yield* entries(bot)
      assert.includeMembers(
        log.map(({ action_type }) => action_type),
        [146]
      )
      assert.strictEqual(yield* tag(say("hello")), "MissingPermissions")
      yield* asAlice(WorldEdits.patch(Sample.member(), { nick: "Ali" }))
      assert.isUndefined((yield* WorldEdits.get(Sample.member()))["flags"])
      assert.strictEqual(yield* tag(say("hello")), "done")
    })
  )

  test(
    "about profiles judges people who join, and who call themselves otherwise",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* Rules.create(bot, { ...MANNERS, event_type: 2, trigger_type: 6, actions: [{ type: 4 }] })
      const member = (user_id: string) => ({ kind: "member" as const, guild_id: HARBOUR, user_id })
      yield* WorldEdits.patch({ kind: "user", user_id: CAROL }, { global_name: "damned Carol" })
      yield* WorldEdits.put(Sample.invite(), { channel_id: GENERAL })
      yield* Joining.accept(CAROL, "Harbour1")
      assert.strictEqual((yield* WorldEdits.get(member(CAROL)))["flags"], 128)
      yield* WorldEdits.patch(Sample.role(), { permissions: ["CHANGE_NICKNAME"] })
      yield* Members.editSelfOfUser(ALICE, HARBOUR, { nick: "damned" })
      assert.strictEqual((yield* WorldEdits.get(member(ALICE)))["flags"], 128)
      yield* Members.editSelfOfUser(ALICE, HARBOUR, { nick: "Ali" })
      assert.isUndefined((yield* WorldEdits.get(member(ALICE)))["flags"])
      // A rule that is gone binds nobody any longer.
      const [rule] = yield* Rules.list(bot)
      yield* WorldEdits.remove({ kind: "auto_moderation_rule", guild_id: HARBOUR, rule_id: rule?.id ?? "" })
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL", "CHANGE_NICKNAME"] })
      yield* Members.editSelfOfUser(CAROL, HARBOUR, { nick: "damned" })
      assert.isUndefined((yield* WorldEdits.get(member(CAROL)))["flags"])
      const { audit_log_entries: log } = yield* entries(bot)
      assert.deepStrictEqual(
        log.map(({ action_type, user_id }) => [action_type, user_id]),
        [
          [24, CAROL],
          [24, ALICE],
          [24, ALICE],
          [146, ALICE],
          [146, CAROL]
        ]
      )
    })
  )

  test(
    "outlives its creator, what it exempts, and the channel of its alert",
    Effect.gen(function* () {
      yield* settle()
      yield* WorldEdits.put(Sample.rule(), {
        ...{ name: "Manners", trigger_type: 1, creator_id: CAROL },
        ...{ exempt_roles: [MODERATOR], exempt_channels: [HIDDEN] },
        actions: [BLOCK, { type: 2, metadata: { channel_id: HIDDEN } }]
      })
      yield* WorldEdits.remove(Sample.role())
      yield* WorldEdits.remove(Sample.channel(HIDDEN))
      yield* WorldEdits.remove(Sample.user(CAROL))
      const left = { creator_id: BOB, exempt_roles: [], exempt_channels: [], actions: [BLOCK] }
      assert.deepInclude(yield* WorldEdits.get(Sample.rule()), left)
    })
  )
})
