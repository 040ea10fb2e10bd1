/**
 * Shrinks a failing list: leaves out parts while it still fails, large parts first, then smaller ones, down to single
 * elements (delta debugging).
 */
import { Effect } from "effect"

/**
 * Returns the smallest failing list: the given one if nothing could be left out.
 *
 * @param fails whether a list fails in the same way; calls are sequential
 * @param mayGoOn called before each try: false ends the search with the best so far
 */
export const shrink = Effect.fnUntraced(function* <A, E, R>(
  failing: ReadonlyArray<A>,
  fails: (some: ReadonlyArray<A>) => Effect.Effect<boolean, E, R>,
  mayGoOn: (tries: number, smallest: number) => Effect.Effect<boolean>
) {
  let smallest = failing
  let tries = 0
  let size = Math.ceil(smallest.length / 2)
  while (size >= 1) {
    let without = false
    for (let from = smallest.length - size; from > -size; from -= size) {
      const start = Math.max(0, from)
      const rest = [...smallest.slice(0, start), ...smallest.slice(from + size)]
      if (rest.length === 0 || rest.length === smallest.length) continue
      if (!(yield* mayGoOn(tries, smallest.length))) return { smallest, tries }
      tries++
      if (yield* fails(rest)) {
        smallest = rest
        without = true
      }
    }
    // Single elements are tried until none can be left out.
    if (size > 1) size = Math.ceil(size / 2)
    else if (!without) break
  }
  return { smallest, tries }
})
