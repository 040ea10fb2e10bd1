/** Words in a typed text: what stands between white space. */

export const isSpace = (char: string | undefined): boolean => char !== undefined && SPACE.test(char)

/** The first place from `at` that is no white space. */
export const skipSpace = (text: string, at: number): number => {
  let end = at
  while (isSpace(text[end])) end++
  return end
}

/** The word that starts at `at` and ends before white space. */
export const wordAt = (text: string, at: number): string => {
  let end = at
  while (end < text.length && !isSpace(text[end])) end++
  return text.slice(at, end)
}

/** Whether the whole of `name` stands at `at`, followed by white space or the end. */
export const standsAt = (text: string, at: number, name: string): boolean => {
  const end = at + name.length
  return text.startsWith(name, at) && (end === text.length || isSpace(text[end]))
}

const SPACE = /\s/
