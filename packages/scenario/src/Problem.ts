/** A problem in a part of a file, in words for a person. */
import type { Path } from "@backlot/domain/error/Fault"
import type { Related } from "./FilePlace.ts"

export interface Problem {
  /** The path from the judged value to the problem. */
  readonly path: Path
  /** Begins in lower case, has no full stop, and says what would do. */
  readonly message: string
  /** Another place that may have caused it. */
  readonly related?: Related
}

export const problem = (path: Path, message: string): Problem => ({ path, message })

/** Moves problems below `prefix`. */
export const below = (prefix: Path, problems: ReadonlyArray<Problem>): ReadonlyArray<Problem> =>
  problems.map((found) => ({ ...found, path: [...prefix, ...found.path] }))
