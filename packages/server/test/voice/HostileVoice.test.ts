import { voice as limits } from "@backlot/domain/base/VoiceLimits"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at, LIVE, OTHER_APP, running, SECRETS } from "../fixture/Running.ts"
import { type Bot, connectTo } from "../gateway/Bot.ts"
import { HARBOUR, MARKET } from "../gateway/World.ts"
import * as V from "./VoiceClient.ts"

const BEFORE: ReadonlyArray<readonly [number, string, (voice: Bot) => void]> = [
  [4001, "an opcode that nobody knows", (voice) => voice.send(99)],
  [4001, "an opcode that only servers send", (voice) => voice.send(2)],
  [4002, "no JSON", (voice) => voice.sendRaw("{")],
  [4002, "JSON that is no object", (voice) => voice.sendRaw("[]")],
  [4002, "bytes that are not UTF-8", (voice) => voice.sendRaw(new Uint8Array([0x83, 0xff, 0xfe]))],
  [4002, "a frame that is too large", (voice) => voice.sendRaw(" ".repeat(5_000))],
  [4002, "a heartbeat without a nonce", (voice) => voice.send(3, {})],
  [4002, "an identify without data", (voice) => voice.send(0)],
  [4002, "a resume without a session", (voice) => voice.send(7, { server_id: HARBOUR, token: "x" })],
  [4003, "a protocol before identify", (voice) => voice.send(1, V.SELECT)],
  [4003, "speaking before identify", (voice) => voice.send(5, { speaking: 1 })],
  [4006, "a resume of nobody", (voice) => voice.send(7, { server_id: HARBOUR, session_id: "x", token: "x" })],
  [
    4021,
    "too many frames",
    (voice) => {
      for (let i = 0; i <= limits.sends; i++) voice.send(3, 1)
    }
  ]
]

const AFTER: ReadonlyArray<readonly [number, string, (voice: Bot, ssrc: number) => void]> = [
  [4005, "a second identify", (voice) => voice.send(0, {})],
  [4005, "a resume in a session", (voice) => voice.send(7, {})],
  [4012, "another protocol", (voice) => voice.send(1, { ...V.SELECT, protocol: "webrtc" })],
  [
    4016,
    "a mode that is not offered",
    (voice) => voice.send(1, { ...V.SELECT, data: { ...V.SELECT.data, mode: "x" } })
  ],
  [4020, "a port that is none", (voice) => voice.send(1, { ...V.SELECT, data: { ...V.SELECT.data, port: -1 } })],
  [4020, "the voice of another", (voice, ssrc) => voice.send(5, { speaking: 1, ssrc: ssrc + 1 })]
]

layer(running({ world: V.voiceWorld, voice: true }), LIVE)("a voice connection is closed", (it) => {
  it.effect.each(BEFORE)("with %s for %s", ([code, , say]) =>
    Effect.gen(function* () {
      const voice = yield* V.connected()
      say(voice)
      assert.strictEqual((yield* voice.closed).code, code)
    })
  )

  it.effect.each(AFTER)("with %s for %s", ([code, , say]) =>
    Effect.gen(function* () {
      const { voice, ready } = yield* V.inVoice()
      say(voice, ready.ssrc)
      assert.strictEqual((yield* voice.closed).code, code)
    })
  )

  it.effect("for a token that is wrong, another's, used, or of no session", () =>
    Effect.gen(function* () {
      const caller = yield* V.caller()
      const place = yield* V.placed(caller)
      const right = V.identify(caller, place)
      const refused = Effect.fnUntraced(function* (d: object) {
        const voice = yield* V.connected()
        voice.send(0, d)
        const { code, reason } = yield* voice.closed
        assert.isAbove(reason.split(". ").length, 1, "says why")
        return code
      })
      assert.strictEqual(yield* refused({ ...right, token: "x".repeat(32) }), 4004)
      assert.strictEqual(yield* refused({ ...right, user_id: OTHER_APP }), 4004)
      assert.strictEqual(yield* refused({ ...right, session_id: "x" }), 4006)
      assert.strictEqual(yield* refused({ ...right, server_id: MARKET }), 4011)
      const voice = yield* V.connected()
      voice.send(0, right)
      yield* V.taken(voice, 2)
      assert.strictEqual(yield* refused(right), 4006)
      const ahead = yield* V.connected()
      ahead.send(7, { server_id: HARBOUR, session_id: caller.session_id, token: place.token, seq_ack: 99 })
      assert.strictEqual((yield* ahead.closed).code, 4006)
      voice.send(3, 1)
      yield* V.taken(voice, 6)
    })
  )

  it.effect("for a version that is none", () =>
    Effect.gen(function* () {
      for (const query of ["/voice?v=3", "/voice?v=9", "/voice"]) {
        const voice = yield* connectTo((yield* at(query)).replace("http", "ws"))
        assert.strictEqual((yield* voice.closed).code, 4020)
      }
    })
  )

  it.effect("and the other gateway keeps its paths", () =>
    Effect.gen(function* () {
      for (const [path, op] of [
        ["/", 10],
        ["/?v=10&encoding=json", 10],
        ["/gateway?v=10", 10],
        ["/?v=8", 8],
        ["/?v=4", 8],
        ["/voice?v=8", 8],
        ["/voice/?v=7", 8]
      ] as const) {
        const bot = yield* connectTo((yield* at(path)).replace("http", "ws"))
        assert.strictEqual((yield* bot.next).op, op, path)
      }
      for (const path of ["/gateway?v=8", "/?v=8&encoding=json"]) {
        const bot = yield* connectTo((yield* at(path)).replace("http", "ws"))
        assert.strictEqual((yield* bot.closed).code, 4012, path)
      }
    })
  )
})

