/**
 * Variables in texts: `${name}` and `${name.path[0].of}`. A text that is only one of them becomes the variable's
 * value and keeps its type; inside a longer text the value must be a text, a number, true or false. `$${` stands for
 * `${` itself.
 */
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { Array as Arr, Result } from "effect"
import { BOUNDS, formatBound } from "../Bounds.ts"
import { didYouMean, didYouMeanOf } from "../DidYouMean.ts"
import { type Fields, isPlain } from "../Fields.ts"
import { type Problem, problem, type Sound, soundOr } from "../Problem.ts"
import { parsePath, valueAt } from "./VariablePath.ts"

export type Variables = Fields

/** The value of a reference, or the message of its problem. */
export type Resolve = (reference: Reference) => Result.Result<unknown, string>

/** A `${…}` of a text. */
export interface Reference {
  readonly source: string
  readonly name: string
  readonly path: Path
}

/** Replaces variables in texts at any depth; keys, functions and patterns stay. Reports all problems at once. */
export const interpolate = (value: unknown, variables: Variables): Sound<unknown> => {
  const known: Resolve = (reference) =>
    Object.hasOwn(variables, reference.name)
      ? partOf(reference, variables[reference.name])
      : Result.fail(unknownVariable(reference.source, reference.name, Object.keys(variables)))
  const { value: filled, problems } = fill(value, known, "${")
  return soundOr(filled, problems)
}

/** Makes `interpolate` leave every text as it is: for values from elsewhere, such as recordings. */
export const escapeVariables = <A>(value: A): A =>
  // Texts stay texts, and everything else stays.
  mapTexts(value, (text) => text.replaceAll("${", () => "$${")) as A

/** Every valid `${…}` in the texts of a value, with the place of its text. */
export const referencesIn = (value: unknown): ReadonlyArray<Reference & { readonly at: Path }> => {
  const found: Array<Reference & { readonly at: Path }> = []
  mapTexts(value, (text, at) => {
    for (const part of parts(text)) if (typeof part !== "string" && "name" in part) found.push({ ...part, at })
    return text
  })
  return found
}

/** Whether a text is one `${…}` and nothing else, and so stands for a value of any type. */
export const isReference = (value: unknown): boolean => {
  if (typeof value !== "string") return false
  const [first, ...others] = parts(value)
  return first !== undefined && typeof first !== "string" && others.length === 0
}

export const hasReference = (text: string): boolean => parts(text).some((part) => typeof part !== "string")

export const unknownVariable = (source: string, name: string, known: ReadonlyArray<string>): string => {
  const hint = didYouMeanOf(name, known, `for this text write $\${${source}}`)
  return `\${${source}}: unknown variable ${name}${hint}`
}

/**
 * Replaces each `${…}` by what `resolve` gives.
 * @param escaped what `$${` becomes: `${` right before a step is played, itself if the text is filled again later
 */
export const fill = (
  value: unknown,
  resolve: Resolve,
  escaped: string
): { readonly value: unknown; readonly problems: ReadonlyArray<Problem> } => {
  const problems: Array<Problem> = []
  let isFilled = false
  const filled = mapTexts(value, (text, at) => {
    if (!text.includes("${")) return text
    isFilled = true
    const made = replaced(text, resolve, escaped)
    if (Result.isSuccess(made)) return made.success
    problems.push(...made.failure.map((message) => problem(at, message)))
    return text
  })
  if (!isFilled || sizeOf(filled) <= BOUNDS.grown.value) return { value: filled, problems }
  return { value, problems: [...problems, problem([], TOO_LARGE)] }
}

const TOO_LARGE = `with its variables it has more than ${formatBound(BOUNDS.grown)}`

type Part = string | Reference | Malformed
type Malformed = Pick<Reference, "source">

