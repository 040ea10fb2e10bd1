/** Writes a scenario as YAML that loads back to the same value. The caller escapes variables (`escapeVariables`). */
import { Record, Result } from "effect"
import { Document, isCollection, isPair, isScalar, isSeq, visit } from "yaml"
import { type Fields, isPlain } from "../Fields.ts"
import { type Problem, problem, type Sound, soundOr } from "../Problem.ts"
import { ACTS, beside, common } from "../step/Step.ts"
import { Scenario } from "./Scenario.ts"

interface TextOptions {
  readonly schema?: string
  readonly comment?: string
}

/** Fails for functions, and for objects that are neither lists nor plain. Patterns are written as `/…/`. */
export const format = (scenario: Scenario, options: TextOptions = {}): Sound<string> => {
  const problems: Array<Problem> = []
  const value = plain(scenario, [], problems)
  return Result.map(soundOr(value, problems), (sound) => textOf(sound, options))
}

const textOf = (value: unknown, options: TextOptions): string => {
  const document = new Document(ordered(value), { version: "1.2", aliasDuplicateObjects: false })
  document.commentBefore = head(options)
  visit(document, {
    Scalar: (_, scalar) => {
      if (isLarge(scalar.value)) scalar.format = "EXP"
      if (typeof scalar.value === "string" && isRagged(scalar.value)) scalar.type = "QUOTE_DOUBLE"
    }
  })
  lay(document.contents, SCENARIO_LINES)
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}

const head = ({ schema, comment }: TextOptions): string | null => {
  const lines = [
    ...(schema === undefined ? [] : [` yaml-language-server: $schema=${schema}`]),
    ...(comment === undefined ? [] : comment.split("\n").map((line) => ` ${line}`))
  ]
  return lines.length === 0 ? null : lines.join("\n")
}

/** The value as a file can hold it, without undefined fields. */
const plain = (value: unknown, path: ReadonlyArray<string | number>, problems: Array<Problem>): unknown => {
  if (value instanceof RegExp) return String(value)
  if (Array.isArray(value)) return value.map((item, index) => plain(item, [...path, index], problems))
  if (isPlain(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    return Object.fromEntries(fields.map(([key, field]) => [key, plain(field, [...path, key], problems)]))
  }
  const isWritable = value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value)
  if (!isWritable) problems.push(problem(path, `a ${typeof value} cannot be written into a file`))
  return value
}

/** Fields in the order of the documentation. */
const ordered = (value: unknown): unknown => {
  if (!isPlain(value)) return value
  return Record.map(inOrder(value, SCENARIO), (field, name) => {
    if (name === "steps") return inSteps(field)
    return name === "fragments" && isPlain(field) ? Record.map(field, inSteps) : field
  })
}

const inSteps = (steps: unknown): unknown =>
  Array.isArray(steps) ? steps.map((step: unknown) => (isPlain(step) ? inOrder(step, STEP) : step)) : steps

/** Steps come last, because they are long. */
const SCENARIO = Object.keys(Scenario.fields).toSorted((a, b) => Number(a === "steps") - Number(b === "steps"))
const { name, as, in: at, ...rest } = common
const STEP = Object.keys({ name, as, in: at, ...ACTS, ...beside, ...rest })

const inOrder = (fields: Fields, order: ReadonlyArray<string>): Fields => {
  const known = order.filter((field) => Object.hasOwn(fields, field)).map((field) => [field, fields[field]])
  return { ...Object.fromEntries(known), ...fields }
}

/** A line length that people like to read. */
const LINE = 100

/** Fields of the scenario and of its steps get lines of their own; short values stay on one line. */
const lay = (node: unknown, own: number): void => {
  if (!isCollection(node)) return
  const isPlainList = isSeq(node) && node.items.every(isScalar)
  if ((own <= 0 || isPlainList) && widthOf(node) <= LINE) {
    node.flow = true
    return
  }
  for (const item of node.items) {
    if (!isPair(item)) lay(item, own - 1)
    else lay(item.value, OWN_LINES[own === SCENARIO_LINES ? keyOf(item.key) : ""] ?? own - 1)
  }
}

/** How many levels of a value get lines of their own. */
const SCENARIO_LINES = 10
const OWN_LINES: Readonly<Record<string, number>> = {
  steps: 2,
  fragments: 3,
  examples: 1,
  app: 1,
  apps: 2,
  load: 1,
  variables: 1,
  world: 3
}

const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : "")

/** Texts with lines that begin or end with blanks, which a YAML block would not keep. */
const isRagged = (text: string): boolean => text.includes("\n") && /^\s|[^\S\n]$|[^\S\n]\n|\n\n$|\n[^\S\n]/.test(text)

/** An integer that YAML would not keep exactly. */
const isLarge = (value: unknown): boolean => typeof value === "number" && Math.abs(value) > 2 ** 53

const widthOf = (node: unknown): number => {
  if (isScalar(node)) return String(node.value).includes("\n") ? LINE * 2 : String(node.value).length
  if (!isCollection(node)) return 0
  const widths = node.items.map((item) => (isPair(item) ? widthOf(item.key) + widthOf(item.value) + 2 : widthOf(item)))
  return widths.reduce((sum, width) => sum + width + 2, 2)
}
