/** Soundboard sounds of guilds over REST, who plays them in voice, and what bots are told. */

import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { mostAt } from "@backlot/domain/guild/Boost"
import { DEFAULT_SOUNDS } from "@backlot/domain/guild/DefaultSound"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Sounds from "../../src/expression/Sounds.ts"
import { soundsOf } from "../../src/gateway/GatewaySoundEvents.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as VoiceEffects from "../../src/user/VoiceEffects.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { allowed, codes, tag } from "../fixture/Expressions.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events, transact } from "../fixture/Stores.ts"
import { told } from "../gateway/Telling.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, HORN, NOBODY, PET_SHOP, PIXEL, QUAY } = Play
const WAVE = "800000000000000001"
const [VOICE, OTHER] = ["200000000000000041", "200000000000000042"]
const [OWN, FAR] = ["840000000000000001", "840000000000000002"]
const ALL = ["CREATE_GUILD_EXPRESSIONS", "MANAGE_GUILD_EXPRESSIONS", "VIEW_CHANNEL"]

const settle = Effect.gen(function* () {
  yield* Play.settle()
  yield* WorldEdits.put({ kind: "emoji", guild_id: HARBOUR, emoji_id: WAVE }, { name: "wave" })
  return yield* allowed(ALL)
})

const sound = (sound_id: string, guild_id = HARBOUR) => ({ kind: "soundboard_sound" as const, guild_id, sound_id })
const BODY = { name: "horn", sound: HORN }
const frames = (count: number) => `data:audio/mpeg;base64,${btoa(`\xff\xfb\x90\0${"\0".repeat(413)}`.repeat(count))}`

