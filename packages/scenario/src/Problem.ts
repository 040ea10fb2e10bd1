/** A problem in a part of a file, in words for a person. */
import type { Path } from "@backlot/domain/error/Fault"
import { Result } from "effect"
import type { Related } from "./FilePlace.ts"

export interface Problem {
  readonly path: Path
  /** Begins in lower case, has no full stop, and says what is allowed. */
  readonly message: string
  /** Another place that may have caused it. */
  readonly related?: Related
}

/** A value, or at least one problem. */
export type Sound<A> = Result.Result<A, readonly [Problem, ...ReadonlyArray<Problem>]>

export const problem = (path: Path, message: string): Problem => ({ path, message })

/** Moves problems below `prefix`. */
export const below = (prefix: Path, problems: ReadonlyArray<Problem>): ReadonlyArray<Problem> =>
  problems.map((found) => ({ ...found, path: [...prefix, ...found.path] }))

export const soundOr = <A>(value: A, [first, ...others]: ReadonlyArray<Problem>): Sound<A> =>
  first === undefined ? Result.succeed(value) : Result.fail([first, ...others])
