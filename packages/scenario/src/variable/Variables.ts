/** The values of the variables of a file, and what is known of a step before it is played. */
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { Result } from "effect"
import { isPlain } from "../Fields.ts"
import { below, type Problem } from "../Problem.ts"
import {
  fill,
  isReference,
  missingPart,
  partOf,
  type Reference,
  type Resolve,
  referencesIn,
  unknownVariable,
  type Variables
} from "./Interpolation.ts"
import { valueAt } from "./VariablePath.ts"

/**
 * The values of variables, which may refer to one another in any order, but not in a circle. Paths of problems begin
 * with the name of the variable.
 * @param written as in the file, with `${…}`
 * @param outer variables that are known already
 */
export const define = (written: Variables, outer: Variables) => {
  const values: Record<string, unknown> = {}
  const problems: Array<Problem> = []
  const known = [...new Set([...Object.keys(written), ...Object.keys(outer)])]
  const find = (name: string, from: ReadonlyArray<string>): Result.Result<unknown, string> => {
    if (from.includes(name)) return Result.fail(`refers to itself: ${[...from, name].join(" → ")}`)
    if (!Object.hasOwn(written, name)) {
      return Object.hasOwn(outer, name) ? Result.succeed(outer[name]) : Result.fail(unknownVariable(name, name, known))
    }
    if (!Object.hasOwn(values, name)) {
      const resolve: Resolve = (reference) =>
        Result.flatMap(find(reference.name, [...from, name]), (variable) => partOf(reference, variable))
      const found = fill(written[name], resolve, "${")
      problems.push(...below([name], found.problems))
      // A problem is reported once; variables that refer to this one get its written text.
      values[name] = found.value
    }
    return Result.succeed(values[name])
  }
  for (const name of Object.keys(written)) find(name, [])
  return { values, problems }
}

/** The variables of a step, escaped (`escapeVariables`) except for `${…}` of captured values. */
export type Scope = Variables

/** What steps capture while they are played. */
export interface Captured {
  readonly before: ReadonlySet<string>
  /** By any step: to report a name that is used too early. */
  readonly ever: ReadonlySet<string>
}

/** Replaces known variables. Captured ones stay `${…}` for the player. */
export const prefill = (value: unknown, scope: Scope, { before, ever }: Captured) => {
  const resolve: Resolve = (reference) => {
    const { source, name } = reference
    if (Object.hasOwn(scope, name)) return within(reference, scope[name])
    if (before.has(name)) return Result.succeed(`\${${source}}`)
    if (ever.has(name)) return Result.fail(`\${${source}}: only a later step captures ${name}`)
    return Result.fail(unknownVariable(source, name, [...Object.keys(scope), ...before]))
  }
  return fill(value, resolve, "$${")
}

/** A path may lead into a captured value: `${pet.name}` where `pet` is `${adoption.pet}`. */
const within = (reference: Reference, variable: unknown): Result.Result<unknown, string> => {
  let value = variable
  for (const [depth, key] of reference.path.entries()) {
    const [later] = isReference(value) ? referencesIn(value) : []
    if (later !== undefined) {
      const path = formatPath([later.name, ...later.path, ...reference.path.slice(depth)])
      return Result.succeed(`\${${path}}`)
    }
    value = valueAt(value, [key])
    if (value === undefined) return Result.fail(missingPart(reference, variable))
  }
  return Result.succeed(value)
}

/**
 * A number, true or false in place of a `${…}` becomes text if its type does not fit.
 * @param written the value with its variables
 */
export const fitTexts = (value: unknown, written: unknown, judge: (value: unknown) => ReadonlyArray<Problem>) => {
  const problems = judge(value)
  const paths = problems.map(({ path }) => path).filter((path) => isReference(valueAt(written, path)))
  const fitted = paths.reduce((made, path) => withText(made, path), value)
  return fitted === value ? { value, problems } : { value: fitted, problems: judge(fitted) }
}

const withText = (value: unknown, path: Path): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return ["number", "boolean"].includes(typeof value) ? String(value) : value
  const inner = valueAt(value, [key])
  const fitted = withText(inner, rest)
  if (fitted === inner) return value
  if (Array.isArray(value)) return value.with(Number(key), fitted)
  return isPlain(value) ? { ...value, [key]: fitted } : value
}
