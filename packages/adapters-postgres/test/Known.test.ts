/** Two processes on one store: what one knows of it does not keep it from what the other wrote. */
import { type Body, void as NOTHING, store } from "@backlot/ports/Body"
import { inTurn, type Listing, Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Result } from "effect"
import { Database } from "../src/Database.ts"
import type { Statement } from "../src/Session.ts"
import { make } from "../src/Storage.ts"
import { databaseIn, newSchema, storageIn } from "./Server.ts"

const processes = Effect.gen(function* () {
  const schema = yield* newSchema
  const start = Effect.map(Layer.build(Layer.fresh(storageIn(schema))), (context) => Context.get(context, Storage))
  return [yield* start, yield* start] as const
})

const puts = (values: Readonly<Record<string, string>>) =>
  function* () {
    for (const [key, value] of Object.entries(values)) yield* store.put(key, value)
  }

const last = (limit?: number) => store.list({ prefix: "a/1/" }, { reverse: true, limit })

const READS: Readonly<Record<string, Body<unknown>>> = {
  "a row": store.get("a/1/1"),
  "a row that is not there yet": store.get("a/1/2"),
  "several rows": store.getMany(["a/1/1", "a/1/2", "a/1/3"]),
  "a listing": store.list({ prefix: "a/1/" }),
  "the last of a listing": last(1)
}

const CHANGES: Readonly<Record<string, () => Body<void>>> = {
  "puts rows": puts({ "a/1/1": "new", "a/1/2": "new" }),
  "deletes a row": () => store.delete("a/1/1"),
  "puts a row back as it was": puts({ "a/1/1": "old" })
}

describe("a process that knows", () => {
  for (const [what, read] of Object.entries(READS)) {
    for (const [change, body] of Object.entries(CHANGES)) {
      it.live(`${what} reads what is there when another ${change}`, () =>
        Effect.gen(function* () {
          const [here, there] = yield* processes
          yield* here.transaction(puts({ "a/1/1": "old" }))
          yield* here.transaction(() => read)
          yield* there.transaction(body)
          const known = yield* here.transaction(() => read)
          assert.deepStrictEqual(known, yield* there.transaction(() => read))
        }).pipe(Effect.scoped)
      )
    }
  }

  it.live("a row gives no error and no defect that comes from what is not so any more", () =>
    Effect.gen(function* () {
      const [here, there] = yield* processes
      const check = (end: () => Body<never, string>) =>
        here.transaction(function* () {
          if ((yield* store.get("a/1/1")) === undefined) return yield* end()
          return "there"
        })
      const failing = function* () {
        return yield* Result.fail("absent")
      }
      const dying = (): never => {
        throw new Error("absent")
      }
      for (const end of [failing, dying]) {
        yield* there.transaction(() => store.delete("a/1/1"))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(check(end))))
        yield* there.transaction(puts({ "a/1/1": "new" }))
        assert.strictEqual(yield* check(end), "there")
      }
    }).pipe(Effect.scoped)
  )

  it.live("a number loses no addition of the other, whether both run in turn or not", () =>
    Effect.gen(function* () {
      const [here, there] = yield* processes
      const add = (key: string) =>
        function* () {
          yield* store.put(key, String(Number((yield* store.get(key)) ?? 0) + 1))
        }
      const each = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? here : there))
      const together = { concurrency: "unbounded" } as const
      yield* Effect.forEach(each, (one) => inTurn(one)(add("a/1/n"), () => NOTHING), together)
      yield* Effect.forEach(each, (one) => inTurn(one)(() => NOTHING, add("a/2/n")), together)
      yield* Effect.forEach(each, (one) => one.transaction(add("a/3/n")), { concurrency: 2 })
      const keys = ["a/1/n", "a/2/n", "a/3/n"]
      assert.deepStrictEqual(yield* here.transaction(() => store.getMany(keys)), ["40", "40", "40"])
    }).pipe(Effect.scoped)
  )

  it.live("nothing of what later bodies write when its end comes, however many are kept together", () =>
    Effect.gen(function* () {
      const [here] = yield* processes
      const together = { concurrency: "unbounded" } as const
      const ends: ReadonlyArray<(at: number) => Body<unknown>> = [
        (at) => store.get(`b/1/${at}`),
        () => store.list({ prefix: "b/1/" }, { limit: 100 })
      ]
      for (const [round, end] of ends.entries()) {
        const number = Array.from({ length: 20 }, (_, at) => at)
        // Each end reads what the body after it writes.
        const seen = yield* Effect.forEach(
          number,
          (at) => inTurn(here)(puts({ [`b/1/${at}`]: String(round) }), () => end(at + 1)),
          together
        )
        const after = number.slice(0, -1).map((at) => seen[at])
        if (round === 0)
          assert.deepStrictEqual<unknown>(
            after,
            after.map(() => undefined)
          )
        else
          assert.deepStrictEqual(
            after.map((rows) => count(rows, "1")),
            number.slice(1)
          )
      }
      // Each body reads what the end before it writes.
      const bodies = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, at) => at),
        (at) =>
          inTurn(here)(
            () => store.get(`c/1/${at - 1}`),
            function* (value: string | undefined) {
              yield* store.put(`c/1/${at}`, "there")
              return value
            }
          ),
        together
      )
      assert.deepStrictEqual<unknown>(
        bodies.slice(1),
        bodies.slice(1).map(() => "there")
      )
    }).pipe(Effect.scoped)
  )

  const LISTINGS = [undefined, 2].flatMap((limit) => [false, true].map((reverse) => ({ limit, reverse })))
  const OWN: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
    "puts a row": { "a/1/3": "new" },
    "puts rows at both ends": { "a/1/0": "new", "a/1/9": "new" },
    "changes a row": { "a/1/2": "new" },
    "deletes a row": { "a/1/4": undefined },
    "puts a row and deletes another": { "a/1/3": "new", "a/1/2": undefined }
  }
  for (const listing of LISTINGS) {
    for (const [change, rows] of Object.entries(OWN)) {
      it.live(`${JSON.stringify(listing)} knows it when it ${change} itself`, () =>
        Effect.gen(function* () {
          const { storage: here, trips } = yield* counted(yield* newSchema)
          const list = () => store.list({ prefix: "a/1/" }, listing)
          yield* here.transaction(puts({ "a/1/2": "old", "a/1/4": "old", "a/1/6": "old" }))
          yield* here.transaction(function* () {
            yield* list()
            for (const [key, value] of Object.entries(rows))
              yield* value === undefined ? store.delete(key) : store.put(key, value)
          })
          const [before, known] = [trips(), yield* here.transaction(list)]
          const all = new Map(
            Object.entries<string | undefined>({ "a/1/2": "old", "a/1/4": "old", "a/1/6": "old", ...rows })
          )
          const expected = [...all].filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1))
          if (listing.reverse) expected.reverse()
          assert.deepStrictEqual<unknown>(known, expected.slice(0, listing.limit))
          // Confirmed, or asked for where another row may have come into it: what is not so takes more.
          assert.strictEqual(trips() - before, 1)
        }).pipe(Effect.scoped)
      )
    }
  }
})

