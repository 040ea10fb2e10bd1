/**
 * The number of kills in a test run, and their seed. `BACKLOT_DEEP=1` kills ten times as often; `BACKLOT_CRASHES=5000`
 * sets the kills per crash test. `BACKLOT_CRASH_SEED` repeats the choices of an earlier run, but not the scheduler's.
 */
import { Effect } from "effect"

export interface Campaign {
  readonly crashes: number
  readonly seed: number
  /** Milliseconds that the whole campaign may take. */
  readonly timeout: number
}

const MOST_MS_OF_A_CRASH = 3_000

export const campaign = (usual: number): Campaign => {
  const deep = (process.env["BACKLOT_DEEP"] ?? "") !== ""
  const crashes = Number(process.env["BACKLOT_CRASHES"] ?? (deep ? usual * 10 : usual))
  const seed = Number(process.env["BACKLOT_CRASH_SEED"] ?? Math.floor(Math.random() * 2 ** 32))
  if (!(crashes >= 1) || !Number.isInteger(seed)) throw new Error("BACKLOT_CRASHES and BACKLOT_CRASH_SEED are numbers")
  return { crashes, seed, timeout: 60_000 + crashes * MOST_MS_OF_A_CRASH }
}

/** Runs two chains of crashes in parallel, each on its own store. A failure logs the seed. */
export const inTwoChains = <E, R>(
  { crashes, seed }: Campaign,
  chain: (crashes: number, seed: number) => Effect.Effect<void, E, R>
): Effect.Effect<void, E, R> =>
  Effect.forEach([seed, seed + 1], (own) => chain(Math.ceil(crashes / 2), own), { concurrency: 2, discard: true }).pipe(
    Effect.onError(() => Effect.logError(`to repeat these choices: BACKLOT_CRASH_SEED=${seed}`))
  )