describeOnEachStore("a soundboard sound", (test) => {
  test(
    "is made with a file, shown by the guild, changed and deleted",
    Effect.gen(function* () {
      const bot = yield* settle
      const before = (yield* events).length
      const made = yield* Sounds.create(bot, { ...BODY, emoji_name: "\u2693" })
      const { sound_id } = made
      const shown = {
        name: "horn",
        volume: 1,
        emoji_id: null,
        emoji_name: "\u2693",
        guild_id: HARBOUR,
        available: true
      }
      assert.deepInclude(made, shown)
      assert.deepNestedInclude(made, { "user.id": PET_SHOP })
      assert.hasAllKeys(made, [...Object.keys(shown), "sound_id", "user"])
      assert.strictEqual(yield* Sounds.file(sound_id), HORN)
      assert.deepStrictEqual(yield* Sounds.list(bot), { items: [made] })
      const edited = yield* Sounds.edit(bot, sound_id, { name: "bell", volume: 0.5, emoji_id: WAVE })
      assert.deepInclude(edited, { name: "bell", volume: 0.5, emoji_id: WAVE, emoji_name: null })
      assert.deepInclude(yield* Sounds.edit(bot, sound_id, { emoji_name: "\u2693" }), { emoji_id: null })
      assert.deepInclude(yield* Sounds.edit(bot, sound_id, { volume: null, emoji_name: null }), {
        volume: 1,
        emoji_name: null
      })
      assert.strictEqual(yield* Sounds.file(sound_id), HORN)
      yield* Sounds.remove(bot, sound_id)
      assert.strictEqual(yield* tag(Sounds.get(bot, sound_id)), "UnknownSound")
      assert.strictEqual(yield* tag(Sounds.remove(bot, sound_id)), "UnknownSound")
      assert.strictEqual(yield* tag(Sounds.file(sound_id)), "NotFound")
      assert.deepStrictEqual(yield* transact(() => Collections.soundFiles.list([])), [])
      const done = (yield* events).slice(before).filter(({ type }) => type.startsWith("soundboard"))
      assert.deepStrictEqual(
        done.map(({ type }) => type),
        ["created", "updated", "updated", "updated", "deleted"].map((what) => `soundboard_sound.${what}`)
      )
      assert.notInclude(JSON.stringify(done), "base64")
    })
  )

  test(
    "has a name, a volume and a file in bounds",
    Effect.gen(function* () {
      const bot = yield* settle
      const refused = (body: unknown) => codes(Sounds.create(bot, body))
      assert.deepStrictEqual(yield* refused({}), ["sound BASE_TYPE_REQUIRED", "name BASE_TYPE_REQUIRED"])
      assert.deepStrictEqual(yield* refused({ ...BODY, name: "a", volume: 2, emoji_name: "" }), [
        "name BASE_TYPE_BAD_LENGTH",
        "volume NUMBER_TYPE_MAX",
        "emoji_name BASE_TYPE_BAD_LENGTH"
      ])
      assert.deepStrictEqual(yield* refused({ ...BODY, sound: "x" }), ["sound BINARY_TYPE_INVALID_DATA_URI"])
      assert.deepStrictEqual(yield* refused({ ...BODY, sound: PIXEL }), ["sound SOUND_INVALID"])
      assert.strictEqual(yield* tag(Sounds.create(bot, { ...BODY, sound: frames(200) })), "SoundTooLong")
      assert.strictEqual(yield* tag(Sounds.create(bot, { ...BODY, sound: frames(1300) })), "SoundTooLarge")
      assert.strictEqual(yield* tag(Sounds.create(bot, { ...BODY, emoji_id: NOBODY })), "UnknownEmoji")
      assert.deepStrictEqual(yield* Sounds.list(bot), { items: [] })
    })
  )

  test(
    "is one of eight, or of 48 with MORE_SOUNDBOARD",
    Effect.gen(function* () {
      const bot = yield* settle
      yield* Effect.forEach(Array.from({ length: mostAt("sounds", {}) }), () => Sounds.create(bot, BODY))
      assert.strictEqual(yield* tag(Sounds.create(bot, BODY)), "TooManySounds")
      yield* WorldEdits.patch({ kind: "guild", guild_id: HARBOUR }, { features: ["MORE_SOUNDBOARD"] })
      assert.strictEqual(yield* tag(Sounds.create(bot, BODY)), "done")
    })
  )

  test(
    "is made with one right, and one's own changed with it; those of others with another",
    Effect.gen(function* () {
      yield* settle
      yield* WorldEdits.put(sound(OWN), { name: "horn", user_id: BOB })
      const none = yield* allowed(["VIEW_CHANNEL"])
      assert.strictEqual(yield* tag(Sounds.create(none, BODY)), "MissingPermissions")
      assert.notProperty((yield* Sounds.list(none)).items[0], "user")
      const maker = yield* allowed(["CREATE_GUILD_EXPRESSIONS"])
      assert.deepNestedInclude(yield* Sounds.get(maker, OWN), { "user.id": BOB })
      const { sound_id } = yield* Sounds.create(maker, BODY)
      yield* Sounds.edit(maker, sound_id, { name: "mine" })
      assert.strictEqual(yield* tag(Sounds.edit(maker, OWN, {})), "MissingPermissions")
      assert.strictEqual(yield* tag(Sounds.remove(maker, OWN)), "MissingPermissions")
      const manager = yield* allowed(["MANAGE_GUILD_EXPRESSIONS"])
      assert.strictEqual(yield* tag(Sounds.create(manager, BODY)), "MissingPermissions")
      yield* Sounds.remove(manager, OWN)
      yield* Sounds.remove(manager, sound_id)
    })
  )

  test(
    "outlives whoever made it and its emoji, and goes with its guild",
    Effect.gen(function* () {
      const bot = yield* settle
      yield* WorldEdits.put(sound(OWN), { name: "horn", user_id: CAROL, sound: HORN, emoji_id: WAVE })
      yield* WorldEdits.remove({ kind: "user", user_id: CAROL })
      yield* WorldEdits.remove({ kind: "emoji", guild_id: HARBOUR, emoji_id: WAVE })
      assert.deepInclude(yield* WorldEdits.get(sound(OWN)), { user_id: null, emoji_id: null, sound: HORN })
      assert.strictEqual((yield* Sounds.list(bot)).items.length, 1)
      yield* WorldEdits.remove({ kind: "guild", guild_id: HARBOUR })
      assert.deepStrictEqual(yield* transact(() => Collections.soundFiles.list([])), [])
    })
  )
})

const AUDIBLE = ["VIEW_CHANNEL", "CONNECT", "SPEAK", "USE_SOUNDBOARD"]

/** Alice and the bot are connected to a voice channel of Harbour, where everybody has these rights. */
const playing = Effect.fnUntraced(function* (rights: ReadonlyArray<string> = AUDIBLE) {
  yield* settle
  const bot = yield* allowed([])
  yield* WorldEdits.patch({ kind: "role", guild_id: HARBOUR, role_id: HARBOUR }, { permissions: rights })
  for (const channel_id of [VOICE, OTHER])
    yield* WorldEdits.put({ kind: "channel", guild_id: HARBOUR, channel_id }, { name: "voice", type: 2 })
  yield* WorldEdits.put({ kind: "member", guild_id: HARBOUR, user_id: ALICE }, {})
  for (const user_id of [ALICE, PET_SHOP])
    yield* WorldEdits.put({ kind: "voice_state", guild_id: HARBOUR, user_id }, { channel_id: VOICE })
  yield* WorldEdits.put(sound(OWN), { name: "horn", volume: 0.5, emoji_id: WAVE })
  yield* WorldEdits.put(sound(FAR, QUAY), { name: "far" })
  return { application: bot.application, channel_id: VOICE }
})

