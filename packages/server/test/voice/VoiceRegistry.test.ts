import { voice as limits } from "@backlot/domain/base/VoiceLimits"
import { beforeEach, describe, expect, it } from "vitest"
import type { WebSocket } from "ws"
import { sweep } from "../../src/voice/Voice.ts"
import { receive, type VoiceParts } from "../../src/voice/VoiceFrames.ts"
import { VoiceLink } from "../../src/voice/VoiceLink.ts"
import { VoiceRegistry } from "../../src/voice/VoiceRegistry.ts"
import { VoiceSession } from "../../src/voice/VoiceSession.ts"

let now = 0
let registry: VoiceRegistry
let events: Array<{ readonly type: string; readonly data: unknown }>

beforeEach(() => {
  now = 0
  events = []
  let last = 0
  // Each text has its own number: what it hides is tested with real secrets.
  const sha256 = () => (++last).toString(16).padStart(8, "0").repeat(8)
  registry = new VoiceRegistry(() => now, { sha256, equal: (a, b) => a === b }, "key")
  registry.endpoint = "127.0.0.1:1"
  registry.onEvent = (event) => events.push(event)
})

const linkOf = ({ link }: VoiceSession) => (link instanceof VoiceLink ? link : expect.fail("no link"))

const place = (n: number) => ({
  application_id: "1",
  user_id: "2",
  guild_id: String(n),
  channel_id: "3",
  session_id: "s"
})

const linked = (closes: Array<number> = []) => {
  const socket = { readyState: 1, bufferedAmount: 0, send: () => {}, close: (code: number) => closes.push(code) }
  // What a link uses of a socket.
  const link = new VoiceLink(socket as unknown as WebSocket, { version: 8, localAddress: "" }, now, {
    ended: (link, ending) => registry.ended(link, ending)
  })
  registry.addLink(link)
  return link
}

const begun = (n: number, closes?: Array<number>, position = 0) => {
  const { token } = registry.tell(place(n), position)
  const { guild_id: server_id, user_id, session_id } = place(n)
  const session = registry.identify(linked(closes), { server_id, user_id, session_id, token })
  return session instanceof VoiceSession ? session : expect.fail(session.because)
}

describe("the voice sessions of a server", () => {
  it("are bounded: the one that waits longest for a resume gives way, else the oldest", () => {
    const closes: Array<number> = []
    const first = begun(0, closes)
    for (let n = 1; n < limits.sessions; n++) begun(n)
    const left = begun(limits.sessions - 1)
    linkOf(left).closed(1006)
    expect(registry.sessions.size).toBe(limits.sessions)
    begun(limits.sessions)
    expect(registry.sessions.size).toBe(limits.sessions)
    expect(registry.sessionOf(left.place)).toBeUndefined()
    expect(registry.sessionOf(first.place)).toBe(first)
    begun(limits.sessions + 1)
    expect(registry.sessionOf(first.place)).toBeUndefined()
    expect(closes).toEqual([4021])
  })

  it("have bounded tokens: the oldest one is forgotten", () => {
    const first = registry.tell(place(0), 0)
    for (let n = 1; n <= limits.told; n++) registry.tell(place(n), 0)
    const { guild_id: server_id, user_id, session_id } = place(0)
    expect(registry.identify(linked(), { server_id, user_id, session_id, token: first.token })).toMatchObject({
      reason: { code: 4011 }
    })
  })

  it("keep a bounded number of messages for a resume", () => {
    const session = begun(0)
    for (let n = 0; n <= limits.replay; n++) session.send(5, n)
    expect(session.kept.count).toBe(limits.replay)
    expect([session.canReplay(0), session.canReplay(1), session.canReplay(session.seq + 1)]).toEqual([
      false,
      true,
      false
    ])
    for (let n = 0; n < limits.replay; n++) session.send(5, "a".repeat(limits.replayCharacters / 10))
    expect(session.kept.characters).toBeLessThanOrEqual(limits.replayCharacters)
  })

  it("wait for a resume for a while", () => {
    const session = begun(0)
    linkOf(session).closed(1006)
    now = limits.resumeMs
    sweep(registry, () => false)
    expect(registry.sessions.size).toBe(1)
    now += 1
    sweep(registry, () => false)
    expect(registry.sessions.size).toBe(0)
  })

  it("end without a heartbeat, unless the bot's clock stands", () => {
    const closes: Array<number> = []
    begun(0, closes)
    now = limits.heartbeatMs + limits.heartbeatGraceMs + 1
    sweep(registry, () => true)
    expect(closes).toEqual([])
    sweep(registry, () => false)
    expect(closes).toEqual([4009])
    expect(registry.sessions.size).toBe(0)
  })

  it("are told of in the log once they are ready, with the count of their packets", () => {
    const session = begun(0)
    session.mode = "aead_aes256_gcm_rtpsize"
    registry.began(session, false)
    session.packets = 3
    linkOf(session).closed(1000)
    expect(events).toEqual([
      {
        type: "voice_connection.began",
        data: { ...place(0), ssrc: session.ssrc, mode: "aead_aes256_gcm_rtpsize", resumed: false }
      },
      {
        type: "voice_connection.ended",
        data: { ...place(0), code: 1000, resumable: false, packets: 3, bytes: 0, dropped: 0 }
      }
    ])
  })

  it("and connections that never identify are closed", () => {
    const closes: Array<number> = []
    linked(closes)
    now = limits.identifyMs + 1
    sweep(registry, () => false)
    expect(closes).toEqual([4009])
  })

  it("end without a UDP socket, and are not resumed: they were never ready", () => {
    const closes: Array<number> = []
    const udp = { open: (then: (opened: Error) => void) => then(new Error("no socket")), close: () => {} }
    const claimElsewhere = () => false
    const parts: VoiceParts = { registry, udp, address: undefined, claimElsewhere, greet: () => {}, refused: () => {} }
    const say = (op: number, d: object) => receive(parts, linked(closes), Buffer.from(JSON.stringify({ op, d })), false)
    const { token } = registry.tell(place(1), 0)
    const { guild_id: server_id, user_id, session_id } = place(1)
    say(0, { server_id, user_id, session_id, token })
    say(7, { server_id, session_id, token, seq_ack: -1 })
    expect(closes).toEqual([4015, 4006])
  })

  it("do not end by what happened before their bot was told", () => {
    const session = begun(0, [], 7)
    expect([...registry.inPlace("channel_id", "3", 7)]).toEqual([])
    expect([...registry.inPlace("channel_id", "3", 8)]).toEqual([session])
    expect([...registry.inPlace("channel_id", "4", 8)]).toEqual([])
  })

  it("leave room for bots where many connections never identify: the oldest of these gives way", () => {
    const closes: Array<number> = []
    const first = linked(closes)
    const session = begun(0, closes)
    for (let n = 1; n < limits.waiting; n++) linked(closes)
    expect(closes).toEqual([])
    linked(closes)
    expect(closes).toEqual([4021])
    expect(first.isClosed).toBe(true)
    expect(linkOf(session).isClosed).toBe(false)
  })

  it("report refused logins at a bounded rate", () => {
    const refused = { reason: { code: 4004, reason: "x", reconnect: false }, because: "y" }
    for (let n = 0; n < 100; n++) registry.refused(refused)
    expect(events).toEqual([
      { type: "voice_connection.refused", data: { application_id: null, code: 4004, because: "y" } }
    ])
  })
})
