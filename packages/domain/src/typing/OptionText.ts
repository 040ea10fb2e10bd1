/**
 * Splits the text after a command's name into options and values, by the grammar in `CommandText.ts`. One pass, linear
 * in the length of the text.
 */
import { Result } from "effect"
import { type CommandTextFault, commandTextFault } from "./CommandTextFault.ts"
import { nearest } from "./Nearest.ts"
import type { LeafOption } from "./OptionKind.ts"
import { isSpace, skipSpace, wordAt } from "./Word.ts"

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
      return Result.fail(commandTextFault(rule, column, wordAt(text, column), nearest(name, names.keys())))
    }
    const valueColumn = skipSpace(text, colon + 1)
    const value =
      text[valueColumn] === '"'
        ? quoted(text, valueColumn)
        : unquoted(text, valueColumn, valueColumn > colon + 1, names)
    if (value.end < text.length && !value.mayEndHere) {
      return Result.fail(commandTextFault("TextAfterQuote", value.end, wordAt(text, value.end)))
    }
    options.push({ option, column, valueColumn, text: value.text, typed: value.typed, closed: value.closed })
    column = skipSpace(text, value.end)
  }
  return Result.succeed(options)
}

interface Value {
  readonly text: string
  readonly typed: string
  readonly closed: boolean
  readonly end: number
  readonly mayEndHere: boolean
}

/** Reads up to a colon or white space. */
const nameAt = (text: string, at: number): string => {
  let end = at
  while (end < text.length && text[end] !== ":" && !isSpace(text[end])) end++
  return text.slice(at, end)
}

const quoted = (text: string, open: number): Value => {
  let end = open + 1
  while (end < text.length && text[end] !== '"') end += isEscape(text, end) ? 2 : 1
  const closed = end < text.length
  const content = text.slice(open + 1, end).replace(/\\(["\\])/g, "$1")
  const after = closed ? end + 1 : end
  return { text: content, typed: content, closed, end: after, mayEndHere: isSpace(text[after]) }
}

const isEscape = (text: string, at: number): boolean =>
  text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "\\")

/** A name has no colon and no white space, so only the part of a word before its first colon can be a name. */
const unquoted = (text: string, start: number, afterSpace: boolean, names: ReadonlyMap<string, LeafOption>): Value => {
  let end = start
  let word: number | undefined = afterSpace ? start : undefined
  for (; end < text.length; end++) {
    if (isSpace(text[end])) word = end + 1
    else if (text[end] === ":" && word !== undefined) {
      if (names.has(text.slice(word, end))) return raw(text, start, word)
      word = undefined
    }
  }
  return raw(text, start, end)
}

const raw = (text: string, start: number, end: number): Value => {
  const typed = text.slice(start, end)
  return { text: typed.trimEnd(), typed, closed: true, end, mayEndHere: true }
}