describe("a turn after that of another process", () => {
  it.live("reads what the other appended in the round trip that begins it", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      const [{ storage: here, trips }, { storage: there }] = [yield* counted(schema), yield* counted(schema)]
      const listing: Listing = [{ prefix: "log/" }, { after: "log/0", limit: 100 }]
      const append = (one: Storage["Service"], name: string) =>
        inTurn(one)(
          () => NOTHING,
          function* () {
            const last = Number((yield* store.get("end")) ?? 0)
            const found = yield* store.list(...listing)
            yield* store.put(`log/${last + 1}`, name)
            yield* store.put("end", String(last + 1))
            return found.map(([, value]) => value)
          },
          undefined,
          () => listing
        )
      // Hot is what was stale once.
      for (const one of [here, there, here, there]) yield* append(one, one === here ? "here" : "there")
      const before = trips()
      assert.deepStrictEqual(yield* append(here, "here"), ["here", "there", "here", "there"])
      assert.strictEqual(trips() - before, 2)
    }).pipe(Effect.scoped)
  )
})

const counted = Effect.fnUntraced(function* (schema: string) {
  let trips = 0
  const counting = Layer.effect(
    Storage,
    Effect.flatMap(Database, (database) => {
      const open = Effect.map(database.open, (session) => ({
        ...session,
        exchange: (statements: ReadonlyArray<Statement>) =>
          Effect.suspend(() => {
            trips++
            return session.exchange(statements)
          })
      }))
      return make({ ...database, open })
    })
  ).pipe(Layer.provide(databaseIn(schema)))
  return { storage: Context.get(yield* Layer.build(Layer.fresh(counting)), Storage), trips: () => trips }
})

const count = (rows: unknown, value: string) =>
  (rows as ReadonlyArray<readonly [string, string]>).filter(([, one]) => one === value).length
