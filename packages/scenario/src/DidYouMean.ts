/** Suggestions for a mistyped word. */
import { nearest } from "@backlot/domain/typing/Nearest"

/** `; did you mean name?`, or nothing. Only names that share a letter with the word are suggested. */
export const didYouMean = (word: string, names: Iterable<string>): string => {
  const near = nearestName(word, names)
  return near === undefined ? "" : `; did you mean ${near}?`
}

export const nearestName = (word: string, names: Iterable<string>): string | undefined => {
  const letters = new Set(word.toLowerCase())
  return nearest(word, names).find((name) => [...name.toLowerCase()].some((letter) => letters.has(letter)))
}

/** The same; or all names if none is near: `; there are a, b`. */
export const didYouMeanOf = (word: string, names: Iterable<string>, none: string): string => {
  const all = [...names]
  const hint = didYouMean(word, all)
  if (hint !== "") return hint
  return all.length === 0 ? `; ${none}` : `; there are ${all.join(", ")}`
}
