/** Words of a typed text, separated by white space. */

/** The first position from `at` whose character does not fit. */
export const skip = (text: string, at: number, fits: (char: string) => boolean): number => {
  let end = at
  while (end < text.length && fits(text.charAt(end))) end++
  return end
}

export const isSpace = (char: string): boolean => SPACE.test(char)

export const skipSpace = (text: string, at: number): number => skip(text, at, isSpace)

export const wordAt = (text: string, at: number): string =>
  text.slice(
    at,
    skip(text, at, (char) => !isSpace(char))
  )

/** Whether `name` occurs at `at`, followed by white space or the end. */
export const startsWord = (text: string, at: number, name: string): boolean => {
  const end = at + name.length
  return text.startsWith(name, at) && (end === text.length || isSpace(text.charAt(end)))
}

const SPACE = /\s/