const state = (body: object, user_id: string = PET_SHOP) =>
  WorldEdits.patch({ kind: "voice_state", guild_id: HARBOUR, user_id }, body)

describeOnEachStore("a sound in events", (test) => {
  test(
    "names who made it to the bots that may make or manage expressions",
    Effect.gen(function* () {
      yield* settle
      const usersTold = Effect.fnUntraced(function* (permissions: ReadonlyArray<string>) {
        yield* allowed(permissions)
        const dispatches = yield* Effect.orDie(
          told(
            Effect.gen(function* () {
              yield* WorldEdits.put(sound(OWN), { name: "horn", user_id: BOB })
              yield* WorldEdits.patch(sound(OWN), { volume: 0.5 })
              yield* WorldEdits.patch(
                { kind: "guild", guild_id: HARBOUR },
                {
                  soundboard_sounds: ["5", "6"].map((id) => ({ id, name: "horn", user_id: BOB }))
                }
              )
              yield* WorldEdits.patch(
                { kind: "guild", guild_id: HARBOUR },
                {
                  soundboard_sounds: ["5", "6"].map((id) => ({ id, name: "bell", user_id: BOB }))
                }
              )
              yield* WorldEdits.patch({ kind: "guild", guild_id: HARBOUR }, { soundboard_sounds: [] })
            })
          )
        )
        return dispatches.flatMap(({ application_id, t, d }) => {
          if (application_id !== PET_SHOP || !/SOUND(S_UPDATE|_CREATE|_UPDATE)$/.test(t)) return []
          const sounds: ReadonlyArray<unknown> = Reflect.get(Object(d), "soundboard_sounds") ?? [d]
          return [`${t} ${sounds.map((one) => Reflect.get(Object(one), "user")?.id ?? "nobody").join()}`]
        })
      })
      const heard = (user: string) =>
        ["CREATE", "UPDATE", "CREATE", "CREATE", "S_UPDATE"].map((what) =>
          what === "S_UPDATE"
            ? `GUILD_SOUNDBOARD_SOUNDS_UPDATE ${user},${user}`
            : `GUILD_SOUNDBOARD_SOUND_${what} ${user}`
        )
      assert.deepStrictEqual(yield* usersTold(["VIEW_CHANNEL"]), heard("nobody"))
      assert.deepStrictEqual(yield* usersTold(["CREATE_GUILD_EXPRESSIONS"]), heard(BOB))
      assert.deepStrictEqual(yield* usersTold(["MANAGE_GUILD_EXPRESSIONS"]), heard(BOB))
    })
  )
})

