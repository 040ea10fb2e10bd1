/** Who is connected to voice: users, bots and moderators. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as Members from "../../src/guild/Members.ts"
import * as VoiceStates from "../../src/guild/VoiceStates.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, PET_SHOP, QUAY } = Play
const [VOICE, STAGE, SMALL, ELSEWHERE] = [
  "200000000000000041",
  "200000000000000042",
  "200000000000000043",
  "200000000000000044"
]
const ALL = ["MANAGE_NICKNAMES", "MUTE_MEMBERS", "DEAFEN_MEMBERS", "MOVE_MEMBERS", "REQUEST_TO_SPEAK"]

const channel = (channel_id: string, body: object, guild_id = HARBOUR) =>
  WorldEdits.put({ kind: "channel", guild_id, channel_id }, body)

/** Harbour, which bob owns and alice is a member of, with voice channels; @everyone may view and connect. */
const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = ALL) {
  yield* Play.settle()
  const everyone = { permissions: ["VIEW_CHANNEL", "CONNECT", "SPEAK"] }
  for (const guild_id of [HARBOUR, QUAY]) {
    yield* WorldEdits.patch({ kind: "role", guild_id, role_id: guild_id }, everyone)
    yield* WorldEdits.put({ kind: "member", guild_id, user_id: ALICE }, {})
  }
  yield* channel(VOICE, { name: "voice", type: 2 })
  yield* channel(STAGE, { name: "stage", type: 13 })
  yield* channel(SMALL, { name: "small", type: 2, user_limit: 1 })
  yield* channel(ELSEWHERE, { name: "voice", type: 2 }, QUAY)
  const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
  yield* WorldEdits.patch(install, { permissions, role_position: 200 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

const connect = (user_id: string, channel_id: string, body: object = {}) =>
  VoiceStates.connectUser({ user_id, channel_id }, body)
const update = (bot: BotOfGuild, channel_id: string | null, session = "session") =>
  VoiceStates.updateByBot(
    { id: session, application_id: bot.application.id },
    { guild_id: bot.guild_id, channel_id, self_mute: false, self_deaf: true }
  )
const eventsOf = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = (yield* events).length
    yield* call
    return (yield* events).slice(before).map(({ type }) => type)
  })

/** Of each event of a voice state: whether a channel began, and whether one ended. */
const marksOf = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = (yield* events).length
    yield* call
    const said = (yield* events).slice(before).filter(({ type }) => type.startsWith("voice_state."))
    return said.map(({ data }) => [
      Reflect.get(Object(data), "channel_began"),
      Reflect.get(Object(data), "channel_ended")
    ])
  })

describeOnEachStore("a member who is muted", (test) => {
  test(
    "before they connect is muted then, until a moderator lets them speak; their object says so",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* WorldEdits.patch({ kind: "member", guild_id: HARBOUR, user_id: ALICE }, { mute: true, deaf: true })
      assert.deepInclude(yield* connect(ALICE, VOICE), { mute: true, deaf: true })
      assert.deepInclude(yield* Members.edit(bot, ALICE, { mute: false }), { mute: false, deaf: true })
      yield* VoiceStates.disconnectUser(ALICE)
      assert.deepInclude(yield* connect(ALICE, VOICE), { mute: false, deaf: true })
      assert.deepInclude(yield* Members.edit(bot, ALICE, { mute: true, deaf: false }), { mute: true, deaf: false })
      assert.deepInclude(yield* Members.get(bot, ALICE), { mute: true, deaf: false })
    })
  )
})

