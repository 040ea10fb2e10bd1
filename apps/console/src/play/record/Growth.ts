/** What is new in a text that grows, so that a reader sees it. */

/** The lines of `after`, from 0, that `before` has not, in order: neither at its beginning nor at its end. */
export const freshLines = (before: string, after: string): ReadonlyArray<number> => {
  if (before === after) return []
  const [old, now] = [before.split("\n"), after.split("\n")]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  return Array.from({ length: now.length - tail - head }, (_, index) => head + index)
}

/** A name for files: what a person typed, without what a path or a shell would read in it. */
export const fileNameOf = (typed: string): string =>
  typed
    .trim()
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80) || "recorded"
