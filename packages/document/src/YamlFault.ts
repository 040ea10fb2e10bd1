/** Explains YAML syntax faults in the author's terms, at the position to fix: the parser's are often behind it. */
import { type Document, isCollection, isScalar, type LineCounter, type Node, visit, type YAMLError } from "yaml"
import { type Position, positionAt } from "./Position.ts"

export interface YamlText {
  readonly text: string
  readonly document: Document.Parsed
  readonly lines: LineCounter
}

export interface YamlFault extends Position {
  /** Begins with a capital, has no full stop. */
  readonly message: string
}

export const yamlFault = (error: YAMLError, read: YamlText): YamlFault => {
  const advice = RULES[error.code]?.(error, read)
  return { ...positionAt(read.lines, advice?.offset ?? error.pos[0]), message: advice?.message ?? parserWords(error) }
}

/** Finds the first `*name` without an earlier `&name`; undefined if there is none. */
export const strayAlias = ({ document, lines }: YamlText): YamlFault | undefined => {
  const anchors = new Set<string>()
  let found: YamlFault | undefined
  visit(document, {
    Value: (_, { anchor }) => void (anchor === undefined || anchors.add(anchor)),
    Alias: (_, { source, range }) => {
      if (anchors.has(source)) return undefined
      const message = `*${source} refers to nothing: a text that begins with * needs quotes`
      found = { ...positionAt(lines, range?.[0] ?? 0), message }
      return visit.BREAK
    }
  })
  return found
}

/** Resolves every alias at once, because the library searches the whole text for each. Returns their number. */
export const resolveAliases = (document: Document.Parsed): number => {
  const anchors = new Map<string, Node>()
  let count = 0
  visit(document, {
    Value: (_, node) => void (node.anchor === undefined || anchors.set(node.anchor, node)),
    Alias: (_, alias) => {
      const target = anchors.get(alias.source)
      count++
      // Scalars and collections, the only nodes with anchors.
      alias.resolve = () => target as ReturnType<typeof alias.resolve>
    }
  })
  return count
}

/** Finds the first key that its mapping has already; undefined if there is none. */
export const repeatedKey = ({ document, lines }: YamlText) => {
  let offset = Number.POSITIVE_INFINITY
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) offset = Math.min(offset, key.range?.[0] ?? 0)
        seen.add(key.value)
      }
    }
  })
  if (offset === Number.POSITIVE_INFINITY) return undefined
  return { offset, fault: { ...positionAt(lines, offset), message: "Map keys must be unique" } }
}

interface Advice {
  readonly message: string
  /** The offset, if it differs from the parser's. */
  readonly offset?: number
}

type Rule = (error: YAMLError, read: YamlText) => Advice | undefined

/** The parser appends the position and a picture of the line. */
const parserWords = ({ message }: YAMLError): string => message.split(/ at line \d+, column \d+/)[0] ?? message

const QUOTES_COLON = 'A text with ": " needs quotes'
const NO_COLON = "A field needs a colon and a space after its name, as in name: value"

/** Messages by parser error code; anything else falls back to the parser's own message. */
const RULES: Partial<Record<YAMLError["code"], Rule>> = {
  BLOCK_AS_IMPLICIT_KEY: ({ pos: [offset], message }, read) => {
    if (message.startsWith("A block sequence")) return indentation(read.lines.linePos(offset).line, read)
    return hasColon(restOfLine(read.text, offset)) ? quotes(offset, read) : indentation(nextLine(offset, read), read)
  },
  BLOCK_IN_FLOW: ({ pos: [offset] }, { text }) => ({
    message: /^[^,{}[\]\n]*:(?: |$)/.test(restOfLine(text, offset))
      ? QUOTES_COLON
      : "Inside { } and [ ] a list is written [a, b], and fields { a: b }"
  }),
  BAD_INDENT: (error, read) =>
    error.message.startsWith("Flow") ? unclosed(error, read) : indentation(read.lines.linePos(error.pos[0]).line, read),
  MISSING_CHAR: (error, read) => {
    if (error.message.startsWith("Missing closing")) return unclosedText(error, read)
    if (error.message.startsWith("Flow")) return unclosed(error, read)
    if (error.message.startsWith("Sequence item")) return indentation(read.lines.linePos(error.pos[0]).line, read)
    return error.message.startsWith("Implicit map keys") ? { message: NO_COLON } : undefined
  },
  MULTILINE_IMPLICIT_KEY: () => ({ message: NO_COLON }),
  UNEXPECTED_TOKEN: ({ pos: [offset], message }, { text }) => ({ message: unexpected(text, offset, message) }),
  BAD_SCALAR_START: ({ pos: [offset] }, { text }) => ({
    message: `A text that begins with ${text[offset]} needs quotes`
  }),
  TAB_AS_INDENT: () => ({ message: "Tabs do not indent; write spaces" }),
  BAD_DQ_ESCAPE: ({ pos: [offset] }, { text }) => ({
    message: `In "…" ${text.slice(offset, offset + 2)} means nothing; write \\\\ for a backslash, or put the text in '…', where it is one`
  })
}

