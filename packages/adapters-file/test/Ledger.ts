/** The writer's data and its invariant: a window of numbers, each written twice. */
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"

/** The transaction that adds a number removes older ones. */
const WINDOW = 20
const LAST = "last"

/** Short and long values in turn, so that transactions touch one page or many. */
const textFor = (number: number, longest: number) => `${number}:`.padEnd((number * 7_919) % longest, `${number % 10}`)

/** Adds the number; part of a transaction. */
export const add = function* (number: number, longest: number) {
  yield* store.put(`left/${number}`, textFor(number, longest))
  yield* store.delete(`left/${number - WINDOW}`)
  yield* store.put(LAST, String(number))
  yield* store.delete(`right/${number - WINDOW}`)
  yield* store.put(`right/${number}`, textFor(number, longest))
}

/** The newest number; 0 if there is none. */
export const lastOf = Body.gen(function* () {
  return Number((yield* store.get(LAST)) ?? 0)
})

/** The whole store after this number, without any part of the next. */
export const ledgerOf = (last: number, longest: number): ReadonlyMap<string, string> => {
  if (last === 0) return new Map()
  const numbers = Array.from({ length: Math.min(WINDOW, last) }, (_, i) => last - i)
  const pairs = numbers.flatMap((number) => [
    [`left/${number}`, textFor(number, longest)] as const,
    [`right/${number}`, textFor(number, longest)] as const
  ])
  return new Map([[LAST, String(last)], ...pairs])
}
