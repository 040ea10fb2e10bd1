/**
 * Sets how much is generated: by default little and always the same, more for `BACKLOT_DEEP=1` or
 * `BACKLOT_HOSTILE_RUNS=1000`. fast-check prints the seed of a failure; `BACKLOT_HOSTILE_SEED` repeats it.
 */
import fc from "fast-check"

const number = (name: string): number | undefined => {
  const text = process.env[name] ?? ""
  return text === "" ? undefined : Number(text)
}

const runs = number("BACKLOT_HOSTILE_RUNS") ?? (number("BACKLOT_DEEP") === undefined ? undefined : 200)

const seed = number("BACKLOT_HOSTILE_SEED") ?? (runs === undefined ? 20_260_101 : (fc.sample(fc.integer(), 1)[0] ?? 0))

/** `usual`, or as many as the environment asks for. */
export const parameters = (usual: number) => ({ numRuns: runs ?? usual, seed })

/** Time limit of one test in milliseconds. */
export const CAP = runs === undefined ? 30_000 : 3_600_000
