import { CLOCKS_APART_MS, Counters, SteadyCounters } from "@backlot/ports/Counters"
import { counterSuite } from "@backlot/ports/conformance/CounterSuite"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, identity, Layer, Scope } from "effect"
import { layer } from "../src/Counters.ts"
import { Database } from "../src/Database.ts"
import type { Session, Statement } from "../src/Session.ts"
import { lost } from "../src/SqlFailure.ts"
import { TOGETHER } from "../src/Together.ts"
import { databaseIn, layerEmptied, newSchema, sql } from "./Server.ts"

const held = Effect.gen(function* () {
  const { settings } = yield* Database
  const [row] = yield* sql(`SELECT count(*)::int AS held FROM ${settings.schema}.counter`)
  return row !== undefined && "held" in row ? Number(row.held) : Number.NaN
})

const empty = layerEmptied()

counterSuite("counters in PostgreSQL", () => Layer.provideMerge(layer, empty), held)

it.live("clocks that are a moment apart do not begin a window anew", () =>
  Effect.gen(function* () {
    const { take } = yield* Counters
    const claim = { key: "a", limit: 1, windowMs: 1_000, cost: 1 }
    assert.isTrue((yield* take([claim], 10_000)).granted)
    assert.isFalse((yield* take([claim], 10_000 - CLOCKS_APART_MS)).granted)
  }).pipe(Effect.provide(Layer.provideMerge(layer, empty)))
)

it.live("those on the clock of the database grant as many as they should, however many ask at once", () =>
  Effect.gen(function* () {
    const { take } = yield* SteadyCounters
    const claim = { key: "a", limit: 3, windowMs: 3_600_000, cost: 1 }
    const all = yield* Effect.all(
      Array.from({ length: 40 }, () => take([claim])),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      all.filter(({ granted }) => granted),
      3
    )
    const resets = all.flatMap(({ readings }) => readings.map(({ resetMs }) => resetMs))
    assert.isAtMost(Math.max(...resets), 3_600_100)
    assert.isTrue(resets.every(Number.isInteger))
  }).pipe(Effect.provide(Layer.provideMerge(layer, empty)))
)

