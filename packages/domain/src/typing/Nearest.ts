/** Suggests names for a mistyped word, as no client does. Our choice: docs/choices.md "Picker and typing". */

/** At most three names, nearest first; ties keep their order. The time is independent of the word's length. */
export const nearest = (word: string, names: Iterable<string>): ReadonlyArray<string> => {
  const typed = word.slice(0, WORD_MAX).toLowerCase()
  const letters = [...typed]
  return [...new Set(names)]
    .map((name) => ({ name, distance: rank(typed, letters, name.slice(0, WORD_MAX).toLowerCase()) }))
    .filter(({ distance }) => distance <= FAR)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name }) => name)
}

/** Longer than any name (service.md "Limits"), so the part that is cut off cannot hide a match. */
const WORD_MAX = 40
const SUGGESTIONS_MAX = 3
const FAR = 2

/** A name that extends the word counts as one wrong letter. */
const rank = (typed: string, letters: ReadonlyArray<string>, name: string): number => {
  if (typed !== "" && name.startsWith(typed)) return Math.min(1, name.length - typed.length)
  // Every letter that one has more is inserted or removed.
  return Math.abs(letters.length - name.length) > FAR ? Number.POSITIVE_INFINITY : distance(letters, name)
}

/** The Levenshtein distance: letters to insert, remove or replace. */
const distance = (a: ReadonlyArray<string>, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of a.entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replace = at(row, j) + (b[j] === letter ? 0 : 1)
      next.push(Math.min(replace, at(row, j + 1) + 1, at(next, j) + 1))
    }
    row = next
  }
  return at(row, b.length)
}

const at = (row: ReadonlyArray<number>, index: number): number => row[index] ?? Number.POSITIVE_INFINITY
