/** What an operator of matchers is; all of them stand in `MatchOperators.ts`. */
import type { Path } from "@backlot/domain/error/Fault"
import type { Judge, Mismatch } from "./Mismatch.ts"

export interface Operator {
  /** For people, and for completion in editors. */
  readonly description: string
  /** What would do in place of an operand that makes no sense; undefined where it does. */
  readonly wants: (operand: unknown) => string | undefined
  /** Matchers within a sound operand, by their paths from it. */
  readonly within?: (operand: unknown) => ReadonlyArray<readonly [Path, unknown]>
  /** What is said of a value that it does not hold for. The operand is sound; paths begin at the value. */
  readonly judge: (operand: unknown, actual: unknown, match: Judge) => string | ReadonlyArray<Mismatch> | undefined
}

/** For an operand that is a matcher. */
export const itself = (operand: unknown): ReadonlyArray<readonly [Path, unknown]> => [[[], operand]]

/** For an operand that is a list of matchers, or one alone. */
export const elementsOf = (operand: unknown): ReadonlyArray<readonly [Path, unknown]> =>
  Array.isArray(operand) ? operand.map((one, index) => [[index], one] as const) : itself(operand)