describeOnEachStore("a sound that is played", (test) => {
  test(
    "is heard by the bots that are connected to the channel",
    Effect.gen(function* () {
      const at = yield* playing()
      const dispatched = (
        call: Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof VoiceEffects.play>>>
      ) => Effect.map(told(Effect.orDie(call)), (all) => all.filter(({ t }) => t === "VOICE_CHANNEL_EFFECT_SEND"))
      const own = yield* dispatched(VoiceEffects.play(at, { sound_id: OWN }))
      assert.deepStrictEqual(
        own.map(({ application_id, guild_id, intents, d }) => ({ application_id, guild_id, intents, d })),
        [
          {
            application_id: PET_SHOP,
            guild_id: HARBOUR,
            intents: INTENTS.GUILD_VOICE_STATES,
            d: {
              guild_id: HARBOUR,
              channel_id: VOICE,
              user_id: PET_SHOP,
              emoji: { id: WAVE, name: "wave", animated: false },
              animation_type: 1,
              animation_id: 0,
              sound_id: OWN,
              sound_volume: 0.5
            }
          }
        ]
      )
      const [standard] = yield* dispatched(VoiceEffects.play(at, { sound_id: "1" }))
      assert.deepInclude(standard?.d, { sound_id: 1, sound_volume: 1 })
      yield* state({ channel_id: OTHER })
      assert.deepStrictEqual(
        yield* dispatched(VoiceEffects.sendOfUser({ user_id: ALICE, channel_id: VOICE }, { sound: "horn" })),
        []
      )
    })
  )

  test(
    "needs somebody who is connected there, and may be heard",
    Effect.gen(function* () {
      const at = yield* playing()
      const play = (body: object = { sound_id: OWN }) => tag(VoiceEffects.play(at, body))
      assert.strictEqual(yield* tag(VoiceEffects.play({ ...at, channel_id: GENERAL }, {})), "WrongChannelType")
      assert.strictEqual(yield* tag(VoiceEffects.play({ ...at, channel_id: OTHER }, {})), "NotInVoice")
      assert.deepStrictEqual(yield* codes(VoiceEffects.play(at, {})), ["sound_id BASE_TYPE_REQUIRED"])
      for (const silent of ["mute", "deaf", "self_deaf", "suppress"]) {
        yield* state({ [silent]: true })
        assert.strictEqual(yield* play(), "MissingPermissions", silent)
        assert.strictEqual(yield* tag(VoiceEffects.admit(at)), "MissingPermissions", silent)
        yield* state({ [silent]: false })
      }
      yield* state({ self_mute: true })
      assert.strictEqual(yield* play(), "done")
      for (const right of ["SPEAK", "USE_SOUNDBOARD"]) {
        const permissions = AUDIBLE.filter((name) => name !== right)
        yield* WorldEdits.patch({ kind: "role", guild_id: HARBOUR, role_id: HARBOUR }, { permissions })
        assert.strictEqual(yield* play(), "MissingPermissions", right)
      }
    })
  )

  test(
    "is of the guild, a default one, or with a right of another guild that the bot is in",
    Effect.gen(function* () {
      const at = yield* playing()
      const play = (body: object) => tag(VoiceEffects.play(at, body))
      for (const body of [{ sound_id: NOBODY }, { sound_id: FAR }, { sound_id: OWN, source_guild_id: QUAY }])
        assert.strictEqual(yield* play(body), "UnknownSound")
      assert.strictEqual(yield* play({ sound_id: OWN, source_guild_id: HARBOUR }), "done")
      const far = { sound_id: FAR, source_guild_id: QUAY }
      assert.strictEqual(yield* play(far), "UnknownSound")
      yield* WorldEdits.put({ kind: "guild_install", guild_id: QUAY, application_id: PET_SHOP }, { scopes: ["bot"] })
      assert.strictEqual(yield* play(far), "MissingPermissions")
      const permissions = [...AUDIBLE, "USE_EXTERNAL_SOUNDS"]
      yield* WorldEdits.patch({ kind: "role", guild_id: HARBOUR, role_id: HARBOUR }, { permissions })
      assert.strictEqual(yield* play(far), "done")
      yield* WorldEdits.patch(sound(OWN), { available: false })
      assert.strictEqual(yield* play({ sound_id: OWN }), "UnknownSound")
    })
  )

  test(
    "is called by its name by people, who also send emojis",
    Effect.gen(function* () {
      yield* playing()
      const send = (body: object) => VoiceEffects.sendOfUser({ user_id: ALICE, channel_id: VOICE }, body)
      const sent = (body: object) =>
        Effect.map(Effect.andThen(send(body), events), (all) => all.at(-1)?.data as Readonly<Record<string, unknown>>)
      assert.deepInclude(yield* sent({ sound: "horn" }), { sound_id: OWN, user_id: ALICE })
      assert.deepInclude(yield* sent({ sound: OWN }), { sound_id: OWN })
      assert.deepInclude(yield* sent({ sound: "Quack" }), { sound_id: 1 })
      assert.deepInclude(yield* sent({ emoji: "\u2693" }), { emoji: { id: null, name: "\u2693", animated: false } })
      assert.deepInclude(yield* sent({ emoji: `wave:${WAVE}` }), { emoji: { id: WAVE, name: "wave", animated: false } })
      assert.strictEqual(yield* tag(send({ sound: "gong" })), "UnknownSound")
      assert.strictEqual(yield* tag(send({ sound: FAR })), "UnknownSound")
      assert.strictEqual(yield* tag(send({ emoji: "gong" })), "UnknownReactionEmoji")
      for (const body of [{}, { sound: "horn", emoji: "\u2693" }])
        assert.deepStrictEqual(yield* codes(send(body)), [" VOICE_EFFECT_INVALID"])
      yield* state({ mute: true }, ALICE)
      assert.strictEqual(yield* tag(send({ sound: "horn" })), "MissingPermissions")
      assert.strictEqual(yield* tag(send({ emoji: "\u2693" })), "done")
      assert.strictEqual(yield* tag(VoiceEffects.sendOfUser({ user_id: BOB, channel_id: VOICE }, {})), "NotInVoice")
    })
  )

  test(
    "is asked for over the gateway, with those of other guilds of the bot",
    Effect.gen(function* () {
      yield* playing()
      const asked = yield* soundsOf(PET_SHOP, [HARBOUR, QUAY, NOBODY, HARBOUR])
      assert.deepStrictEqual(
        asked.map(({ guild_id, soundboard_sounds }) => [guild_id, soundboard_sounds.length]),
        [[HARBOUR, 1]]
      )
      assert.deepInclude(asked[0]?.soundboard_sounds[0], { sound_id: OWN, guild_id: HARBOUR })
      assert.strictEqual(yield* Sounds.file(DEFAULT_SOUNDS[0].sound_id), null)
    })
  )
})
