import { voice as limits } from "@backlot/domain/base/VoiceLimits"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, at, LIVE, OTHER_APP, running, SECRETS } from "../fixture/Running.ts"
import { connectTo, fields } from "../gateway/Bot.ts"
import { HARBOUR } from "../gateway/World.ts"
import * as V from "./VoiceClient.ts"

layer(running({ world: V.voiceWorld, voice: true }), LIVE)("a voice connection", (it) => {
  it.effect("becomes ready by hello, identify, ready, select protocol and session description", () =>
    Effect.gen(function* () {
      const caller = yield* V.caller()
      const place = yield* V.placed(caller)
      assert.strictEqual(place.endpoint, new URL(yield* at("")).host)
      const voice = yield* connectTo(`ws://${place.endpoint}/?v=8`)
      assert.deepStrictEqual(fields(yield* V.taken(voice, 8)), { v: 8, heartbeat_interval: 41_250 })
      voice.send(0, V.identify(caller, place))
      const ready = yield* V.taken(voice, 2)
      assert.strictEqual(ready.seq, 1)
      const { ip, port, modes } = fields(ready) as unknown as V.Ready
      assert.strictEqual(ip, "127.0.0.1")
      assert.isAbove(port, 0)
      assert.deepStrictEqual(modes, ["aead_aes256_gcm_rtpsize", "aead_xchacha20_poly1305_rtpsize"])
      voice.send(1, V.SELECT)
      const described = yield* V.taken(voice, 4)
      assert.strictEqual(described.seq, 2)
      const { secret_key, ...others } = fields(described)
      assert.deepStrictEqual(others, { mode: V.SELECT.data.mode, dave_protocol_version: 0, audio_codec: "opus" })
      assert.isTrue(Array.isArray(secret_key) && secret_key.length === 32 && secret_key.some((byte) => byte > 0))
      voice.send(3, { t: 7, seq_ack: 2 })
      assert.deepStrictEqual((yield* V.taken(voice, 6)).d, { t: 7 })
    })
  )

  it.effect("of version 4 has plain heartbeats and no numbers", () =>
    Effect.gen(function* () {
      const { voice } = yield* V.inVoice(SECRETS.bot, V.LOUNGE, 4)
      voice.send(3, 1234)
      assert.deepStrictEqual(yield* voice.next, { op: 6, d: 1234 } as never)
    })
  )

  it.effect("hears who is there, who comes, who goes and who speaks", () =>
    Effect.gen(function* () {
      const first = yield* V.inVoice(SECRETS.bot, V.STUDIO)
      const second = yield* V.inVoice(SECRETS.otherBot, V.STUDIO)
      assert.deepStrictEqual(fields(yield* V.taken(first.voice, 11)), { user_ids: [OTHER_APP] })
      assert.deepStrictEqual(fields(yield* V.taken(second.voice, 11)), { user_ids: [APP] })
      yield* V.aliceJoins(V.STUDIO)
      assert.deepStrictEqual(fields(yield* V.taken(first.voice, 11)), { user_ids: [ALICE] })
      yield* V.aliceJoins(V.LOUNGE)
      assert.deepStrictEqual(fields(yield* V.taken(first.voice, 13)), { user_id: ALICE })
      const { ssrc } = second.ready
      second.voice.send(5, { speaking: 1, delay: 0, ssrc })
      assert.deepStrictEqual(fields(yield* V.taken(first.voice, 5)), { user_id: OTHER_APP, ssrc, speaking: 1 })
      second.voice.send(5, { speaking: true })
      assert.deepStrictEqual(fields(yield* V.taken(first.voice, 5)), { user_id: OTHER_APP, ssrc, speaking: 1 })
      V.join(second.caller, null)
      assert.deepStrictEqual(fields(yield* V.taken(first.voice, 13)), { user_id: OTHER_APP })
      assert.strictEqual((yield* second.voice.closed).code, 4014)
      yield* V.control("DELETE", `/users/${ALICE}/voice`)
    })
  )

  it.effect("ignores what belongs to end-to-end encryption", () =>
    Effect.gen(function* () {
      const { voice } = yield* V.inVoice()
      voice.sendRaw(Uint8Array.of(26, 1, 2, 3))
      voice.send(23, { transition_id: 0 })
      voice.send(3, 1)
      yield* V.taken(voice, 6)
    })
  )

  it.effect("is resumed with what it missed", () =>
    Effect.gen(function* () {
      const { caller, place, voice } = yield* V.inVoice()
      voice.socket.terminate()
      yield* V.until(V.listed, ({ connections }) => connections.some(({ connected }) => connected === false))
      yield* V.aliceJoins(V.LOUNGE)
      const again = yield* V.connected()
      again.send(7, { server_id: HARBOUR, session_id: caller.session_id, token: place.token, seq_ack: 2 })
      yield* V.taken(again, 9)
      const missed = yield* V.taken(again, 11)
      assert.deepStrictEqual([missed.seq, missed.d], [3, { user_ids: [ALICE] }])
      yield* V.control("DELETE", `/users/${ALICE}/voice`)
      assert.strictEqual((yield* V.taken(again, 13)).seq, 4)
    })
  )

  it.effect("is replaced when another connection resumes its session", () =>
    Effect.gen(function* () {
      const { caller, place, voice } = yield* V.inVoice()
      const again = yield* V.connected()
      again.send(7, { server_id: HARBOUR, session_id: caller.session_id, token: place.token })
      yield* V.taken(again, 9)
      assert.strictEqual((yield* voice.closed).code, 4006)
      again.send(3, 1)
      yield* V.taken(again, 6)
    })
  )

  it.effect("that broke gets a new token when the bot connects again, and none while the last one is new", () =>
    Effect.gen(function* () {
      const { caller, place, voice } = yield* V.inVoice()
      yield* voice.close(1000)
      yield* V.until(V.listed, ({ connections }) => connections.length === 0)
      const next = yield* V.placed(caller)
      assert.notStrictEqual(next.token, place.token)
      V.join(caller, V.LOUNGE)
      V.join(caller, V.STUDIO)
      const moved = yield* V.told(caller, "VOICE_STATE_UPDATE")
      assert.strictEqual(moved["channel_id"], V.STUDIO)
      yield* V.told(caller, "VOICE_SERVER_UPDATE")
    })
  )
})

