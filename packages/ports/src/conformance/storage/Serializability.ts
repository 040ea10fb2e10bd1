/** Transactions that yield between port calls behave as if they ran one after another. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Body from "../../Body.ts"
import { store } from "../../Body.ts"
import type { Storage } from "../../Storage.ts"
import { type Chance, chance } from "../suite/Chance.ts"
import type { Case } from "../suite/Suite.ts"
import { isSerializable, type Record, type Step } from "./History.ts"
import { contents, pause, putAll, transact } from "./Transact.ts"

const SEEDS = Array.from({ length: 12 }, (_, i) => 20_260_101 + i)

const seeded = (what: string, run: (seed: number) => Case<Storage>["run"]): ReadonlyArray<Case<Storage>> =>
  SEEDS.map((seed) => ({ name: `${what} (seed ${seed})`, run: run(seed) }))

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

const times = <A>(count: number, make: (i: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => make(i))

const numberAt = (key: string) => Body.map(store.get(key), (value) => Number(value ?? 0))

// ---- invariants ----

const counters = Effect.fnUntraced(function* (seed: number) {
  const random = chance(seed)
  const increments = times(40, () => ({ key: `counter/${random.below(3)}`, pause: random.below(4) }))
  yield* together(
    increments.map(({ key, pause: turns }) =>
      transact(function* () {
        const value = yield* numberAt(key)
        yield* pause(turns)
        yield* store.put(key, String(value + 1))
      })
    )
  )
  const sum = Object.values(yield* contents).reduce((total, value) => total + Number(value), 0)
  assert.strictEqual(sum, increments.length, `seed ${seed}`)
})

const transfers = Effect.fnUntraced(function* (seed: number) {
  const random = chance(seed)
  const accounts = ["account/a", "account/b", "account/c", "account/d"] as const
  yield* putAll(Object.fromEntries(accounts.map((key) => [key, "100"])))
  const moves = times(30, () => ({
    from: random.pick(accounts),
    to: random.pick(accounts),
    amount: random.below(60),
    pause: random.below(5)
  }))
  yield* together(
    moves.map(({ from, to, amount, pause: turns }) =>
      transact(function* () {
        const source = yield* numberAt(from)
        yield* pause(turns)
        if (source < amount) return
        yield* store.put(from, String(source - amount))
        yield* pause(turns)
        yield* store.put(to, String((yield* numberAt(to)) + amount))
      })
    )
  )
  const balances = Object.values(yield* contents).map(Number)
  assert.strictEqual(
    balances.reduce((a, b) => a + b, 0),
    400,
    `seed ${seed}`
  )
  assert.isTrue(
    balances.every((balance) => balance >= 0),
    `seed ${seed}: ${balances}`
  )
})

/** Two doctors on call; each may leave only while another stays. */
const writeSkew = Effect.fnUntraced(function* (seed: number) {
  const random = chance(seed)
  for (let round = 0; round < 10; round++) {
    yield* putAll({ "call/a": "on", "call/b": "on" })
    yield* together(
      ["call/a", "call/b"].map((own) => {
        const turns = random.below(6)
        return transact(function* () {
          const on = (yield* store.getMany(["call/a", "call/b"])).filter((state) => state === "on")
          yield* pause(turns)
          if (on.length > 1) yield* store.put(own, "off")
        })
      })
    )
    const left = Object.values(yield* contents).filter((state) => state === "on")
    assert.strictEqual(left.length, 1, `seed ${seed}, round ${round}`)
  }
})

/** Each transaction adds an entry only if the range has fewer than five. */
const phantoms = Effect.fnUntraced(function* (seed: number) {
  const random = chance(seed)
  yield* together(
    times(12, (i) => {
      const turns = random.below(6)
      return transact(function* () {
        const found = yield* store.list({ prefix: "seat/" })
        yield* pause(turns)
        if (found.length < 5) yield* store.put(`seat/${String(i).padStart(20, "0")}`, "taken")
      })
    })
  )
  assert.strictEqual(Object.keys(yield* contents).length, 5, `seed ${seed}`)
})

// ---- generated histories ----

type Planned = { readonly op: "get" | "list" | "put" | "delete"; readonly key: string; readonly pause: number }

const plan = (random: Chance): ReadonlyArray<Planned> =>
  times(2 + random.below(3), () => ({
    op: random.pick(["get", "get", "list", "put", "put", "delete"]),
    key: random.pick(["a/1", "a/2", "b/1"]),
    pause: random.below(4)
  }))

const perform = function* ({ op, key }: Planned, value: string): Generator<Body.Ask<unknown>, Step, unknown> {
  const prefix = key.slice(0, 2)
  switch (op) {
    case "get":
      return { op, key, saw: yield* store.get(key) }
    case "list":
      return { op, prefix, saw: yield* store.list({ prefix }) }
    case "put":
      yield* store.put(key, value)
      return { op, key, value }
    case "delete":
      yield* store.delete(key)
      return { op, key }
  }
}

const histories = Effect.fnUntraced(function* (seed: number) {
  const random = chance(seed)
  let position = 0
  const one = (name: string, steps: ReadonlyArray<Planned>) =>
    Effect.gen(function* () {
      const began = position++
      // The body makes the record, so that only its last run counts.
      const done = yield* transact(() =>
        Body.forEach(steps, function* (step, i) {
          yield* pause(step.pause)
          return yield* perform(step, `${name}.${i}`)
        })
      )
      return { began, ended: position++, steps: done } satisfies Record
    })
  const fibers = times(3, (f) => times(3, (t) => one(`${f}.${t}`, plan(random))))
  const history = (yield* together(fibers.map((of) => Effect.all(of)))).flat()
  const final = new Map(Object.entries(yield* contents))
  assert.isTrue(isSerializable(history, final), `seed ${seed}: ${JSON.stringify(history)}`)
})

/** A body that runs several times has the effect of one run. */
const onceEach = Effect.fnUntraced(function* (seed: number) {
  const random = chance(seed)
  let runs = 0
  const values = yield* together(
    times(15, () => {
      const turns = random.below(5)
      return transact(function* () {
        const mark = `run/${String(runs++).padStart(20, "0")}`
        const count = yield* numberAt("count")
        yield* pause(turns)
        yield* store.put("count", String(count + 1))
        yield* store.put(mark, "")
        return mark
      })
    })
  )
  const { count, ...marks } = yield* contents
  assert.strictEqual(count, "15", `seed ${seed}`)
  assert.deepStrictEqual(Object.keys(marks), [...values].sort(), `seed ${seed}`)
})

export const serializability: ReadonlyArray<Case<Storage>> = [
  ...seeded("counters lose no increment", counters),
  ...seeded("transfers keep the sum and overdraw nothing", transfers),
  ...seeded("of a pair that must not both leave, one stays", writeSkew),
  ...seeded("a count of a range admits no more than its limit", phantoms),
  ...seeded("a generated history has a serial order", histories),
  ...seeded("a body that runs again has one effect and the value of its last run", onceEach)
]
