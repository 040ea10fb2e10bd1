import { gateway } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { payload } from "../../src/gateway/Frame.ts"
import { Session } from "../../src/gateway/Session.ts"
import { SessionRegistry } from "../../src/gateway/SessionRegistry.ts"
import { APP } from "../fixture/Running.ts"
import { fakeConnection } from "./FakeConnection.ts"
import { INTENTS } from "./World.ts"

const text = new TextDecoder()

/** A connection whose writer keeps all frames and reports this backlog. */
const connectionOf = (backlog = () => 0) => {
  const frames: Array<{ readonly s: number; readonly t: string }> = []
  const ends: Array<string> = []
  const later: Array<() => void> = []
  const connection = fakeConnection({
    writer: {
      write: (frame) => frames.push(JSON.parse(text.decode(frame))),
      close: (code, reason) => ends.push(`${code} ${reason}`),
      backlog
    },
    cut: () => ends.push("cut"),
    later: (_, run) => later.push(run)
  })
  return { connection, frames, ends, later }
}

const session = (id = "s") =>
  new Session({ id, application_id: APP, token_hash: "h", intents: 0, gets_content: false, shard: [0, 1] })

const opened = () => {
  const made = session()
  made.open(0, [])
  return made
}

const event = (d: unknown) => payload("EVENT", JSON.stringify(d))

describe("what a session keeps", () => {
  it("is bounded by its number, and the oldest go", () => {
    const kept = opened()
    for (let i = 0; i < gateway.replay + 10; i++) kept.push(event(i))
    assert.strictEqual(kept.judge(9), "gone")
    assert.strictEqual(kept.judge(10), "replay")
    const { connection, frames } = connectionOf()
    kept.connection = connection
    kept.replay(10)
    assert.deepStrictEqual(
      frames.map(({ s }) => s),
      Array.from({ length: gateway.replay }, (_, i) => 11 + i)
    )
    assert.deepInclude(Object(frames[0]), { d: 10 })
  })

  it("is bounded by its bytes", () => {
    const kept = opened()
    const large = event("x".repeat(gateway.replayBytes / 4))
    for (let i = 0; i < 10; i++) kept.push(large)
    assert.strictEqual(kept.judge(6), "gone")
    assert.strictEqual(kept.judge(7), "replay")
    kept.push(event("x".repeat(gateway.replayBytes)))
    assert.strictEqual(kept.judge(10), "gone")
    assert.strictEqual(kept.judge(11), "replay")
  })
})

describe("while a session opens", () => {
  it("what the snapshot knows is not said again, and what it does not know follows", () => {
    const opening = session()
    const { connection, frames } = connectionOf()
    opening.connection = connection
    for (const position of [4, 5, 6]) opening.whenOpen(position, (open) => open.push(event(position)))
    assert.isEmpty(frames)
    opening.push(event("READY"))
    opening.open(5, [])
    opening.whenOpen(7, (open) => open.push(event(7)))
    assert.deepStrictEqual(
      frames.map((frame) => [frame.s, Object(frame).d]),
      [
        [1, "READY"],
        [2, 6],
        [3, 7]
      ]
    )
  })
})

describe("once a session is open", () => {
  it("what comes late and was in the snapshot is not said again, and what is in none is", () => {
    const late = session()
    const { connection, frames } = connectionOf()
    late.connection = connection
    late.open(5, [])
    for (const position of [4, 5, 6]) late.whenOpen(position, (open) => open.push(event(position)))
    late.whenOpen(3, (open) => open.push(event(3)), false)
    assert.deepStrictEqual(
      frames.map((frame) => Object(frame).d),
      [6, 3]
    )
  })

  it("what more happened while it opened than waits is missing, which it says", () => {
    const opening = session()
    for (let i = 0; i < gateway.opening; i++) opening.whenOpen(i, () => {})
    assert.isFalse(opening.isFlooded)
    opening.whenOpen(gateway.opening, () => {})
    assert.isTrue(opening.isFlooded)
  })

  it("what happens in a guild is told from its GUILD_CREATE to its GUILD_DELETE", () => {
    const input = { id: "s", application_id: APP, token_hash: "h", gets_content: false, shard: [0, 1] } as const
    const dispatch = (t: string, guild_id: string, intents: number = INTENTS.GUILDS) => ({
      application_id: APP,
      guild_id,
      t,
      intents,
      d: {}
    })
    const told = new Session({ ...input, intents: INTENTS.GUILDS })
    told.open(0, ["1"])
    const follows = (t: string, guild: string) => told.follows(dispatch(t, guild))
    assert.deepStrictEqual([follows("MESSAGE_CREATE", "1"), follows("MESSAGE_CREATE", "2")], [true, false])
    assert.deepStrictEqual([follows("GUILD_DELETE", "2"), follows("GUILD_CREATE", "2")], [false, true])
    assert.deepStrictEqual([follows("GUILD_DELETE", "2"), follows("MESSAGE_CREATE", "2")], [true, false])
    assert.isTrue(told.follows(dispatch("INTERACTION_CREATE", "3", 0)))
    assert.isTrue(new Session({ ...input, intents: 0 }).follows(dispatch("MESSAGE_CREATE", "3")))
  })
})