layer(running({ world: V.voiceWorld, voice: true }), LIVE)("UDP", (it) => {
  it.effect("says the own address, echoes keep-alives, and counts sound", () =>
    Effect.gen(function* () {
      const { ready } = yield* V.inVoice()
      const { socket, answers } = yield* V.udp
      const { ssrc, port } = ready
      socket.send(V.discovery(ssrc), port, "127.0.0.1")
      yield* V.until(
        Effect.sync(() => answers.length),
        (count) => count === 1
      )
      const [found] = answers
      assert.deepStrictEqual(
        [found?.length, found?.readUInt16BE(0), found?.readUInt32BE(4), found?.readUInt16BE(72)],
        [74, 2, ssrc, socket.address().port]
      )
      assert.strictEqual(found?.subarray(8, 18).toString(), "127.0.0.1\0")
      const alive = Buffer.from([9, 0, 0, 0, 0, 0, 0, 0])
      socket.send(alive, port, "127.0.0.1")
      yield* V.until(
        Effect.sync(() => answers.length),
        (count) => count === 2
      )
      assert.deepStrictEqual(answers[1], alive)
      for (let i = 0; i < 5; i++) socket.send(V.sound(ssrc), port, "127.0.0.1")
      const { connections } = yield* V.until(V.listed, ({ connections }) => connections[0]?.["packets"] === 5)
      assert.deepInclude(connections[0], { bytes: 300, dropped: 0, keep_alives: 1, ready: true, version: 8, ssrc })
      // Sound has no answer.
      assert.lengthOf(answers, 2)
    })
  )

  it.effect("drops what belongs to no session, comes from elsewhere, or too often, and answers none of it", () =>
    Effect.gen(function* () {
      const { ready } = yield* V.inVoice(SECRETS.otherBot)
      const { ssrc, port } = ready
      const own = yield* V.udp
      const stranger = yield* V.udp
      const before = (yield* V.listed).stray_packets
      const bad = [
        V.discovery((ssrc ^ 1) >>> 0),
        V.discovery(ssrc).subarray(0, 73),
        V.sound((ssrc ^ 1) >>> 0),
        V.sound(ssrc, limits.packetBytes + 1),
        Buffer.alloc(8),
        Buffer.alloc(1),
        Buffer.alloc(0)
      ]
      for (const bytes of bad) stranger.socket.send(bytes, port, "127.0.0.1")
      yield* V.until(V.listed, ({ stray_packets }) => stray_packets === before + bad.length)
      own.socket.send(V.discovery(ssrc), port, "127.0.0.1")
      yield* V.until(
        Effect.sync(() => own.answers.length),
        (count) => count === 1
      )
      stranger.socket.send(V.sound(ssrc), port, "127.0.0.1")
      const mine = Effect.map(V.listed, ({ connections }) => connections.find((one) => one["ssrc"] === ssrc))
      yield* V.until(mine, (one) => one?.["dropped"] === 1)
      // So many at once that the buffer of the socket holds them.
      const flood = Effect.sync(() => {
        for (let i = 0; i < 50; i++) own.socket.send(V.sound(ssrc), port, "127.0.0.1")
      })
      yield* V.until(Effect.andThen(flood, mine), (one) => Number(one?.["dropped"]) > 1)
      assert.isAtLeast(Number((yield* mine)?.["packets"]), limits.packetsPerSecond - 2)
      assert.lengthOf(stranger.answers, 0)
    })
  )
})
