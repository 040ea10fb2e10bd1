/** The result of a match. All parts of `Match.ts` share it. */
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { formatValue, oneLine } from "./DescribeValue.ts"

/** A place where the value is not as expected. */
export interface Mismatch {
  /** From the outcome, e.g. `["message", "content"]`. */
  readonly path: Path
  readonly expected: unknown
  /** Undefined if it is missing. */
  readonly actual: unknown
  /** Describes the value, e.g. `does not match /Rex/`. */
  readonly message: string
}

/** The type of `match` in `Match.ts`. */
export type Judge = (expected: unknown, actual: unknown, path?: Path) => ReadonlyArray<Mismatch>

/** `message.content: "Hello" does not match /Rex/`. */
export const formatMismatch = ({ path, actual, message }: Mismatch): string => {
  const place = path.length === 0 ? "" : `${oneLine(formatPath(path))}: `
  // The message of a failed wait does not describe the value.
  return actual === undefined || isOfWait(path) ? `${place}${message}` : `${place}${formatValue(actual)} ${message}`
}

/** The path of a wait starts at the step, every other path at the outcome. */
export const isOfWait = (path: Path): boolean => path[0] === "wait"

/** Names the closest element and its first mismatch: `; [3] is nearest: content: "a" is not "b"`. */
export const tellNearest = (wanted: unknown, elements: ReadonlyArray<unknown>, judge: Judge, first = 0): string => {
  const judged = elements.map((one, index) => ({ index, mismatches: judge(wanted, one) }))
  const nearest = judged.reduce<(typeof judged)[number] | undefined>(
    (best, one) => (best === undefined || one.mismatches.length < best.mismatches.length ? one : best),
    undefined
  )
  const lack = nearest?.mismatches[0]
  return nearest === undefined || lack === undefined
    ? ""
    : `; [${first + nearest.index}] is nearest: ${formatMismatch(lack)}`
}

/** `is not …`; for a missing value `is missing; expected …`. */
export const tellOther = (actual: unknown, wanted: string): string =>
  actual === undefined ? `is missing; expected ${wanted}` : `is not ${wanted}`
