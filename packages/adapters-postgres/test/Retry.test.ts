import { type Step, store } from "@backlot/ports/Body"
import { storageSuite } from "@backlot/ports/conformance/StorageSuite"
import { chance } from "@backlot/ports/conformance/suite/Chance"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer } from "effect"
import type { Statement } from "../src/Session.ts"
import { conflict, conflicts, faulty } from "./Faults.ts"
import { databaseIn, layerEmptied, layerNew, newSchema, sql, storageIn } from "./Server.ts"

/** Short pauses, and fewer connections to open for each test: both only cost time. */
const QUICK = { backoffMs: 1, backoffMaxMs: 8, maxConnections: 4 }

const empty = layerEmptied({ ...QUICK, attempts: 30 })

storageSuite(
  "storage in PostgreSQL that fails one exchange in six",
  () => Layer.provide(faulty(conflicts(20_260_101, 6)), empty),
  { only: ["rollback", "isolation", "serializability"] }
)

/** Transactions go to three processes in turn. */
const spread = Layer.unwrap(
  Effect.map(newSchema, (schema) =>
    Layer.effect(
      Storage,
      Effect.gen(function* () {
        const store = Effect.map(Layer.build(Layer.fresh(storageIn(schema, QUICK))), (context) =>
          Context.get(context, Storage)
        )
        const [first, second, third] = [yield* store, yield* store, yield* store]
        let turn = 0
        return {
          transaction: (body) => ([first, second, third][turn++ % 3] ?? first).transaction(body)
        } satisfies Storage["Service"]
      })
    )
  )
)

storageSuite("storage in PostgreSQL, used by three processes in turn", () => spread, {
  only: ["isolation", "serializability"]
})

const transact = <Y extends Step, A>(body: () => Iterable<Y, A, unknown>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(body))

/** Cuts every connection with an open transaction in the schema. */
const terminate = (schema: string) =>
  sql(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_class ON pg_class.oid = relation
     WHERE relnamespace = to_regnamespace($1) AND pid <> pg_backend_pid()`,
    [schema]
  )

const cutting = (schema: string) => Effect.asVoid(Effect.orDie(terminate(schema)))

describe("a transaction", () => {
  it.live("runs its body again after a conflict, and gives up after a bounded number of runs", () =>
    Effect.gen(function* () {
      let runs = 0
      const counted = transact(function* () {
        runs++
        yield* store.get("key")
      })
      const always = Layer.provide(faulty({ before: () => Effect.fail(conflict) }), layerNew({ attempts: 4 }))
      const error = yield* Effect.flip(Effect.provide(counted, always))
      assert.strictEqual(error._tag, "StorageError")
      assert.match(error.message, /gave up after 4 runs: .*40001/)
      assert.strictEqual(runs, 4)
    })
  )

  it.live("whose connection is lost before its COMMIT runs again on another one, and is kept once", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      let runs = 0
      const body = transact(function* () {
        runs++
        const before = Number((yield* store.get("key")) ?? 0)
        // It begins with its second read.
        yield* store.get("other")
        yield* store.get("third")
        yield* store.put("key", String(before + 1))
      })
      const third = (statements: ReadonlyArray<Statement>) => runs === 1 && JSON.stringify(statements).includes("third")
      const cut = faulty({ before: (statements) => (third(statements) ? cutting(schema) : Effect.void) })
      yield* Effect.provide(body, Layer.provide(cut, databaseIn(schema)))
      assert.strictEqual(runs, 2)
      assert.deepStrictEqual(yield* sql(`SELECT value FROM ${schema}.kv`), [{ value: "1" }])
    })
  )

  it.live("whose connection is lost with its COMMIT fails, and says that its outcome is not known", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      let lost = false
      const cut = faulty({
        before: (statements) =>
          Effect.suspend(() => {
            if (lost || !statements.some(([sql]) => sql.includes(".keep("))) return Effect.void
            lost = true
            return Effect.asVoid(terminate(schema))
          })
      })
      const body = transact(function* () {
        yield* store.get("key")
        yield* store.get("other")
        yield* store.put("key", "1")
      })
      const error = yield* Effect.flip(Effect.provide(body, Layer.provide(cut, databaseIn(schema))))
      assert.match(error.message, /lost while the transaction was committed; whether it was kept is not known/)
      assert.deepStrictEqual(yield* sql(`SELECT value FROM ${schema}.kv`), [])
    })
  )

  it.live("that fails on the server ends with StorageError even when its body swallows that", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      const swallowing = transact(function* () {
        yield* store.put("key", "value")
        try {
          yield* store.get("missing")
        } catch {}
        return "fine"
      })
      const dropped = Effect.andThen(Effect.orDie(sql(`DROP TABLE ${schema}.kv`)), swallowing)
      const error = yield* Effect.flip(Effect.provide(dropped, storageIn(schema)))
      assert.strictEqual(error._tag, "StorageError")
      assert.notInclude(error.message, "hidden")
    })
  )

  it.live("refuses a value that PostgreSQL could not give back", () =>
    Effect.gen(function* () {
      const storage = yield* Effect.context<Storage>()
      for (const value of ["nul \0", "lone \ud800"]) {
        const exit = yield* Effect.exit(
          Effect.provide(
            transact(() => store.put("key", value)),
            storage
          )
        )
        assert.isTrue(Exit.hasDies(exit), JSON.stringify(value))
      }
    }).pipe(Effect.provide(Layer.unwrap(Effect.map(newSchema, (schema) => storageIn(schema)))))
  )
})

describe("several processes on one database", () => {
  it.live("lose no increment and double none, while connections are cut and exchanges conflict", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      let cuts = 0
      const random = chance(20_260_101)
      const process = (seed: number) => {
        const { before } = conflicts(seed, 15)
        const due = Effect.suspend(() => {
          if (cuts >= 5 || random.below(20) !== 0) return Effect.void
          cuts++
          return cutting(schema)
        })
        const fault = { before: (statements: ReadonlyArray<Statement>) => Effect.andThen(due, before(statements)) }
        return Layer.build(Layer.provide(faulty(fault), databaseIn(schema, { maxConnections: 4, attempts: 30 })))
      }
      const stores = yield* Effect.forEach([1, 2, 3], process)
      const write = (own: Context.Context<Storage>, i: number) =>
        Effect.exit(
          Effect.provide(
            transact(function* () {
              const key = `counter/${i % 4}`
              const value = Number((yield* store.get(key)) ?? 0)
              yield* store.put(key, String(value + 1))
              yield* store.put(`mark/${i}`, "")
            }),
            own
          )
        )
      const exits = yield* Effect.all(
        stores.flatMap((own, s) => Array.from({ length: 40 }, (_, i) => write(own, s * 40 + i))),
        { concurrency: "unbounded" }
      )
      const kept = yield* sql(`SELECT count(*)::int AS n FROM ${schema}.kv WHERE key LIKE 'mark/%'`)
      const sum = yield* sql(`SELECT sum(value::int)::int AS n FROM ${schema}.kv WHERE key LIKE 'counter/%'`)
      assert.deepStrictEqual(sum, kept)
      const acknowledged = exits.filter(Exit.isSuccess).length
      const unknown = exits.filter((exit) => Exit.isFailure(exit) && /not known/.test(String(exit.cause))).length
      assert.strictEqual(acknowledged + unknown, exits.length)
      const [row] = kept
      const count = row !== undefined && "n" in row ? Number(row.n) : Number.NaN
      assert.isAtLeast(count, acknowledged)
      assert.isAtMost(count, acknowledged + unknown)
      assert.isAbove(cuts, 0)
    }).pipe(Effect.scoped)
  )
})
