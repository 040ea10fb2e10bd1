/** Programs that follow the clock may ask any of several servers: each change and each act of a user waits for them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { ALICE, APP, GENERAL } from "../Harbour.ts"
import { EVERY, type Node, nodes, starting } from "./Nodes.ts"

interface Told {
  readonly state: string
  readonly now: string
}

const json = ({ text }: { readonly text: string }) => JSON.parse(text)

const advance = (node: Node, ms: number) => Effect.map(node.control("/clock", { json: { advance_ms: ms } }), json)

const followers = (node: Node) => Effect.map(node.control("/clock"), (answer) => json(answer).followers)

/** A program with timers so long after its start, whose polls go to the next of these servers each time. */
const program = Effect.fnUntraced(function* (servers: ReadonlyArray<Node>, timers: ReadonlyArray<number>, busyMs = 0) {
  const told: Array<number> = []
  let polls = 0
  let start = 0
  const poll = (query: string) =>
    Effect.suspend(() => {
      const [server] = servers.slice(polls++ % servers.length)
      const path = `/clock/follow?process=bot&application_id=${APP}${query}`
      return Effect.map(server?.control(path) ?? Effect.never, (answer): Told => json(answer))
    })
  const first = yield* poll("")
  start = Date.parse(first.now)
  const follow = ({ state, now }: Told): Effect.Effect<never> => {
    const next = timers.find((due) => start + due > Date.parse(now))
    const due = next === undefined ? "" : `&next_ms=${start + next}`
    return Effect.flatMap(poll(`&seen=${state}${due}`), (next) => {
      told.push(Date.parse(next.now) - start)
      return Effect.delay(follow(next), busyMs)
    })
  }
  const fiber = yield* Effect.forkChild(follow(first))
  return { told, polls: () => polls, leave: Fiber.interrupt(fiber) }
})

describe("a program that follows the clock over several servers", () => {
  it.live("is told the time of each of its timers, whichever server changes the clock", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const { told, polls } = yield* program([here, there], [60_000, 90_000, 4_000_000])
      for (const node of [here, there]) assert.strictEqual(yield* followers(node), 1)
      assert.deepInclude(yield* advance(there, 3_600_000), { followers: 1 })
      assert.deepStrictEqual(told, [0, 60_000, 90_000, 3_600_000])
      yield* advance(here, 3_600_000)
      assert.deepStrictEqual(told.slice(4), [3_600_000, 4_000_000, 7_200_000])
      // One for each answer, the first, and the one that waits.
      assert.strictEqual(polls(), 9)
    })
  )

  it.live("is waited for before a user acts, at each server", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      // Busy for longer than a slow machine needs to begin an act.
      yield* program([here, there], [], 700)
      yield* advance(here, 1_000)
      for (const node of [here, there]) {
        const began = performance.now()
        const said = yield* node.control(`/users/${ALICE}/channels/${GENERAL}/messages`, { json: { content: "hi" } })
        assert.strictEqual(said.status, 200)
        assert.isAtLeast(performance.now() - began, 250)
      }
    })
  )

  it.live("is forgotten by all when it has gone", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const { leave } = yield* program([there, here], [])
      for (const node of [here, there]) assert.strictEqual(yield* followers(node), 1)
      yield* leave
      for (const node of [here, there]) {
        const gone = Effect.repeat(followers(node), { until: (count) => count === undefined, schedule: EVERY })
        assert.isUndefined(yield* gone)
      }
      assert.notProperty(yield* advance(there, 1_000), "followers")
    })
  )

  it.live("is followed on, when other servers join", () =>
    Effect.gen(function* () {
      const start = starting()
      const first = yield* start
      const { told } = yield* program([first], [60_000, 160_000, 260_000])
      for (const at of [1, 2, 3]) {
        const joined = yield* start
        const isBack = Effect.repeat(followers(joined), { until: (count) => count === 1, schedule: EVERY })
        assert.strictEqual(yield* isBack, 1)
        const before = told.length
        yield* advance(joined, 100_000)
        const times = told.slice(before)
        assert.deepStrictEqual(times.slice(-2), [at * 100_000 - 40_000, at * 100_000])
      }
    })
  )

  it.live("is followed on, when the server that had it ends", () =>
    Effect.gen(function* () {
      const start = starting()
      const scopes = [yield* Scope.make(), yield* Scope.make()]
      const servers = yield* Effect.forEach(scopes, (scope) => Scope.provide(start, scope))
      const stays = yield* start
      const { told } = yield* program([stays], [60_000])
      for (const [at, scope] of scopes.entries()) {
        assert.strictEqual(yield* followers(stays), 1)
        assert.isDefined(servers[at])
        yield* Scope.close(scope, Exit.void)
        yield* Effect.repeat(followers(stays), { until: (count) => count === 1, schedule: EVERY })
      }
      const before = told.length
      yield* advance(stays, 61_000)
      assert.deepStrictEqual(told.slice(before), [0, 60_000, 61_000])
    })
  )
})
