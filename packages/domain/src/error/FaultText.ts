/** Faults as one line of text. */
import { type Fault, formatPath } from "./Fault.ts"

/** Further faults are only counted. Our choice: docs/choices.md "Command line". */
const TOLD_MAX = 20

/** `place: message` of each fault; `placeOf` can describe a place by more than its path. */
export const tellFaults = (faults: ReadonlyArray<Fault>, placeOf = plainPlace): string => {
  const told = faults.slice(0, TOLD_MAX).map((fault) => `${placeOf(fault)}: ${fault.message}`)
  return [...told, ...(faults.length > TOLD_MAX ? [`and ${faults.length - TOLD_MAX} more`] : [])].join("; ")
}

/** `a.b[0].c`; the empty path is the body. */
const plainPlace = ({ path }: Fault): string => formatPath(path) || "body"
