/** The result of a match, and the interface of an operator. All parts of `Match.ts` share them. */
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { formatValue, oneLine } from "./DescribeValue.ts"

export interface Mismatch {
  /** From the outcome, e.g. `["message", "content"]`. */
  readonly path: Path
  readonly expected: unknown
  /** Undefined if it is missing. */
  readonly actual: unknown
  /** Describes the value, e.g. `does not match /Rex/`. */
  readonly message: string
}

export type Judge = (expected: unknown, actual: unknown, path?: Path) => ReadonlyArray<Mismatch>

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

/** `message.content: "Hello" does not match /Rex/`. */
export const formatMismatch = ({ path, actual, message }: Mismatch): string => {
  const place = path.length === 0 ? "" : `${oneLine(formatPath(path))}: `
  // The message of a failed wait does not describe the value.
  return actual === undefined || isOfWait(path) ? `${place}${message}` : `${place}${formatValue(actual)} ${message}`
}

/** The path of a wait starts at the step, every other path at the outcome. */
export const isOfWait = (path: Path): boolean => path[0] === "wait"

/** Names the closest element and its first mismatch: `; [3] is nearest: content: "a" is not "b"`. */
export const describeNearest = (wanted: unknown, elements: ReadonlyArray<unknown>, match: Judge, first = 0): string => {
  const judged = elements.map((one, index) => ({ index, mismatches: match(wanted, one) }))
  const [nearest] = judged.toSorted((a, b) => a.mismatches.length - b.mismatches.length)
  const lack = nearest?.mismatches[0]
  return lack === undefined ? "" : `; [${first + (nearest?.index ?? 0)}] is nearest: ${formatMismatch(lack)}`
}

/** `is not …`; for a missing value `is missing; expected …`. */
export const describeOther = (actual: unknown, wanted: string): string =>
  actual === undefined ? `is missing; expected ${wanted}` : `is not ${wanted}`