const restOfLine = (text: string, offset: number): string => text.slice(offset).split("\n", 1)[0] ?? ""

const hasColon = (rest: string): boolean => /:(?:\s|$)/.test(rest) && !/^["']/.test(rest)

/** Suggests quotes, as in `use: "/order item: Tea"`, unless the colon is on the next line. */
const quotes = (offset: number, { text }: YamlText): Advice => {
  const field = /(?:^|[\s{,])([\w$-]+):\s+$/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[1]
  const rest = restOfLine(text, offset).trimEnd()
  const short = field !== undefined && rest.length <= 60 && !/["'\\#]/.test(rest)
  return { offset, message: short ? `${QUOTES_COLON}: write ${field}: "${rest}"` : QUOTES_COLON }
}

/** The number of the next line with more than a comment. */
const nextLine = (offset: number, { text, lines }: YamlText): number => {
  const from = lines.linePos(offset).line
  const index = text.split("\n").findIndex((line, at) => at >= from && isWritten(line))
  return index === -1 ? from : index + 1
}

const isWritten = (line: string): boolean => !/^\s*(?:#|$)/.test(line)

/** Compares the line with the one before it: the column where that line's fields begin. */
const indentation = (number: number, { text, lines }: YamlText): Advice => {
  const all = text.split("\n")
  const own = beginning(all[number - 1] ?? "", /^\s*/)
  const offset = (lines.lineStarts[number - 1] ?? 0) + own
  const before = all.slice(0, number - 1).findLastIndex(isWritten)
  if (before === -1) return { offset, message: "The indentation fits no line above" }
  return {
    offset,
    message: `The indentation differs from line ${before + 1}: it begins at column ${own + 1}, and the fields there at column ${beginning(all[before] ?? "", /^\s*(?:- +)*/) + 1}`
  }
}

const beginning = (line: string, lead: RegExp): number => lead.exec(line)?.[0].length ?? 0

/** Points at the unclosed bracket; the innermost if there are several. */
const unclosed = ({ pos: [offset] }: YAMLError, { text, document, lines }: YamlText): Advice | undefined => {
  let open: number | undefined
  visit(document, (_, node) => {
    if (!isCollection(node) || node.flow !== true || node.range === undefined || node.range === null) return
    const [start, end] = node.range
    if (start < offset && text[end - 1] !== CLOSING[text[start] ?? ""]) open = start
  })
  if (open === undefined) {
    const isClosing = Object.values(CLOSING).includes(text[offset] ?? "")
    return isClosing
      ? { message: `${text[offset]} must be indented more than the field that it belongs to` }
      : undefined
  }
  const bracket = text[open] ?? ""
  const { line } = lines.linePos(open)
  // The bracket is closed, but indented less than its field, so it no longer belongs to it.
  if (text[offset] === CLOSING[bracket]) {
    return { message: `${text[offset]} must be indented more than line ${line}, where its ${bracket} is` }
  }
  return { offset: open, message: `This ${bracket} has no ${CLOSING[bracket]}` }
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" }

/** Points at the opening quote; the parser reports the end of the text. */
const unclosedText = ({ pos: [, end] }: YAMLError, { text, document }: YamlText): Advice | undefined => {
  let open: number | undefined
  visit(document, (_, node) => {
    const start = isScalar(node) && node.type?.startsWith("QUOTE") === true ? node.range?.[0] : undefined
    if (start !== undefined && start < end) open = start
  })
  return open === undefined ? undefined : { offset: open, message: `This ${text[open]} is never closed` }
}

const unexpected = (text: string, offset: number, message: string): string => {
  const sign = text[offset] ?? ""
  if (message.startsWith("Unexpected block-seq-ind")) return "A list begins on a line of its own, or is written [a, b]"
  if ("]}".includes(sign)) return `${sign} closes nothing`
  const before = text.slice(0, offset).trimEnd().at(-1) ?? ""
  if (`"'`.includes(before)) return "Nothing can follow a text in quotes; put quotes around all of it"
  return `${"[{".includes(sign) ? sign : JSON.stringify(restOfLine(text, offset).slice(0, 20).trim())} is not allowed here`
}
