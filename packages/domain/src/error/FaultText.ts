/** Faults as one line for a person. */
import { type Fault, formatPath } from "./Fault.ts"

/** Ours: more faults than this are only counted. */
const TOLD_MAX = 20

/** `place: message` of each fault; `placeOf` may say more of a place than its path. */
export const tellFaults = (faults: ReadonlyArray<Fault>, placeOf = plainPlace): string => {
  const told = faults.slice(0, TOLD_MAX).map((fault) => `${placeOf(fault)}: ${fault.message}`)
  return [...told, ...(faults.length > TOLD_MAX ? [`and ${faults.length - TOLD_MAX} more`] : [])].join("; ")
}

/** `a.b[0].c`; the whole is the body. */
const plainPlace = ({ path }: Fault): string => formatPath(path) || "body"