describe("takes that come while an exchange is under way", () => {
  type Exchange = ReturnType<Session["exchange"]>

  /** The counters of a process of its own, whose exchanges run within `around`. */
  const countersIn = (schema: string, around: (exchange: Exchange) => Exchange = identity) =>
    Effect.gen(function* () {
      const database = Context.get(yield* Layer.build(Layer.fresh(databaseIn(schema))), Database)
      const open = Effect.map(database.open, (session) => ({
        ...session,
        exchange: (statements: ReadonlyArray<Statement>) => around(session.exchange(statements))
      }))
      const built = yield* Layer.build(Layer.provide(layer, Layer.succeed(Database, { ...database, open })))
      return { ...Context.get(built, Counters), database }
    })

  /** The same, with a take whose exchange has its answer, and ends after `release`. */
  const held = (schema: string) =>
    Effect.gen(function* () {
      const [began, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const counters = yield* countersIn(schema, (exchange) =>
        Effect.tap(exchange, () => Effect.andThen(Deferred.succeed(began, undefined), Deferred.await(released)))
      )
      const first = yield* Effect.forkChild(counters.take([one("first")], 1_000))
      yield* Deferred.await(began)
      return { ...counters, first, release: Deferred.succeed(released, undefined) }
    })

  const one = (key: string, limit = 1_000_000) => ({ key, limit, windowMs: 60_000, cost: 1 })
  const atOnce = { concurrency: "unbounded" } as const

  it.live("go together in the next, a bounded number in each, and one alone is one exchange", () =>
    Effect.gen(function* () {
      let exchanges = 0
      const { take } = yield* countersIn(yield* newSchema, (exchange) => {
        exchanges++
        return exchange
      })
      for (const [takes, most] of [
        [1, 1],
        [50, 2],
        [4 * TOGETHER, 5]
      ] as const) {
        exchanges = 0
        const all = yield* Effect.forEach(Array.from({ length: takes }), () => take([one(`${takes}`)], 1_000), atOnce)
        assert.isAtMost(exchanges, most)
        // In the order in which they came.
        assert.deepStrictEqual(
          all.map(({ readings }) => readings[0]?.count),
          Array.from({ length: takes }, (_, i) => i + 1)
        )
      }
    }).pipe(Effect.scoped)
  )

  it.live("are each granted or refused by themselves", () =>
    Effect.gen(function* () {
      const { take, first, release } = yield* held(yield* newSchema)
      const claims = [[one("a", 1)], [one("a", 1), one("b")], [], [one("b"), one("c")], [one("a", 2)]]
      const all = yield* Effect.forkChild(Effect.forEach(claims, (claim) => take(claim, 1_000), atOnce))
      yield* Effect.yieldNow
      yield* release
      assert.deepStrictEqual(
        (yield* Fiber.join(all)).map(({ granted, readings }) => [granted, ...readings.map(({ count }) => count)]),
        [[true, 1], [false, 1, 0], [true], [true, 1, 1], [true, 2]]
      )
      assert.isTrue((yield* Fiber.join(first)).granted)
    }).pipe(Effect.scoped)
  )

  it.live("never wait in a circle with those of another process, whatever their order", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      const [here, there] = [yield* countersIn(schema), yield* countersIn(schema)]
      const keys = Array.from({ length: 40 }, (_, i) => `${i}`)
      const rounds = (take: typeof here.take, order: ReadonlyArray<string>) =>
        Effect.repeat(
          Effect.forEach(order, (key) => take([one(key)], 1_000), atOnce),
          { times: 29 }
        )
      yield* Effect.all([rounds(here.take, keys), rounds(there.take, keys.toReversed())], atOnce)
      for (const key of keys) {
        const { readings } = yield* here.take([{ ...one(key), cost: 0 }], 1_000)
        assert.strictEqual(readings[0]?.count, 60)
      }
    }).pipe(Effect.scoped)
  )

  it.live("keep to the limit over all processes", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      const processes = yield* Effect.forEach([1, 2, 3], () => countersIn(schema))
      const all = yield* Effect.forEach(
        Array.from({ length: 300 }, (_, i) => i),
        (i) => Effect.forEach(processes, ({ take }) => take([one(`own/${i % 7}`), one("all", 500)], 1_000), atOnce),
        atOnce
      )
      const granted = all.flat().filter((taking) => taking.granted)
      assert.sameMembers(
        granted.map(({ readings }) => readings[1]?.count),
        Array.from({ length: 500 }, (_, i) => i + 1)
      )
    }).pipe(Effect.scoped)
  )

  it.live("learn what was written before they came", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      const write = (kind: string) =>
        sql(`INSERT INTO ${schema}.change VALUES (pg_current_xact_id(), ARRAY['${kind}'])`)
      yield* countersIn(schema)
      yield* write("oldest")
      const { take, release, database } = yield* held(schema)
      yield* write("command")
      const both = yield* Effect.forkChild(Effect.forEach([[], [one("a")]], (claims) => take(claims, 1_000), atOnce))
      yield* Effect.yieldNow
      yield* release
      yield* Fiber.join(both)
      const { revision } = database.changes
      assert.isAbove(revision(["command"]), revision(["user"]))
    }).pipe(Effect.scoped)
  )

  it.live("fail with the exchange that they share, and the next ones do not", () =>
    Effect.gen(function* () {
      let isCut = true
      const { take } = yield* countersIn(yield* newSchema, (exchange) =>
        isCut ? Effect.fail(lost("cut off")) : exchange
      )
      const errors = yield* Effect.forEach(["a", "b", "c"], (key) => Effect.flip(take([one(key)], 1_000)), atOnce)
      for (const error of errors) assert.deepInclude(error, { _tag: "StorageError", isAway: true })
      assert.lengthOf(new Set(errors), 1)
      isCut = false
      assert.strictEqual((yield* take([one("a")], 1_000)).readings[0]?.count, 1)
    }).pipe(Effect.scoped)
  )

  it.live("are not counted when their callers leave before", () =>
    Effect.gen(function* () {
      const { take, release } = yield* held(yield* newSchema)
      const waiting = yield* Effect.forkChild(take([one("a")], 1_000))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      yield* release
      assert.strictEqual((yield* take([one("a")], 1_000)).readings[0]?.count, 1)
    }).pipe(Effect.scoped)
  )

  it.live("end with the store", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { take, first, release } = yield* Scope.provide(held(yield* newSchema), scope)
      const waiting = yield* Effect.forkChild(Effect.flip(take([one("a")], 1_000)))
      yield* Effect.yieldNow
      const closed = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* release
      yield* Fiber.join(closed)
      assert.isTrue((yield* Fiber.join(first)).granted)
      assert.match((yield* Fiber.join(waiting)).message, /was closed$/)
      assert.match((yield* Effect.flip(take([one("a")], 1_000))).message, /was closed$/)
    })
  )
})