layer(running({ world: V.voiceWorld, voice: true }), LIVE)("a voice connection ends", (it) => {
  it.effect("with 4014 when the bot is moved", () =>
    Effect.gen(function* () {
      const { voice, caller } = yield* V.inVoice()
      yield* V.control("PATCH", `/guilds/${HARBOUR}/voice_states/${APP}`, { channel_id: V.STUDIO })
      const { code, reason } = yield* voice.closed
      assert.deepStrictEqual([code, reason.includes(V.STUDIO)], [4014, true])
      const place = (yield* V.told(caller, "VOICE_SERVER_UPDATE")) as unknown as V.Place
      const next = yield* V.connected()
      next.send(0, V.identify(caller, place))
      yield* V.taken(next, 2)
    })
  )

  it.effect("with 4014 when the region of the channel changes, and the bot is told of the next server", () =>
    Effect.gen(function* () {
      const { voice, caller, place } = yield* V.inVoice(SECRETS.bot, V.STUDIO)
      const other = yield* V.inVoice(SECRETS.otherBot, V.LOUNGE)
      yield* V.control("PATCH", `/guilds/${HARBOUR}/channels/${V.STUDIO}`, { name: "Attic" })
      yield* V.control("PATCH", `/guilds/${HARBOUR}/channels/${V.STUDIO}`, { rtc_region: "rotterdam" })
      const { code, reason } = yield* voice.closed
      assert.deepStrictEqual([code, reason.includes("rotterdam")], [4014, true])
      const next = (yield* V.told(caller, "VOICE_SERVER_UPDATE")) as unknown as V.Place
      assert.notStrictEqual(next.token, place.token)
      const again = yield* V.connected()
      again.send(0, V.identify(caller, next))
      yield* V.taken(again, 2)
      other.voice.send(3, 1)
      yield* V.taken(other.voice, 6)
    })
  )

  it.effect("with 4014 when the bot is disconnected, and the token is void", () =>
    Effect.gen(function* () {
      const { voice, caller, place } = yield* V.inVoice()
      yield* V.control("DELETE", `/guilds/${HARBOUR}/voice_states/${APP}`)
      assert.strictEqual((yield* voice.closed).code, 4014)
      const next = yield* V.connected()
      next.send(7, { server_id: HARBOUR, session_id: caller.session_id, token: place.token })
      assert.strictEqual((yield* next.closed).code, 4006)
    })
  )

  it.effect("with 4014 when the gateway session ends", () =>
    Effect.gen(function* () {
      const { voice, caller } = yield* V.inVoice()
      yield* caller.bot.close(1000)
      assert.strictEqual((yield* voice.closed).code, 4014)
    })
  )

  it.effect("with 4022 when the channel is deleted", () =>
    Effect.gen(function* () {
      const { voice } = yield* V.inVoice(SECRETS.bot, V.STUDIO)
      yield* V.control("DELETE", `/guilds/${HARBOUR}/channels/${V.STUDIO}`)
      const { code, reason } = yield* voice.closed
      assert.deepStrictEqual([code, reason.includes("deleted")], [4022, true])
    })
  )

  it.effect("with 4014 when the world is replaced", () =>
    Effect.gen(function* () {
      const { voice } = yield* V.inVoice()
      yield* V.control("POST", "/reset")
      assert.strictEqual((yield* voice.closed).code, 4014)
    })
  )
})

layer(running({ world: V.voiceWorld }), LIVE)("without voice", (it) => {
  it.effect("a bot is told that there is no voice server", () =>
    Effect.gen(function* () {
      const place = yield* V.placed(yield* V.caller())
      assert.strictEqual(place.endpoint, null as never)
      assert.isAtMost(place.token.length, limits.textMax)
    })
  )
})
