/** How the processor time of some work in this process grows with its input, apart from the machine and its other work. */

/** The input of the large run, as a multiple of the small one. */
export const FACTOR = 8
/** For eight times the input, 8 is linear and 64 quadratic. */
export const MOST = 28
/** The small run counts as this long at least, because shorter times say nothing. */
const FLOOR_MS = 10
/** The shortest of so many runs counts: other work of the process only adds to a time. */
const RUNS = 12

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

/** The time of `large` as a multiple of the time of `small`. Ends with the first run that is linear beyond doubt. */
export const growth = async (small: () => Promise<unknown>, large: () => Promise<unknown>): Promise<number> => {
  let [little, much] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let run = 0; run < RUNS; run++) {
    little = Math.min(little, await timeOf(small))
    much = Math.min(much, await timeOf(large))
    if (much < (MOST / 2) * Math.max(little, FLOOR_MS)) break
  }
  return much / Math.max(little, FLOOR_MS)
}
