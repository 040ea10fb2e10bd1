/** Prints values as YAML-like lines for a diff. Equal lines mean equal values, except for very long ones. */
import { clip, escapeControls, formatValue } from "./DescribeValue.ts"
import { hasOperators } from "./MatchOperators.ts"

/** How much of a value is printed. Our choice: docs/choices.md "Scenarios". */
const TEXT = 2_000
const LINES = 400
const ELEMENTS = 10_000

/** Returns no lines for undefined. Patterns, functions and operators take one line. */
export const linesOf = (value: unknown, most: number = LINES): ReadonlyArray<string> => {
  const lines = write(value)
  return lines.length > most ? [...lines.slice(0, most), "…"] : lines
}

const write = (value: unknown): ReadonlyArray<string> => {
  if (value === undefined) return []
  if (typeof value === "string") return value.includes("\n") ? block(value) : [scalar(value)]
  if (Array.isArray(value)) return value.length === 0 ? ["[]"] : value.slice(0, ELEMENTS).flatMap(element)
  return isPlain(value) && !hasOperators(value) ? fields(value) : [formatValue(value, TEXT)]
}

const fields = (value: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const present = Object.entries(value).filter(([, one]) => one !== undefined)
  return present.length === 0 ? ["{}"] : present.slice(0, ELEMENTS).flatMap(([key, one]) => entry(key, one))
}

const entry = (key: string, value: unknown): ReadonlyArray<string> => {
  const name = PLAIN.test(key) ? key : escapeControls(JSON.stringify(key))
  const [first, ...rest] = write(value)
  if (first === undefined) return []
  if (first === BLOCK) return [`${name}: ${BLOCK}`, ...indent(rest)]
  return holdsOthers(value) ? [`${name}:`, ...indent([first, ...rest])] : [`${name}: ${first}`]
}

const element = (value: unknown): ReadonlyArray<string> => {
  const [first = "null", ...rest] = write(value)
  return [`- ${first}`, ...indent(rest)]
}

const BLOCK = "|"

/** One line each, so that a diff shows the line that differs. */
const block = (text: string): ReadonlyArray<string> => [
  BLOCK,
  ...clip(text, TEXT)
    .split("\n")
    .map((line) => escapeControls(line))
]

/** Omits the quotes of texts that YAML reads back as the same text. */
const scalar = (text: string): string =>
  PLAIN.test(text) && !/^(?:true|false|null|nothing|[-+.]?\d[\d_.eE+-]*)$/.test(text)
    ? text
    : escapeControls(JSON.stringify(clip(text, TEXT)))

const PLAIN = /^[\p{L}\p{N}_/.-]+(?: [\p{L}\p{N}_/.-]+)*$/u

const indent = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.map((line) => `  ${line}`)

const holdsOthers = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isPlain(value) && !hasOperators(value) && Object.values(value).some((one) => one !== undefined)

/** True for objects with fields: no RegExp, date or vitest matcher. Accepts objects of another realm. */
export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
