/** Faults with their places in a text, and as lines for people. Source: product.md "World file" (line and path). */
import { type Fault, formatPath, type Path } from "@backlot/domain/error/Fault"
import type { Position } from "./Position.ts"

/** A fault with its place in the text. `path` as in `users[0].locale`, empty for the document as a whole. */
export interface PlacedFault extends Position {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** In the order of the text. */
export const placeFaults = (
  faults: ReadonlyArray<Fault>,
  locate: (path: Path) => Position
): ReadonlyArray<PlacedFault> =>
  faults
    .map(({ path, code, message }) => ({ path: formatPath(path), ...locate(path), code, message }))
    .sort((a, b) => a.line - b.line || a.column - b.column)

/** Ours: of more faults than these, nobody reads every line. */
const LINES = 100

/**
 * One line per fault: `file:line:column path: message [CODE]`. Beyond a bound, one line with the number of the others;
 * `total` counts those too that are not in `faults`.
 */
export const formatFaults = (
  fileName: string,
  faults: ReadonlyArray<PlacedFault>,
  total: number = faults.length
): ReadonlyArray<string> => {
  const lines = faults.slice(0, LINES).map(({ path, line, column, message, code }) => {
    return `${fileName}:${line}:${column} ${path === "" ? "" : `${path}: `}${message} [${code}]`
  })
  const more = total - lines.length
  return more > 0 ? [...lines, `… and ${more.toLocaleString("en-US")} more`] : lines
}
