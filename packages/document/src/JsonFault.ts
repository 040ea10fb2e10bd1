/** Finds the first fault of a text that is not JSON. The engine's parser reports a position for only some faults. */

export interface JsonFault {
  /** Offset in the text, from 0. */
  readonly offset: number
  /** Begins with a capital, has no full stop. */
  readonly message: string
}

/** Returns undefined for valid JSON. */
export const jsonFault = (text: string): JsonFault | undefined => {
  const open: Array<Bracket> = []
  let wanted: Wanted = "value"
  let comma: number | undefined
  for (let offset = behindSpace(text, 0); offset < text.length; ) {
    const token = tokenAt(text, offset)
    const inner = open.at(-1)
    const fault = faultOf(token, wanted, inner)
    if (fault !== undefined) {
      const trailing = comma !== undefined && (token === "]" || token === "}")
      return trailing ? { offset: comma ?? offset, message: TRAILING } : { offset, message: fault }
    }
    comma = token === "," ? offset : undefined
    if (token === "[" || token === "{") open.push(token)
    if (token === "]" || token === "}") open.pop()
    wanted = next(token, wanted, open.at(-1))
    offset = behindSpace(text, offset + token.length)
  }
  const last = open.at(-1)
  if (last !== undefined) return { offset: text.trimEnd().length, message: `The text ends before its ${CLOSING[last]}` }
  return wanted === "end" ? undefined : { offset: 0, message: "The text is empty" }
}

type Bracket = "[" | "{"

const CLOSING = { "[": "]", "{": "}" } as const

/** After `first`, an empty list or object may also end. */
type Wanted = "value" | "first value" | "name" | "first name" | "colon" | "comma" | "end"

const CLOSABLE: ReadonlySet<Wanted> = new Set(["first value", "first name", "comma"])

const TRAILING = "JSON has no comma after the last element"

const SPACE = /[\t\n\r ]*/y
/** All tokens except texts. */
const TOKEN = /[[\]{}:,]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y
/** All but quotes, backslashes and controls, by code units: by code points the engine would remember each one. */
const PLAIN = /[ !#-[\]-\uFFFF]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

const behindSpace = (text: string, offset: number): number => behind(SPACE, text, offset)

/** Returns "?" and the offending characters when no token matches. */
const tokenAt = (text: string, offset: number): string =>
  text[offset] === '"'
    ? textAt(text, offset)
    : (tokenOf(text, offset) ?? `?${/^(?:[\w$'./*-]+|.)/su.exec(text.slice(offset, offset + 1_000))?.[0] ?? ""}`)

/**
 * Returns "?", the quote and the offending character when the text is broken. It matches part by part: one pattern for
 * a long text would overflow the engine's stack.
 */
const textAt = (text: string, offset: number): string => {
  for (let end = offset + 1; ; ) {
    end = behind(PLAIN, text, end)
    if (text[end] === '"') return text.slice(offset, end + 1)
    const escaped = behind(ESCAPE, text, end)
    if (escaped === end) return `?"${text[end] ?? ""}`
    end = escaped
  }
}

/** The offset behind the match at an offset, or that offset. */
const behind = (pattern: RegExp, text: string, offset: number): number => {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex : offset
}

const tokenOf = (text: string, offset: number): string | undefined => {
  const end = behind(TOKEN, text, offset)
  return end === offset ? undefined : text.slice(offset, end)
}

const next = (token: string, wanted: Wanted, inner: Bracket | undefined): Wanted => {
  if (token === "{") return "first name"
  if (token === "[") return "first value"
  if (token === ":") return "value"
  if (token === ",") return inner === "{" ? "name" : "value"
  if (wanted === "name" || (wanted === "first name" && token !== "}")) return "colon"
  return inner === undefined ? "end" : "comma"
}

const faultOf = (token: string, wanted: Wanted, inner: Bracket | undefined): string | undefined => {
  if (token.startsWith("?")) return strange(token.slice(1))
  if (CLOSABLE.has(wanted) && inner !== undefined && token === CLOSING[inner]) return undefined
  switch (wanted) {
    case "value":
    case "first value":
      return /^[\]}:,]$/.test(token) ? `A value is missing before ${token}` : undefined
    case "name":
    case "first name":
      return token.startsWith('"') ? undefined : "A name in double quotes is missing here"
    case "colon":
      return token === ":" ? undefined : "A colon is missing between name and value"
    case "comma":
      return token === "," ? undefined : `A comma or ${inner === "{" ? "}" : "]"} is missing here`
    case "end":
      return "Nothing can follow the end"
  }
}

const strange = (found: string): string => {
  if (found.startsWith('"')) {
    return /^"[\r\n]?$/.test(found)
      ? "A text is not closed on its line"
      : "A text has an escape, or a sign, that JSON does not have"
  }
  if (found.startsWith("'")) return "JSON writes texts in double quotes"
  if (found.startsWith("//") || found.startsWith("/*")) return "JSON has no comments"
  return `${JSON.stringify(found.slice(0, 40))} is not JSON; texts and names need double quotes`
}
