/** Words of a typed text, separated by white space. */

export const isSpace = (char: string | undefined): boolean => char !== undefined && SPACE.test(char)

/** The first position from `at` that is not white space. */
export const skipSpace = (text: string, at: number): number => {
  let end = at
  while (isSpace(text[end])) end++
  return end
}

/** The word that starts at `at`. */
export const wordAt = (text: string, at: number): string => {
  let end = at
  while (end < text.length && !isSpace(text[end])) end++
  return text.slice(at, end)
}

/** Whether `name` occurs at `at`, followed by white space or the end. */
export const standsAt = (text: string, at: number, name: string): boolean => {
  const end = at + name.length
  return text.startsWith(name, at) && (end === text.length || isSpace(text[end]))
}

const SPACE = /\s/
