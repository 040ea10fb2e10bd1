/** Many hostile clients beside a bot that must not notice them. `Campaign.ts` sets the number and the seed. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { gateway } from "@backlot/domain/base/Limits"
import type { Frame } from "@backlot/testkit/GatewayClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { GUILD } from "../Harbour.ts"
import { portOf } from "../hostile/Wire.ts"
import { BOT, type Bots, bots } from "./Bots.ts"
import * as Campaign from "./Campaign.ts"
import { encode, exchange, handshake, OPCODE } from "./RawWebSocket.ts"

const IDENTIFY = { token: BOT.token, intents: 1 }

/** A bot beside them that receives the messages sent through the control plane. */
const bystander = Effect.fnUntraced(function* (played: Bots) {
  const heard: Array<readonly [s: number | null, name: unknown]> = []
  const client = yield* played.open({
    heartbeats: "automatic",
    keep: false,
    onFrame: (frame) => {
      if (frame.t === "GUILD_ROLE_UPDATE") heard.push([frame.s, nameIn(frame)])
    }
  })
  const opened = [client.event("READY"), client.event("GUILD_CREATE"), client.next(({ s }) => s === 3)]
  client.identify(IDENTIFY)
  yield* played.wait(Promise.all(opened))
  let said = 0
  const say = Effect.suspend(() => {
    said += 1
    return played.rename(`name ${said}`)
  })
  /** Every message arrived, in order and without a gap. */
  const judge = Effect.gen(function* () {
    const last = client.next((frame) => nameIn(frame) === "the last")
    yield* played.rename("the last")
    yield* Effect.promise(() => last)
    const names = [...Array.from({ length: said }, (_, i) => `name ${i + 1}`), "the last"]
    assert.deepStrictEqual(
      heard,
      names.map((name, i) => [4 + i, name] as const)
    )
    assert.deepStrictEqual(played.complaints, [])
  })
  return { say, judge }
})

/** The name of the role in GUILD_ROLE_UPDATE. */
const nameIn = ({ d }: Frame): unknown => Reflect.get(Object(Reflect.get(Object(d), "role")), "name")

const gauge = ({ control }: Bots, name: string) =>
  Effect.map(control("/metrics"), ({ text }) => Number(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, "m").exec(text)?.[1]))

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** Waits until a gauge of the metrics has this value. */
const until = (played: Bots, name: string, value: number) =>
  Effect.repeat(Effect.andThen(turn, gauge(played, name)), { until: (now) => now === value })

describe("many hostile clients", () => {
  it.live(
    `touch nothing but themselves, and leave nothing behind: ${Campaign.FRAMES} frames`,
    () =>
      Effect.gen(function* () {
        const played = yield* bots({ limits: "off" })
        const before = yield* heap
        const { say, judge } = yield* bystander(played)
        const report = yield* Effect.promise(() => Campaign.run(played.url, () => Effect.runPromise(say)))
        yield* judge
        // The campaign saw both outcomes: surviving connections, and close codes of each connection state.
        assert.isAbove(report.survived, 0)
        assert.containsAllKeys(report.codes, [4001, 4002, 4003, 4005])
        yield* until(played, "backlot_gateway_connections", 1)
        assert.isAtMost(yield* gauge(played, "backlot_gateway_sessions"), gateway.sessions)
        // Ends the sessions that could still be resumed.
        yield* played.control("/reset", { method: "POST" })
        yield* until(played, "backlot_gateway_sessions", 0)
        const growth = (yield* heap) - before
        yield* Effect.logInfo({ ...report, growth })
        assert.isBelow(growth, HEAP_GROWTH)
      }),
    Campaign.CAP
  )

  it.live("may connect in numbers and say nothing, half a handshake or half a frame", () =>
    Effect.gen(function* () {
      const played = yield* bots({ limits: "off" })
      const { say, judge } = yield* bystander(played)
      const port = portOf(played.server.addresses.url)
      const whole = handshake("/gateway?v=10&encoding=json")
      const silent = yield* Effect.forEach(Array(300).keys(), () => played.open(), { concurrency: 50 })
      const halves = Array.from({ length: 300 }, (_, i) =>
        i % 2 === 0
          ? [whole.slice(0, 1 + (i % whole.length))]
          : [whole, encode({ opcode: OPCODE.TEXT, payload: "{}", fin: false }).subarray(0, 1 + (i % 9))]
      )
      yield* Effect.forEach(halves, (parts) => exchange(port, parts, true), { concurrency: 50, discard: true })
      yield* say
      for (const client of silent) client.cut()
      yield* until(played, "backlot_gateway_connections", 1)
      yield* judge
    })
  )

  it.live("may not take the session of another bot, nor guess one", () =>
    Effect.gen(function* () {
      const { open, wait } = yield* bots()
      const owner = yield* open()
      owner.identify(IDENTIFY)
      const { session_id } = yield* wait(owner.event("READY"))
      const thief = yield* open()
      for (const guess of [String(session_id), "", "__proto__", "0".repeat(32)]) {
        thief.resume({ token: "stranger-bot-token", session_id: guess, seq: 1 })
        assert.strictEqual((yield* wait(thief.next(({ op }) => op === 9))).d, false)
      }
      owner.beat()
      yield* wait(owner.next(({ op }) => op === 11))
      thief.resume({ token: "a guess", session_id: String(session_id), seq: 1 })
      assert.strictEqual((yield* wait(thief.closed)).code, 4004)
    })
  )

  it.live("are answered each ping, however many come", () =>
    Effect.gen(function* () {
      const { open } = yield* bots()
      const client = yield* open()
      yield* Effect.promise(async () => {
        for (let i = 0; i < 2_000; i++) {
          const pong = new Promise((resolve) => client.socket.once("pong", (data) => resolve(String(data))))
          client.socket.ping(String(i))
          assert.strictEqual(await pong, String(i))
        }
      })
    })
  )

  it.live("may flood: pings that are not read, and frames behind an IDENTIFY, end at most their connection", () =>
    Effect.gen(function* () {
      const played = yield* bots({ limits: "off" })
      const { say, judge } = yield* bystander(played)
      const pinging = yield* played.open({ keep: false })
      for (let i = 0; i < 10_000; i++) pinging.socket.ping(String(i), true, () => {})
      const flooding = yield* played.open({ keep: false })
      flooding.identify(IDENTIFY)
      for (let i = 0; i < 5_000; i++)
        flooding.send({ op: 3, d: { since: null, activities: [], status: "x", afk: true } })
      for (let i = 0; i < 500; i++) flooding.send({ op: 8, d: { guild_id: GUILD, query: "", limit: 0 } })
      yield* say
      pinging.cut()
      flooding.cut()
      yield* played.wait(Promise.all([pinging.closed, flooding.closed]))
      yield* until(played, "backlot_gateway_connections", 1)
      yield* judge
    })
  )
})

/** Bytes; the event log keeps the messages of the campaign. */
const HEAP_GROWTH = 24 * 1024 * 1024

setFlagsFromString("--expose-gc")
// Only contexts created from now on have this function.
const collectGarbage = runInNewContext("gc") as () => void

/** Bytes in use. One collection may not be enough, because sockets close in turns. */
const heap = Effect.gen(function* () {
  for (let round = 0; round < 5; round++) {
    collectGarbage()
    yield* turn
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
})