/** `$${` is a part of its own. */
const ESCAPED = "$${"
const PARTS = /\$\$\{|\$\{([^{}]*)\}/g

const parts = (text: string): ReadonlyArray<Part> => {
  const found: Array<Part> = []
  let end = 0
  for (const match of text.matchAll(PARTS)) {
    if (match.index > end) found.push(text.slice(end, match.index))
    end = match.index + match[0].length
    found.push(match[1] === undefined ? ESCAPED : referenceOf(match[1]))
  }
  if (end < text.length) found.push(text.slice(end))
  return found
}

const referenceOf = (source: string): Reference | Malformed => {
  const [name, ...path] = parsePath(source) ?? []
  return name === undefined ? { source } : { source, name, path }
}

/** The text with its references replaced; the value itself if the text is only a reference. */
const replaced = (text: string, resolve: Resolve, escaped: string): Result.Result<unknown, ReadonlyArray<string>> => {
  const all = parts(text)
  const resolved = all.map((part) => {
    if (typeof part === "string") return Result.succeed(part === ESCAPED ? escaped : part)
    return "name" in part ? resolve(part) : Result.fail(malformed(part.source))
  })
  const failures = Arr.getFailures(resolved)
  if (failures.length > 0) return Result.fail(failures)
  const values = Arr.getSuccesses(resolved)
  if (all.length === 1 && typeof all[0] !== "string") return Result.succeed(values[0])
  const unfit = all.flatMap((part, index) =>
    typeof part === "string" || isWritable(values[index]) ? [] : [unwritable(part.source, values[index])]
  )
  if (unfit.length > 0) return Result.fail(unfit)
  const texts = values.map(String)
  const size = texts.reduce((sum, one) => sum + one.length, 0)
  return size > BOUNDS.grown.value ? Result.fail([TOO_LARGE]) : Result.succeed(texts.join(""))
}

const malformed = (source: string): string =>
  `\${${source}} is not a variable; write a name and a path, such as \${adoption.pets[0].name}; for this text write $\${${source}}`

/**
 * The approximate number of characters. A shared part counts each time, as it does when written, but is measured once.
 */
const sizeOf = (value: unknown, known = new Map<object, number>()): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return 1
  const counted = known.get(value)
  if (counted !== undefined) return counted
  known.set(value, 0)
  let size = 1
  for (const one of Array.isArray(value) ? value : isPlain(value) ? Object.values(value) : [])
    size += sizeOf(one, known)
  known.set(value, size)
  return size
}

const isWritable = (value: unknown): boolean => ["string", "number", "boolean", "bigint"].includes(typeof value)

const unwritable = (source: string, value: unknown): string => {
  const kind = Array.isArray(value) ? "a list" : value === null ? "null" : "an object"
  return `\${${source}} is ${kind}, which a longer text cannot hold; write \${${source}} alone, or a field of it`
}

/** The part of a variable that a reference names. */
export const partOf = (reference: Reference, variable: unknown): Result.Result<unknown, string> => {
  const value = valueAt(variable, reference.path)
  return value === undefined ? Result.fail(missingPart(reference, variable)) : Result.succeed(value)
}

/** The problem of a path that a variable does not have, at its first missing part. */
export const missingPart = ({ source, name, path }: Reference, variable: unknown): string => {
  const depth = path.findIndex((_, index) => valueAt(variable, path.slice(0, index + 1)) === undefined)
  const known = path.slice(0, Math.max(depth, 0))
  const holder = valueAt(variable, known)
  const where = formatPath([name, ...known])
  const key = formatPath(path.slice(depth, depth + 1))
  if (typeof holder !== "object" || holder === null) return `\${${source}}: ${where} has no parts`
  if (Array.isArray(holder)) return `\${${source}}: ${where} has ${holder.length} elements, and no ${key}`
  return `\${${source}}: ${where} has no ${key}${didYouMean(key, Object.keys(holder))}`
}

/** Visits lists and plain objects; values with a class, such as patterns, stay. */
export const mapTexts = (value: unknown, map: (text: string, at: Path) => unknown, at: Path = []): unknown => {
  if (typeof value === "string") return map(value, at)
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, map, [...at, index]))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map, [...at, key])]))
}

/** Whether any text of a value contains `${`. */
export const mentionsVariables = (value: unknown): boolean => {
  if (typeof value === "string") return value.includes("${")
  if (Array.isArray(value)) return value.some(mentionsVariables)
  return isPlain(value) && Object.values(value).some(mentionsVariables)
}