describeOnEachStore("a user", (test) => {
  test(
    "connects, changes how, moves, and disconnects",
    Effect.gen(function* () {
      const bot = yield* settle()
      const joined = yield* connect(ALICE, VOICE, { self_mute: true })
      assert.deepNestedInclude(joined, {
        ...{ guild_id: HARBOUR, channel_id: VOICE, user_id: ALICE, self_mute: true, self_deaf: false, suppress: false },
        "member.user.username": "alice"
      })
      assert.deepStrictEqual(yield* eventsOf(connect(ALICE, VOICE, { self_mute: true })), [])
      assert.deepStrictEqual(yield* eventsOf(connect(ALICE, VOICE)), ["voice_state.updated"])
      assert.deepStrictEqual(yield* eventsOf(connect(ALICE, STAGE)), ["voice_state.updated"])
      assert.deepNestedInclude(yield* VoiceStates.get(bot, ALICE), { channel_id: STAGE, suppress: true })
      yield* VoiceStates.disconnectUser(ALICE)
      assert.strictEqual(yield* tag(VoiceStates.get(bot, ALICE)), "UnknownVoiceState")
      assert.strictEqual(yield* tag(VoiceStates.disconnectUser(ALICE)), "UnknownVoiceState")
    })
  )

  test(
    "begins a channel that was empty, and ends it as the last one who leaves; a deleted channel does not end",
    Effect.gen(function* () {
      yield* settle()
      yield* WorldEdits.put({ kind: "member", guild_id: HARBOUR, user_id: CAROL }, {})
      assert.deepStrictEqual(yield* marksOf(connect(ALICE, VOICE)), [[true, undefined]])
      assert.deepStrictEqual(yield* marksOf(connect(BOB, VOICE)), [[false, undefined]])
      assert.deepStrictEqual(yield* marksOf(connect(BOB, VOICE, { self_mute: true })), [[undefined, undefined]])
      assert.deepStrictEqual(yield* marksOf(connect(BOB, STAGE)), [[true, false]])
      assert.deepStrictEqual(yield* marksOf(connect(BOB, VOICE)), [[false, true]])
      // All at once: the last of them ends it.
      yield* connect(CAROL, VOICE)
      assert.deepStrictEqual(yield* marksOf(channel(VOICE, { name: "text", type: 0 })), [
        [undefined, false],
        [undefined, false],
        [undefined, true]
      ])
      for (const user of [ALICE, BOB]) yield* connect(user, STAGE)
      const gone = marksOf(WorldEdits.remove({ kind: "channel", guild_id: HARBOUR, channel_id: STAGE }))
      assert.deepStrictEqual(yield* gone, [
        [undefined, false],
        [undefined, false]
      ])
    })
  )

  test(
    "is connected in one guild at a time",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* connect(ALICE, VOICE)
      assert.deepStrictEqual(yield* eventsOf(connect(ALICE, ELSEWHERE)), ["voice_state.created", "voice_state.deleted"])
      assert.strictEqual(yield* tag(VoiceStates.get(bot, ALICE)), "UnknownVoiceState")
    })
  )

  test(
    "needs the right, the right kind of channel and room",
    Effect.gen(function* () {
      const bot = yield* settle()
      assert.strictEqual(yield* tag(connect(ALICE, GENERAL)), "WrongChannelType")
      assert.strictEqual(yield* tag(connect(CAROL, VOICE)), "UnknownMember")
      assert.strictEqual(yield* tag(connect(ALICE, VOICE, { self_video: true })), "MissingPermissions")
      assert.strictEqual(yield* tag(connect(ALICE, STAGE, { request_to_speak: true })), "MissingPermissions")
      assert.strictEqual(yield* tag(connect(ALICE, VOICE, { self_mute: "yes" })), "InvalidForm")
      yield* connect(ALICE, SMALL)
      // The owner may do everything; a bot without the right may not.
      yield* connect(BOB, SMALL)
      const without = yield* settle([])
      yield* connect(ALICE, SMALL)
      const full = yield* Effect.flip(update(without, SMALL))
      assert.deepNestedInclude(full, { _tag: "MissingPermissions" })
      assert.include(String(Reflect.get(full, "because")), "1 of 1")
      yield* connect(ALICE, VOICE)
      yield* update(bot, SMALL)
    })
  )
})

