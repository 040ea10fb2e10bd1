/** The UDP socket of voice in the hands of strangers: whose packets count, who gets answers, and how many. */
import { createSocket } from "node:dgram"
import { voice as limits } from "@backlot/domain/base/VoiceLimits"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { VoiceLink } from "../../src/voice/VoiceLink.ts"
import { VoiceRegistry } from "../../src/voice/VoiceRegistry.ts"
import { VoiceSession } from "../../src/voice/VoiceSession.ts"
import { receive } from "../../src/voice/VoiceUdp.ts"
import { LIVE, running } from "../fixture/Running.ts"
import * as V from "./VoiceClient.ts"

const makeRegistry = () => {
  const clock = { now: 0 }
  let last = 0
  const sha256 = () => (++last).toString(16).padStart(8, "0").repeat(8)
  const registry = new VoiceRegistry(() => clock.now, { sha256, equal: (a, b) => a === b }, "key")
  registry.endpoint = "127.0.0.1:1"
  const begun = (guild_id: string) => {
    const place = { application_id: "1", user_id: "2", guild_id, channel_id: "3", session_id: "s" }
    const { token } = registry.tell(place, 0)
    const socket = { readyState: 3 }
    // Nothing is sent to it.
    const link = new VoiceLink(socket as never, { version: 8, localAddress: "" }, 0, { ended: () => {} })
    const session = registry.identify(link, { server_id: guild_id, user_id: "2", session_id: "s", token })
    return session instanceof VoiceSession ? session : expect.fail(session.because)
  }
  const answers: Array<{ readonly bytes: Uint8Array; readonly port: number }> = []
  const from = (port: number, bytes: Uint8Array) =>
    receive(registry, (bytes, { port }) => answers.push({ bytes, port }), bytes, { address: "127.0.0.1", port })
  return { clock, registry, begun, answers, from }
}

describe("the packets of a session", () => {
  it("come from one address once it is ready, whoever else knows its ssrc", () => {
    const { begun, answers, from } = makeRegistry()
    const session = begun("5")
    from(1, V.discovery(session.ssrc))
    // Its address may change until it is ready, as where a network gives it another.
    from(2, V.discovery(session.ssrc))
    session.mode = "aead_aes256_gcm_rtpsize"
    from(9, V.discovery(session.ssrc))
    from(9, V.sound(session.ssrc))
    from(2, V.sound(session.ssrc))
    from(2, V.discovery(session.ssrc))
    expect(answers.map(({ port }) => port)).toEqual([1, 2, 2])
    expect(session).toMatchObject({ address: "127.0.0.1:2", packets: 1, dropped: 2 })
  })

  it("have a bounded rate, and a smaller one of answers", () => {
    const { clock, begun, answers, from } = makeRegistry()
    const session = begun("5")
    session.mode = "aead_aes256_gcm_rtpsize"
    for (let n = 0; n < limits.answersPerSecond + 10; n++) from(1, V.discovery(session.ssrc))
    expect(answers).toHaveLength(limits.answersPerSecond)
    expect(session.dropped).toBe(10)
    const left = limits.packetsPerSecond - limits.answersPerSecond - 10
    for (let n = 0; n < left + 5; n++) from(1, V.sound(session.ssrc))
    expect(session).toMatchObject({ packets: left, dropped: 15 })
    clock.now = 1_000
    from(1, Buffer.alloc(8))
    expect(answers).toHaveLength(limits.answersPerSecond + 1)
  })

  it("of all sessions have a bounded rate", () => {
    const { clock, registry, begun, answers, from } = makeRegistry()
    const sessions = Array.from({ length: 200 }, (_, n) => begun(String(n)))
    for (const session of sessions)
      for (let n = 0; n < limits.answersPerSecond; n++) from(session.ssrc, V.discovery(session.ssrc))
    expect(answers).toHaveLength(limits.answersInAll)
    for (const session of sessions) {
      session.mode = "aead_aes256_gcm_rtpsize"
      for (let n = 0; n < limits.packetsPerSecond; n++) from(session.ssrc, V.sound(session.ssrc))
    }
    const counted = sessions.reduce((sum, { packets }) => sum + packets, 0)
    expect(counted + 200 * limits.answersPerSecond).toBe(limits.packetsInAll)
    // Strangers take nothing of it.
    clock.now = 1_000
    for (let n = 0; n <= limits.packetsInAll; n++) from(1, V.sound(0))
    expect(registry.strayPackets).toBe(limits.packetsInAll + 1)
    const [first] = sessions
    from(first?.ssrc ?? 0, V.sound(first?.ssrc ?? 0))
    expect(sessions.reduce((sum, { packets }) => sum + packets, 0)).toBe(counted + 1)
  })
})

layer(running({ world: V.voiceWorld, voice: true, host: "::1" }), LIVE)("at ::1", (it) => {
  it.effect("a bot is told its own address, and sends sound", () =>
    Effect.gen(function* () {
      const { ready } = yield* V.inVoice()
      assert.strictEqual(ready.ip, "::1")
      const { socket, answers } = yield* V.udpAt("::1")
      socket.send(V.discovery(ready.ssrc), ready.port, "::1")
      yield* V.until(
        Effect.sync(() => answers),
        (all) => all.length === 1
      )
      assert.strictEqual(answers[0]?.subarray(8, 12).toString(), "::1\0")
      assert.strictEqual(answers[0]?.readUInt16BE(72), socket.address().port)
      socket.send(V.sound(ready.ssrc), ready.port, "::1")
      yield* V.until(V.listed, ({ connections }) => connections[0]?.["packets"] === 1)
    })
  )
})

layer(running({ world: V.voiceWorld, voice: true }), LIVE)("on loopback", (it) => {
  it.effect("the socket of voice is at the address of the server alone", () =>
    Effect.gen(function* () {
      const { ready } = yield* V.inVoice()
      // The port is free at every other address of this computer.
      for (const [type, host] of [
        ["udp4", "127.0.0.2"],
        ["udp6", "::1"]
      ] as const) {
        const other = createSocket(type)
        yield* Effect.callback<void>((resume) => {
          other.once("error", (error) => resume(Effect.die(error)))
          other.bind({ port: ready.port, address: host, exclusive: true }, () => resume(Effect.void))
        })
        other.close()
      }
    })
  )
})
