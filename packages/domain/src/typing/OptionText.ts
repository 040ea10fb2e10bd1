/** Splits the text after a command's name into options and values, by the grammar in `CommandText.ts`, in one pass. */
import { Result } from "effect"
import { type CommandTextFault, textFault } from "./CommandTextFault.ts"
import { nearest } from "./Nearest.ts"
import type { LeafOption } from "./OptionKind.ts"

export interface OptionText {
  readonly option: LeafOption
  /** Columns of the name and of the value. */
  readonly column: number
  readonly valueColumn: number
  /** The value, unquoted or trimmed. */
  readonly text: string
  /** The value while the user types it, with trailing white space. */
  readonly typed: string
  /** False if the closing quote is missing; this can only be the last value. */
  readonly closed: boolean
}

/** The options from `start` to the end of the text; `names` maps the names that may be typed. */
export const splitOptions = (
  text: string,
  start: number,
  names: ReadonlyMap<string, LeafOption>
): Result.Result<ReadonlyArray<OptionText>, CommandTextFault> => {
  const options: Array<OptionText> = []
  let column = skipSpace(text, start)
  while (column < text.length) {
    const name = nameAt(text, column)
    const option = names.get(name)
    const colon = column + name.length
    if (option === undefined || text[colon] !== ":") {
      const rule = text[colon] === ":" ? "UnknownOption" : "NotAnOption"
      return textFault(rule, column, wordAt(text, column), nearest(name, names.keys()))
    }
    const valueColumn = skipSpace(text, colon + 1)
    const isQuoted = text[valueColumn] === '"'
    const { end, ...value } = isQuoted ? quoted(text, valueColumn) : unquoted(text, valueColumn, colon + 1, names)
    if (isQuoted && end < text.length && !isSpace(text.charAt(end))) {
      return textFault("TextAfterQuote", end, wordAt(text, end))
    }
    options.push({ option, column, valueColumn, ...value })
    column = skipSpace(text, end)
  }
  return Result.succeed(options)
}

interface Value extends Pick<OptionText, "text" | "typed" | "closed"> {
  readonly end: number
}

const nameAt = (text: string, at: number): string =>
  text.slice(
    at,
    skip(text, at, (char) => char !== ":" && !isSpace(char))
  )

const quoted = (text: string, open: number): Value => {
  let end = open + 1
  while (end < text.length && text[end] !== '"') end += isEscape(text, end) ? 2 : 1
  const closed = end < text.length
  const content = text.slice(open + 1, end).replace(/\\(["\\])/g, "$1")
  return { text: content, typed: content, closed, end: closed ? end + 1 : end }
}

const isEscape = (text: string, at: number): boolean =>
  text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "\\")

/** A name has no colon and no white space, so only the part of a word before its first colon can be a name. */
const unquoted = (text: string, start: number, afterColon: number, names: ReadonlyMap<string, LeafOption>): Value => {
  let end = start
  let word = start > afterColon ? start : undefined
  for (; end < text.length; end++) {
    if (isSpace(text.charAt(end))) word = end + 1
    else if (text[end] === ":" && word !== undefined) {
      if (names.has(text.slice(word, end))) return raw(text, start, word)
      word = undefined
    }
  }
  return raw(text, start, end)
}

const raw = (text: string, start: number, end: number): Value => {
  const typed = text.slice(start, end)
  return { text: typed.trimEnd(), typed, closed: true, end }
}

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
