/** Selects the part of a program's output for a message: its end, and the beginning of its last error. */

/**
 * At most `most` lines, plus lines that count the omitted ones. An error prints its details below its message, so the
 * excerpt starts at the last error.
 */
export const excerptOf = (lines: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  if (lines.length <= most) return lines
  const error = lines.findLastIndex((line) => ERROR.test(line))
  const tail = lines.length - most
  if (error === -1 || error >= tail) return [leftOut(tail, "before"), ...lines.slice(tail)]
  const head = Math.min(HEAD, Math.floor(most / 2))
  const rest = lines.length - (most - head)
  return [
    ...(error === 0 ? [] : [leftOut(error, "before")]),
    ...lines.slice(error, error + head),
    // Without a gap if both parts touch.
    ...(rest <= error + head
      ? lines.slice(error + head)
      : [leftOut(rest - error - head, "between"), ...lines.slice(rest)])
  ]
}

/** The message and the top of the stack. Our choice: docs/choices.md "Command line". */
const HEAD = 8

/**
 * Not indented: `DiscordAPIError[10062]: …`, `Uncaught TypeError: …`, `Traceback (most recent call last):`, `panic: …`.
 */
const ERROR =
  /^(?:Uncaught (?:exception )?|Exception in thread "[^"]*" |Unhandled )?(?:[\w$.]*(?:Error|Exception)(?:\b[\w$.]*)?(?:\s?\[\w+\])?(?::|\s*$)|Traceback \(most recent|panic: |thread '[^']*' panicked)/

const leftOut = (count: number, where: "before" | "between"): string =>
  `… ${count} ${count === 1 ? "line" : "lines"} ${where}`
