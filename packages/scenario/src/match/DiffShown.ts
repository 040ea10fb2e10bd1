/** The parts of a value that a diff shows, as YAML-like lines. Equal lines mean equal values, except very long ones. */
import { type Fields, isPlain } from "../Fields.ts"
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

const fields = (value: Fields): ReadonlyArray<string> => {
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

/** Only the fields that a matcher names, at any depth. A value that no matcher describes stays whole. */
export const restrict = (value: unknown, matchers: ReadonlyArray<unknown>): unknown => {
  const wanted = matchers.flatMap(alternatives)
  if (Array.isArray(value))
    return value.map((one, index) => restrict(one, elementMatchers(wanted, value.length, index)))
  const shapes = wanted.filter(isPlain).filter((one) => !hasOperators(one))
  if (!isPlain(value) || shapes.length === 0) return value
  const keys = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))].filter((key) => Object.hasOwn(value, key))
  const fieldMatchers = (key: string) => shapes.flatMap((shape) => (Object.hasOwn(shape, key) ? [shape[key]] : []))
  return Object.fromEntries(keys.map((key) => [key, restrict(value[key], fieldMatchers(key))]))
}

/** Operators whose operands match the same value. */
const OF_THE_SAME = ["$not", "$any", "$all"]

/** The matchers of the value itself, inside operators too; `$contains` stays as it is. */
const alternatives = (matcher: unknown): ReadonlyArray<unknown> => {
  if (!isPlain(matcher) || !hasOperators(matcher)) return [matcher]
  const inner = OF_THE_SAME.flatMap((name) => matcher[name] ?? [])
  return [matcher, ...inner.flatMap(alternatives)]
}

/** Matchers at the same index when the lists have the same length, otherwise those of every index. */
const elementMatchers = (wanted: ReadonlyArray<unknown>, length: number, index: number): ReadonlyArray<unknown> =>
  wanted.flatMap((one) => {
    if (Array.isArray(one)) return one.length === length ? [one[index]] : one
    return isPlain(one) && hasOperators(one) ? [one["$contains"] ?? []].flat() : []
  })
