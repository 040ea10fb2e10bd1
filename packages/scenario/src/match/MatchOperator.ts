/** The interface of an operator. `MatchOperators.ts` lists them all. */
import type { Path } from "@backlot/domain/error/Fault"
import type { Judge, Mismatch } from "./Mismatch.ts"

export interface Operator {
  /** For people, and for completion in editors. */
  readonly description: string
  /** Describes a valid operand when this one is invalid; undefined when it is valid. */
  readonly wants: (operand: unknown) => string | undefined
  /** The matchers inside a valid operand, with their paths. */
  readonly within?: (operand: unknown) => ReadonlyArray<readonly [Path, unknown]>
  /** Describes a value that fails the operator. The operand is valid; paths start at the value. */
  readonly judge: (operand: unknown, actual: unknown, match: Judge) => string | ReadonlyArray<Mismatch> | undefined
}

/** For operands that are one matcher. */
export const itself = (operand: unknown): ReadonlyArray<readonly [Path, unknown]> => [[[], operand]]

/** For operands that are one matcher or a list of matchers. */
export const elementsOf = (operand: unknown): ReadonlyArray<readonly [Path, unknown]> =>
  Array.isArray(operand) ? operand.map((one, index) => [[index], one] as const) : itself(operand)
