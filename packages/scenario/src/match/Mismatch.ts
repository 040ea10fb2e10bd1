/** What a matcher finds: the one result of `Match.ts`, which its parts share. */
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { formatValue, oneLine } from "./DescribeValue.ts"

/** A place where the value is not what was expected. */
export interface Mismatch {
  /** From the outcome, e.g. `["message", "content"]`. */
  readonly path: Path
  readonly expected: unknown
  /** Undefined: it is not there. */
  readonly actual: unknown
  /** What is said of the value, e.g. `does not match /Rex/`. */
  readonly message: string
}

/** Judges a value: `match` of `Match.ts`. */
export type Judge = (expected: unknown, actual: unknown, path?: Path) => ReadonlyArray<Mismatch>

/** `message.content: "Hello" does not match /Rex/`. */
export const formatMismatch = ({ path, actual, message }: Mismatch): string => {
  const place = path.length === 0 ? "" : `${oneLine(formatPath(path))}: `
  // Of a wait that was in vain, what there was is not what the message is about.
  return actual === undefined || isOfWait(path) ? `${place}${message}` : `${place}${formatValue(actual)} ${message}`
}

/** What a wait was for is told by its path in the step, what an outcome lacks by its own. */
export const isOfWait = (path: Path): boolean => path[0] === "wait"

/** Which of some elements comes nearest, and what it lacks: `; [3] is nearest: content: "a" is not "b"`. */
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

/** `is not …`, and of what is not there `is missing; expected …`. */
export const tellOther = (actual: unknown, wanted: string): string =>
  actual === undefined ? `is missing; expected ${wanted}` : `is not ${wanted}`
