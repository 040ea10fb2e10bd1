/**
 * A second, naive implementation of the storage port, to test the suite itself. Each transaction works on a copy of
 * everything and runs again if another one was kept meanwhile. The suite must find each built-in fault.
 */

import { Effect, Exit, Layer } from "effect"
import { converse, type Failure, type Messages, type Services, type Step } from "../src/Body.ts"
import { isKey } from "../src/Bounds.ts"
import { type Entry, type ListOptions, type Span, Storage } from "../src/Storage.ts"

export type Fault =
  | "sees writes of others at once"
  | "keeps the writes of a failed body"
  | "keeps the writes of an earlier run"
  | "notices no conflict"
  | "notices conflicts of writes only"
  | "gives the value of the first run"
  | "takes any key"
  | "orders without regard to case"
  | "counts ids as numbers"
  | "ends a prefix at its last character plus one"
  | "includes after"
  | "ignores after when reversed"
  | "takes a limit of 0 for none"
  | "lists only what was kept"
  | "trims values"

type Data = Map<string, string>

interface Run {
  readonly data: Data
  readonly written: Set<string>
}

export const layerNaive = (fault?: Fault): Layer.Layer<Storage> =>
  Layer.sync(Storage, () => {
    let kept: Data = new Map()
    /** The last write of each key, as a number of kept transactions. */
    const lastWrite = new Map<string, number>()
    let count = 0

    const conflicts = (began: number, run: Run) => {
      if (fault === "notices no conflict" || began === count) return false
      if (fault !== "notices conflicts of writes only") return true
      return [...run.written].some((key) => (lastWrite.get(key) ?? 0) > began)
    }

    const keep = (run: Run) => {
      if (run.written.size === 0) return
      count += 1
      kept = new Map(kept)
      for (const key of run.written) {
        lastWrite.set(key, count)
        const value = run.data.get(key)
        if (value === undefined) kept.delete(key)
        else kept.set(key, value)
      }
    }

    const transaction = <Y extends Step, A>(
      body: () => Iterable<Y, A, unknown>,
      earlier?: { run: Run; value: A }
    ): Effect.Effect<A, Failure<Y>, Services<Y>> =>
      Effect.suspend(() => {
        const began = count
        const carried = fault === "keeps the writes of an earlier run" ? earlier?.run : undefined
        const run: Run = {
          data: fault === "sees writes of others at once" ? kept : new Map([...kept, ...(carried?.data ?? [])]),
          written: new Set(carried?.written)
        }
        const answers = messages(run, () => kept, fault)
        return Effect.flatMap(Effect.exit(converse(answers, body)), (exit) => {
          if (Exit.isFailure(exit)) {
            if (fault === "keeps the writes of a failed body") keep(run)
            return exit
          }
          if (conflicts(began, run)) return transaction(body, { run, value: exit.value })
          keep(run)
          return fault === "gives the value of the first run" && earlier !== undefined
            ? Effect.succeed(earlier.value)
            : exit
        })
      })

    return { transaction: (body) => transaction(body) }
  })

/** Others may run before each answer. */
const messages = (run: Run, kept: () => Data, fault: Fault | undefined): Messages => {
  const call = <A>(use: () => A) => Effect.andThen(Effect.yieldNow, Effect.sync(use))
  const write = (key: string, value: string | undefined) =>
    call(() => {
      if (!isKey(key) && fault !== "takes any key") throw new Error("not a key")
      run.written.add(key)
      if (value === undefined) run.data.delete(key)
      else run.data.set(key, value)
    })
  return {
    get: (key) => call(() => run.data.get(key)),
    getMany: (keys) => call(() => keys.map((key) => run.data.get(key))),
    put: (key, value) => write(key, fault === "trims values" ? value.trim() : value),
    delete: (key) => write(key, undefined),
    list: (span, options) =>
      call(() => list(fault === "lists only what was kept" ? kept() : run.data, span, options ?? {}, fault))
  }
}

const list = (data: Data, span: Span, options: ListOptions, fault: Fault | undefined): ReadonlyArray<Entry> => {
  const { after, limit, reverse = false } = options
  const inside = (key: string) => {
    if (!("prefix" in span)) return key >= span.start && key < span.end
    if (fault !== "ends a prefix at its last character plus one") return key.startsWith(span.prefix)
    return key >= span.prefix && key < `${span.prefix}~`
  }
  const beyond = (key: string) => {
    if (after === undefined || (reverse && fault === "ignores after when reversed")) return true
    return (reverse ? key < after : key > after) || (fault === "includes after" && key === after)
  }
  const found = [...data].filter(([key]) => inside(key) && beyond(key)).sort(([a], [b]) => compare(a, b, fault))
  if (reverse) found.reverse()
  return fault === "takes a limit of 0 for none" && limit === 0 ? found : found.slice(0, limit)
}

const compare = (a: string, b: string, fault: Fault | undefined): number => {
  if (fault === "orders without regard to case") return a.toLowerCase() < b.toLowerCase() ? -1 : 1
  if (fault === "counts ids as numbers") return a.localeCompare(b, "en", { numeric: true })
  return a < b ? -1 : 1
}
