/** Addresses within the page of a run. */

/**
 * The address of a scenario, of one of its attempts, or of a step of it, each counted from 1: `2-1-3` is the third step of
 * the first attempt of the second scenario.
 */
export const anchorOf = (...numbers: ReadonlyArray<number | string>): string => numbers.join("-")

/** The numbers of an address; empty for any other hash. */
export const numbersOf = (hash: string): ReadonlyArray<number> =>
  /^#\d+(?:-\d+){0,2}$/.test(hash) ? hash.slice(1).split("-").map(Number) : []
