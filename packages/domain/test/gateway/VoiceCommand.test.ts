import { voice } from "@backlot/domain/base/VoiceLimits"
import * as VoiceCommand from "@backlot/domain/gateway/VoiceCommand"
import { Result } from "effect"
import { describe, expect, it } from "vitest"

const LONG = "a".repeat(voice.textMax + 1)
const WHO = { server_id: "200000000000000001", user_id: "100000000000000001", session_id: "s", token: "t" }
const CHOICE = { address: "127.0.0.1", port: 50_000, mode: "aead_aes256_gcm_rtpsize" }
const choice = (data: object) => ({ protocol: "udp", data: { ...CHOICE, ...data } })

const codeOf = (result: Result.Result<unknown, VoiceCommand.VoiceRefusal>) =>
  Result.isFailure(result) ? result.failure.code : Result.isSuccess(result) && "accepted"

describe("a frame of the voice gateway", () => {
  it.each([
    ["{", 4002],
    ["[]", 4002],
    ["null", 4002],
    ['{"d":1}', 4002],
    ['{"op":"0"}', 4002],
    ['{"op":1.5}', 4002],
    [`{"op":0,"d":${"[".repeat(100)}${"]".repeat(100)}}`, 4002],
    ['{"op":2}', 4001],
    ['{"op":99}', 4001],
    ['{"op":0,"d":{}}', "accepted"],
    ['{"op":12,"d":{}}', "accepted"]
  ])("%s is answered by %s", (text, code) => {
    expect(codeOf(VoiceCommand.decodeVoiceFrame(text))).toBe(code)
  })
})

describe("what a client says", () => {
  it.each([
    [
      "identify",
      VoiceCommand.decodeVoiceIdentify,
      [WHO],
      [null, [], { ...WHO, server_id: "x" }, { ...WHO, user_id: 1.5 }]
    ],
    [
      "identify",
      VoiceCommand.decodeVoiceIdentify,
      [],
      [
        { ...WHO, token: LONG },
        { ...WHO, session_id: null }
      ]
    ],
    ["resume", VoiceCommand.decodeVoiceResume, [WHO, { ...WHO, seq_ack: -1 }, { ...WHO, seq_ack: 3 }], [1, {}]],
    [
      "resume",
      VoiceCommand.decodeVoiceResume,
      [],
      [
        { ...WHO, seq_ack: 0.5 },
        { ...WHO, seq_ack: "1" }
      ]
    ],
    ["heartbeat", VoiceCommand.decodeVoiceHeartbeat, [1, 0.5, { t: 1 }, { t: 1, seq_ack: 2 }], [null, "1", {}]],
    ["heartbeat", VoiceCommand.decodeVoiceHeartbeat, [], [{ t: 1, seq_ack: -2 }, { t: null }]],
    ["select", VoiceCommand.decodeSelectProtocol, [choice({})], ["udp", { protocol: "udp" }]],
    ["speaking", VoiceCommand.decodeSpeaking, [{ speaking: 1 }, { speaking: true, ssrc: 3 }], [{}, { speaking: -1 }]],
    ["speaking", VoiceCommand.decodeSpeaking, [], [{ speaking: 1, ssrc: "3" }, null]]
  ] as const)("to %s is taken, or answered by 4002", (_, decode, taken, refused) => {
    expect(taken.map((d) => codeOf(decode(d)))).toEqual(taken.map(() => "accepted"))
    expect(refused.map((d) => codeOf(decode(d)))).toEqual(refused.map(() => 4002))
  })

  it.each([
    ["another protocol", { protocol: "webrtc", data: CHOICE }, 4012],
    ["a mode that is discontinued", choice({ mode: "xsalsa20_poly1305" }), 4016],
    ["an address that is too long", choice({ address: LONG }), 4020],
    ["port 0", choice({ port: 0 }), 4020],
    ["a port beyond 65535", choice({ port: 65_536 }), 4020]
  ])("to select %s is refused", (_, d, code) => {
    expect(codeOf(VoiceCommand.decodeSelectProtocol(d))).toBe(code)
  })

  it("is encrypted end to end only in two kinds of binary messages", () => {
    expect([26, 28, 0, 123].map((op) => VoiceCommand.isEncryptionMessage(Uint8Array.of(op)))).toEqual([
      ...[true, true, false, false]
    ])
    expect(VoiceCommand.isEncryptionMessage(new Uint8Array())).toBe(false)
  })
})
