/** Formats values and texts as one short line without control characters, for messages, transcripts and reports. */
import { isDate, isRegExp } from "../Fields.ts"

/** How much of a value one line shows. Our choice: docs/choices.md "Scenarios". */
const WIDTH = 120
const DEPTH = 6

/** `{ content: "Hi", flags: 64 }`; texts in quotes, `nothing` for undefined. */
export const formatValue = (value: unknown, width: number = WIDTH): string => {
  const budget = { left: width }
  return clip(write(value, budget, 0), width)
}

/** Escapes control characters and cuts the text to this many code points. */
export const oneLine = (text: string, width: number = WIDTH): string => escapeControls(clip(text, width))

/** A matcher of vitest or jest: `expect.stringContaining("Rex")`. */
export interface Asymmetric {
  readonly asymmetricMatch: (value: unknown) => boolean
  readonly toAsymmetricMatcher?: () => string
  readonly sample?: unknown
}

export const isAsymmetric = (value: unknown): value is Asymmetric =>
  typeof value === "object" &&
  value !== null &&
  "asymmetricMatch" in value &&
  typeof value.asymmetricMatch === "function"

const asymmetricText = (matcher: Asymmetric): string => {
  const sample = matcher.sample === undefined ? "" : ` ${formatValue(matcher.sample, SAMPLE)}`
  return oneLine(matcher.toAsymmetricMatcher?.() ?? `${matcher}${sample}`)
}

const SAMPLE = 60

/** Escapes characters that a terminal, a table or a reader would misread: `\n`, `\u001b`, `\u202e`. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROL, (unit) => SHORT[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Cuts the text to this many code points; `…` marks the cut. */
export const clip = (text: string, width: number): string => {
  if (text.length <= width) return text
  // A code point has at most two units, so this much is enough.
  const points = [...text.slice(0, 2 * width + 2)]
  return points.length <= width && text.length <= 2 * width + 2 ? text : `${points.slice(0, width - 1).join("")}…`
}

/** C0 and C1 controls, line separators, direction marks, and lone surrogates. */
const CONTROL =
  /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }

/** @param budget how many more characters are wanted */
const write = (value: unknown, budget: { left: number }, depth: number): string => {
  const text = scalar(value, budget.left)
  if (text !== undefined) {
    budget.left -= text.length
    return text
  }
  if (depth >= DEPTH) return "…"
  const parts: Array<string> = []
  const isList = Array.isArray(value)
  // Whatever is no scalar is a list or an object.
  for (const [key, item] of isList ? value.entries() : Object.entries(value as object)) {
    if (budget.left <= 0) {
      parts.push("…")
      break
    }
    budget.left -= 2
    parts.push(`${isList ? "" : `${nameText(String(key))}: `}${write(item, budget, depth + 1)}`)
  }
  if (isList) return `[${parts.join(", ")}]`
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`
}

/** Returns undefined for lists and objects. */
const scalar = (value: unknown, width: number): string | undefined => {
  if (value === undefined) return "nothing"
  if (typeof value === "string") return escapeControls(JSON.stringify(clip(value, Math.max(width, 8))))
  if (typeof value === "function") return value.name === "" ? "a function" : `the function ${oneLine(value.name, 40)}`
  if (isRegExp(value) || isDate(value)) return escapeControls(String(value))
  if (typeof value !== "object" || value === null) return String(value)
  return isAsymmetric(value) ? asymmetricText(value) : undefined
}

const nameText = (key: string): string => (/^[\w$-]+$/.test(key) ? key : escapeControls(JSON.stringify(key)))
