/** Places faults in the text, and formats them as lines. Source: product.md "World file" (line and path). */
import { type Fault, formatPath, type Path } from "@backlot/domain/error/Fault"
import type { Position } from "./Position.ts"

/** A fault with its position. `path` looks like `users[0].locale`; it is empty for the whole document. */
export interface PlacedFault extends Position {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** Sorted by position. */
export const placeFaults = (
  faults: ReadonlyArray<Fault>,
  locate: (path: Path) => Position
): ReadonlyArray<PlacedFault> =>
  faults
    .map(({ path, code, message }) => ({ path: formatPath(path), ...locate(path), code, message }))
    .sort((a, b) => a.line - b.line || a.column - b.column)

/** How many faults are printed. Our choice: docs/choices.md "World file". */
const LINES = 100

/** A line per fault: `file:line:column path: message [CODE]`, and one for the rest of `total` beyond the limit. */
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