describe("a connection", () => {
  it("whose reader is too slow is cut, and its session may be resumed", () => {
    let waiting = 0
    const { connection, ends } = connectionOf(() => waiting)
    connection.send(7, null)
    assert.isEmpty(ends)
    waiting = gateway.backlogBytes + 1
    connection.send(7, null)
    assert.deepStrictEqual(ends, ["cut"])
    connection.close({ code: 4000, reason: "" })
    assert.deepStrictEqual(ends, ["cut"])
  })

  it("a delay holds back all that is sent afterwards, in its order", () => {
    const { connection, frames, later } = connectionOf()
    connection.delay(10)
    connection.send(1, "first")
    connection.delay(10)
    connection.send(1, "second")
    assert.isEmpty(frames)
    later.shift()?.()
    assert.deepStrictEqual(
      frames.map((frame) => Object(frame).d),
      ["first"]
    )
    connection.send(1, "third")
    later.shift()?.()
    assert.deepStrictEqual(
      frames.map((frame) => Object(frame).d),
      ["first", "second", "third"]
    )
  })

  it("is closed with the reason in short when the long one does not fit", () => {
    const { connection, ends } = connectionOf()
    connection.close({ code: 4002, reason: "Error while decoding payload." }, "x".repeat(123))
    assert.deepStrictEqual(ends, ["4002 Error while decoding payload."])
  })
})

describe("the sessions of a process", () => {
  it("are counted as those that would get an event", () => {
    const registry = new SessionRegistry(() => 0)
    const { connection } = connectionOf()
    const live = session("live")
    registry.add(live)
    registry.attach(live, connection)
    registry.add(session("left"))
    const elsewhere = new Session({
      id: "b",
      application_id: APP,
      token_hash: "h",
      intents: 0,
      gets_content: false,
      shard: [1, 2]
    })
    registry.add(elsewhere)
    assert.deepStrictEqual(registry.takers(APP, null), { connected: 1, resumable: 1 })
    assert.deepStrictEqual(registry.takers(APP, String(1 << 22)), { connected: 1, resumable: 2 })
    registry.forget(live)
    assert.deepStrictEqual(registry.takers(APP, null), { connected: 0, resumable: 1 })
    assert.isUndefined(registry.sessionOf(connection))
  })

  it("of one user's clients give way to each other, and never a bot's or another user's", () => {
    const clock = { ms: 0 }
    const registry = new SessionRegistry(() => clock.ms)
    const client = (id: string, user_id: string) =>
      new Session({ id, application_id: APP, user_id, token_hash: "h", intents: 0, gets_content: false, shard: [0, 1] })
    const old = [session("bot"), client("other", "2")]
    for (const one of old) {
      registry.add(one)
      one.leftAt = -1
    }
    for (let i = 0; i < gateway.sessionsPerUser + 5; i++) {
      const one = client(String(i), "1")
      registry.add(one)
      one.leftAt = i
    }
    assert.strictEqual(registry.sessions.size, gateway.sessionsPerUser + old.length)
    for (const { id } of old) assert.isDefined(registry.sessions.get(id))
    assert.deepStrictEqual(
      ["4", "5"].map((id) => registry.sessions.has(id)),
      [false, true]
    )
  })

  it("of one user's clients that all have connections: the oldest is closed with 4008", () => {
    const registry = new SessionRegistry(() => 0)
    const client = (id: string) =>
      new Session({
        id,
        application_id: APP,
        user_id: "1",
        token_hash: "h",
        intents: 0,
        gets_content: false,
        shard: [0, 1]
      })
    const { connection, ends } = connectionOf()
    for (let i = 0; i < gateway.sessionsPerUser; i++) {
      const one = client(String(i))
      registry.add(one)
      registry.attach(one, i === 0 ? connection : connectionOf().connection)
    }
    registry.add(client("new"))
    assert.deepStrictEqual(ends, [`4008 Rate limited. A user has more than ${gateway.sessionsPerUser} sessions.`])
    assert.isUndefined(registry.sessions.get("0"))
    assert.strictEqual(registry.sessions.size, gateway.sessionsPerUser)
  })

  it("of one application give way to each other, and never another's", () => {
    const clock = { ms: 0 }
    const registry = new SessionRegistry(() => clock.ms)
    const other = new Session({
      id: "other",
      application_id: "2",
      token_hash: "h",
      intents: 0,
      gets_content: false,
      shard: [0, 1]
    })
    const fill = (count: number, make: (i: number) => Session) => {
      for (let i = 0; i < count; i++) {
        const one = make(i)
        registry.add(one)
        one.leftAt = i
      }
    }
    registry.add(other)
    other.leftAt = -1
    fill(gateway.sessionsPerApplication + 1, (i) => session(`bot ${i}`))
    assert.isFalse(registry.sessions.has("bot 0"))
    // A bot's sessions and those of its users' clients have room apart.
    fill(
      gateway.sessionsPerApplication + 1,
      (i) =>
        new Session({
          id: `${i}`,
          application_id: APP,
          user_id: `${i}`,
          token_hash: "h",
          intents: 0,
          gets_content: false,
          shard: [0, 1]
        })
    )
    assert.isFalse(registry.sessions.has("0"))
    assert.isTrue(registry.sessions.has("bot 1"))
    assert.isTrue(registry.sessions.has("other"))
  })

  it("when there are too many, the one whose client went first gives way", () => {
    const clock = { ms: 0 }
    const registry = new SessionRegistry(() => clock.ms)
    for (let i = 0; i < gateway.sessions; i++) {
      const application_id = `2${i % 5}`
      const one = new Session({
        id: String(i),
        application_id,
        token_hash: "h",
        intents: 0,
        gets_content: false,
        shard: [0, 1]
      })
      registry.add(one)
      one.leftAt = i === 7 ? -1 : i
    }
    registry.add(session("new"))
    assert.strictEqual(registry.sessions.size, gateway.sessions)
    assert.isUndefined(registry.sessions.get("7"))
    assert.isDefined(registry.sessions.get("new"))
  })
})
