import { WireFrame } from "@backlot/protocol/control/ControlWire"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { APP, LIVE, running } from "../fixture/Running.ts"
import { watch } from "../fixture/Watching.ts"
import { HARBOUR } from "../gateway/World.ts"
import * as V from "./VoiceClient.ts"

layer(running({ world: V.voiceWorld, voice: true }), LIVE)("who watches the wire", (it) => {
  it.effect("sees each frame of a voice connection, and its end, without the token and the key", () =>
    Effect.gen(function* () {
      const all = yield* watch()
      const { until, text } = yield* watch("?surfaces=voice")
      const { caller, place, voice, ready, described } = yield* V.inVoice()
      voice.sendRaw(Uint8Array.of(26, 1, 2, 3))
      voice.send(3, { t: 7, seq_ack: 2 })
      yield* V.taken(voice, 6)
      yield* voice.close(1000)
      const seen = yield* until(({ data }) => data["close"] !== undefined)
      for (const { data } of seen) assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(WireFrame)(data), data)
      const { session_id } = caller
      const head = { event: "voice", session_id, application_id: APP }
      assert.deepStrictEqual(
        seen.map(({ event, data: { direction, op, s, session_id, application_id } }) => [
          { event, session_id, application_id },
          direction,
          op,
          s
        ]),
        [
          [{ ...head, session_id: null, application_id: null }, "out", 8, null],
          [{ ...head, session_id: null, application_id: null }, "in", 0, null],
          [head, "out", 2, 1],
          [head, "in", 1, null],
          [head, "out", 4, 2],
          [head, "in", 26, null],
          [head, "in", 3, null],
          [head, "out", 6, null],
          [head, "in", null, null]
        ]
      )
      const dataOf = (n: number) => JSON.parse(String(seen[n]?.data["d"]))
      assert.deepStrictEqual(dataOf(1), { ...V.identify(caller, place), token: "…" })
      assert.deepStrictEqual(dataOf(2), ready)
      assert.deepStrictEqual(dataOf(4), { ...described, secret_key: "…" })
      assert.deepStrictEqual(dataOf(5), { bytes: 4 })
      assert.strictEqual(new Set(seen.map(({ data }) => data["connection"])).size, 1)
      assert.deepStrictEqual(seen.at(-1)?.data["close"], { code: 1000 })
      yield* all.until(({ event, data }) => event === "voice" && data["close"] !== undefined)
      for (const shown of [text(), all.text()]) {
        assert.notInclude(shown, place.token)
        assert.notInclude(shown, JSON.stringify(described["secret_key"]).slice(1, -1))
      }
    })
  )

  it.effect("sees why the server ended a voice connection, and what is no frame", () =>
    Effect.gen(function* () {
      const { until } = yield* watch("?surfaces=voice")
      const voice = yield* V.connected()
      voice.send(7, { server_id: HARBOUR, session_id: "x", token: "a-secret" })
      yield* voice.closed
      const other = yield* V.connected()
      other.sendRaw("{")
      yield* other.closed
      const seen = yield* until(({ data }) => data["close"] !== undefined && Object(data["close"]).code === 4002)
      const [first, second] = [...Map.groupBy(seen, ({ data }) => data["connection"]).values()].map((frames) =>
        frames.map(({ data }) => data)
      )
      assert.deepInclude(first?.[1], { op: 7, d: JSON.stringify({ server_id: HARBOUR, session_id: "x", token: "…" }) })
      assert.deepNestedInclude(first?.[2], { direction: "out", "close.code": 4006 })
      assert.deepInclude(second?.[1], { op: null, d: "{" })
      assert.deepNestedInclude(second?.[2], { direction: "out", "close.code": 4002 })
    })
  )
})
