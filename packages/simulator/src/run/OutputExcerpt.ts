/** The part of what a program wrote that stands in a message: its end, and where it broke, the beginning of that too. */

/**
 * At most so many lines, with lines between that say how many were left out. An error dumps what it carries below its
 * message: the last one that is told is kept from there on.
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
    // As many as fit without a gap where both touch.
    ...(rest <= error + head
      ? lines.slice(error + head)
      : [leftOut(rest - error - head, "between"), ...lines.slice(rest)])
  ]
}

/** Ours: its message and the nearest of its stack. */
const HEAD = 8

/** Not indented: `DiscordAPIError[10062]: …`, `Uncaught TypeError: …`, `Traceback (most recent call last):`, `panic: …`. */
const ERROR =
  /^(?:Uncaught (?:exception )?|Exception in thread "[^"]*" |Unhandled )?(?:[\w$.]*(?:Error|Exception)(?:\b[\w$.]*)?(?:\s?\[\w+\])?(?::|\s*$)|Traceback \(most recent|panic: |thread '[^']*' panicked)/

const leftOut = (count: number, where: "before" | "between"): string =>
  `… ${count} ${count === 1 ? "line" : "lines"} ${where}`
