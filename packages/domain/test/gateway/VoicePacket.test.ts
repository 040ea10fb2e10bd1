import { voice } from "@backlot/domain/base/VoiceLimits"
import { discoveryResponse, readPacket } from "@backlot/domain/gateway/VoicePacket"
import { describe, expect, it } from "vitest"

const bytesOf = (length: number, begin: ReadonlyArray<number>) => {
  const bytes = new Uint8Array(length)
  bytes.set(begin)
  return bytes
}

const DISCOVERY = bytesOf(74, [0, 1, 0, 70, 0x12, 0x34, 0x56, 0x78])
const RTP = [0x80, 0x78, 0, 1, 0, 0, 0, 1, 0x12, 0x34, 0x56, 0x78]

describe("a UDP packet", () => {
  it.each([
    ["a request for the own address", DISCOVERY, { kind: "discovery", ssrc: 0x12345678 }],
    ["a keep-alive", bytesOf(8, [1]), { kind: "keep-alive" }],
    ["sound", bytesOf(60, RTP), { kind: "sound", ssrc: 0x12345678 }],
    ["sound with an extension", bytesOf(60, [0x90, ...RTP.slice(1)]), { kind: "sound", ssrc: 0x12345678 }],
    [
      "a report about sound",
      bytesOf(28, [0x80, 200, 0, 6, 0x12, 0x34, 0x56, 0x78]),
      { kind: "sound", ssrc: 0x12345678 }
    ]
  ] as const)("is %s", (_, bytes, read) => {
    expect(readPacket(bytes)).toEqual(read)
  })

  it.each([
    ["is empty", new Uint8Array()],
    ["is the answer to a request", bytesOf(74, [0, 2, 0, 70])],
    ["has another length than it says", bytesOf(74, [0, 1, 0, 69])],
    ["is a shorter request", DISCOVERY.subarray(0, 73)],
    ["is too short for sound", bytesOf(11, RTP.slice(0, 11))],
    ["is of another version of RTP", bytesOf(60, [0x40, ...RTP.slice(1)])],
    ["is longer than any sound", bytesOf(voice.packetBytes + 1, RTP)]
  ])("that %s is none", (_, bytes) => {
    expect(readPacket(bytes)).toBeUndefined()
  })
})

describe("the answer to a request for the own address", () => {
  it("is as long as the request, and has the address and the port", () => {
    const answer = discoveryResponse(0x12345678, "127.0.0.1", 50_004)
    expect(answer.length).toBe(DISCOVERY.length)
    expect([...answer.subarray(0, 8)]).toEqual([0, 2, 0, 70, 0x12, 0x34, 0x56, 0x78])
    expect(String.fromCharCode(...answer.subarray(8, 18))).toBe("127.0.0.1\0")
    expect([...answer.subarray(72)]).toEqual([0xc3, 0x54])
  })

  it("cuts an address that has no room", () => {
    const answer = discoveryResponse(1, "f".repeat(100), 1)
    expect([answer.length, answer[70], answer[71]]).toEqual([74, 102, 0])
  })
})