describeOnEachStore("a bot", (test) => {
  test(
    "connects by its session, and leaves when the session ends for good",
    Effect.gen(function* () {
      const bot = yield* settle()
      assert.strictEqual(yield* tag(update(bot, ELSEWHERE)), "MissingAccess")
      yield* update(bot, VOICE)
      assert.deepNestedInclude(yield* VoiceStates.getOwn(bot), { session_id: "session", self_deaf: true })
      // A new session of the bot takes over.
      assert.deepStrictEqual(yield* eventsOf(update(bot, VOICE, "next")), ["voice_state.updated"])
      const ended = (id: string) => VoiceStates.endSession({ id, application_id: PET_SHOP })
      assert.deepStrictEqual(yield* eventsOf(ended("session")), [])
      assert.deepStrictEqual(yield* eventsOf(ended("next")), ["voice_state.deleted"])
      yield* update(bot, VOICE)
      assert.deepStrictEqual(yield* eventsOf(update(bot, null)), ["voice_state.deleted"])
    })
  )

  test(
    "moderates: mutes, deafens, moves and disconnects members",
    Effect.gen(function* () {
      const bot = yield* settle()
      const edit = (body: object) => Members.edit(bot, ALICE, body)
      assert.strictEqual(yield* tag(edit({ mute: true })), "NotInVoice")
      yield* edit({ channel_id: null, mute: null })
      yield* connect(ALICE, VOICE)
      assert.deepStrictEqual(yield* eventsOf(edit({ mute: true, deaf: true, nick: "Al" })), [
        "member.updated",
        "voice_state.updated"
      ])
      assert.deepNestedInclude(yield* VoiceStates.get(bot, ALICE), { mute: true, deaf: true, "member.mute": true })
      yield* edit({ channel_id: STAGE })
      assert.deepNestedInclude(yield* VoiceStates.get(bot, ALICE), { channel_id: STAGE, mute: true, suppress: true })
      assert.strictEqual(yield* tag(edit({ channel_id: GENERAL })), "WrongChannelType")
      assert.strictEqual(yield* tag(edit({ channel_id: ELSEWHERE })), "MissingAccess")
      assert.deepStrictEqual(yield* eventsOf(edit({ channel_id: null })), ["voice_state.deleted"])
    })
  )

  test(
    "renames a member in a channel that it may not see, and leaves alone whoever it moves to where they are",
    Effect.gen(function* () {
      const bot = yield* settle()
      const hidden = { permission_overwrites: [{ id: PET_SHOP, type: 1, deny: ["VIEW_CHANNEL"] }] }
      yield* WorldEdits.patch({ kind: "channel", guild_id: HARBOUR, channel_id: VOICE }, hidden)
      yield* connect(ALICE, VOICE)
      assert.deepStrictEqual(yield* eventsOf(Members.edit(bot, ALICE, { nick: "Al" })), ["member.updated"])
      assert.strictEqual(yield* tag(Members.edit(bot, ALICE, { mute: true })), "MissingAccess")
      yield* connect(ALICE, STAGE)
      yield* VoiceStates.edit(bot, ALICE, { suppress: false })
      assert.deepStrictEqual(yield* eventsOf(Members.edit(bot, ALICE, { channel_id: STAGE })), [])
      assert.deepNestedInclude(yield* VoiceStates.get(bot, ALICE), { channel_id: STAGE, suppress: false })
    })
  )

  test(
    "moderates only with the right",
    Effect.gen(function* () {
      const bot = yield* settle([])
      yield* connect(ALICE, VOICE)
      for (const body of [{ mute: true }, { deaf: true }, { channel_id: null }, { channel_id: STAGE }])
        assert.strictEqual(yield* tag(Members.edit(bot, ALICE, body)), "MissingPermissions")
      assert.deepNestedInclude(yield* VoiceStates.get(bot, ALICE), { channel_id: VOICE, mute: false, deaf: false })
    })
  )

  test(
    "lets people speak on a stage",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* connect(ALICE, STAGE)
      yield* VoiceStates.edit(bot, ALICE, { channel_id: STAGE, suppress: false })
      const invited = yield* VoiceStates.get(bot, ALICE)
      assert.strictEqual(invited.suppress, false)
      assert.isString(invited.request_to_speak_timestamp)
      yield* VoiceStates.edit(bot, ALICE, { suppress: true })
      assert.deepNestedInclude(yield* VoiceStates.get(bot, ALICE), { suppress: true, request_to_speak_timestamp: null })
      assert.strictEqual(yield* tag(VoiceStates.edit(bot, ALICE, { channel_id: VOICE })), "InvalidForm")
      assert.strictEqual(yield* tag(VoiceStates.edit(bot, BOB, {})), "UnknownVoiceState")
      yield* update(bot, STAGE)
      const asked = "2026-01-01T00:00:00.000000+00:00"
      yield* VoiceStates.editOwn(bot, { request_to_speak_timestamp: asked })
      assert.deepNestedInclude(yield* VoiceStates.getOwn(bot), { suppress: true, request_to_speak_timestamp: asked })
      yield* VoiceStates.editOwn(bot, { suppress: false, request_to_speak_timestamp: null })
      assert.deepNestedInclude(yield* VoiceStates.getOwn(bot), { suppress: false, request_to_speak_timestamp: null })
      assert.strictEqual(yield* tag(VoiceStates.editOwn(bot, { request_to_speak_timestamp: "soon" })), "InvalidForm")
      yield* connect(ALICE, VOICE)
      assert.strictEqual(yield* tag(VoiceStates.edit(bot, ALICE, { suppress: true })), "WrongChannelType")
      const without = yield* settle([])
      yield* connect(ALICE, STAGE)
      yield* update(without, STAGE)
      for (const call of [
        VoiceStates.edit(without, ALICE, { suppress: false }),
        VoiceStates.editOwn(without, { suppress: false }),
        VoiceStates.editOwn(without, { request_to_speak_timestamp: asked })
      ])
        assert.strictEqual(yield* tag(call), "MissingPermissions")
      yield* VoiceStates.editOwn(without, { suppress: true })
    })
  )
})
