/** The values of the variables of a file, and what is known of a step before it is played. */
import { formatPath, type Path } from "@backlot/domain/error/Fault"
import { Result } from "effect"
import { below, type Problem } from "../Problem.ts"
import {
  escapeVariables,
  fill,
  isReference,
  missingPart,
  type Reference,
  referencesIn,
  unknownVariable,
  type Variables
} from "./Interpolation.ts"
import { valueAt } from "./VariablePath.ts"

export interface Defined {
  readonly values: Variables
  /** Paths begin with the name of the variable. */
  readonly problems: ReadonlyArray<Problem>
}

/**
 * Variables may refer to one another in any order, but not in a circle.
 * @param written as in the file, with `${…}`
 * @param outer variables that are known already
 */
export const define = (written: Variables, outer: Variables): Defined => {
  const values: Record<string, unknown> = {}
  const problems: Array<Problem> = []
  const known = [...new Set([...Object.keys(written), ...Object.keys(outer)])]
  const find = (name: string, from: ReadonlyArray<string>): Result.Result<unknown, string> => {
    if (from.includes(name)) return Result.fail(`refers to itself: ${[...from, name].join(" → ")}`)
    if (!Object.hasOwn(written, name)) {
      return Object.hasOwn(outer, name) ? Result.succeed(outer[name]) : Result.fail(unknownVariable(name, name, known))
    }
    if (!Object.hasOwn(values, name)) {
      const found = fill(written[name], (reference) => lookUp(reference, (other) => find(other, [...from, name])), "${")
      problems.push(...below([name], found.problems))
      // A problem is reported once; variables that refer to this one get its written text.
      values[name] = found.value
    }
    return Result.succeed(values[name])
  }
  for (const name of Object.keys(written)) find(name, [])
  return { values, problems }
}

const lookUp = (
  { source, name, path }: Reference,
  find: (name: string) => Result.Result<unknown, string>
): Result.Result<unknown, string> =>
  Result.flatMap(find(name), (variable) => {
    const value = valueAt(variable, path)
    return value === undefined ? Result.fail(missingPart(source, name, path, variable)) : Result.succeed(value)
  })

/**
 * The variables of a step. Values may contain `${…}` of captured values; the values of variables are escaped, so that
 * their texts are never read as variables.
 */
export type Scope = Variables

export const scopeOf = (values: Variables): Scope => escapeVariables(values)

/** What steps capture while they are played. */
export interface Captured {
  readonly before: ReadonlySet<string>
  /** By any step: to report a name that is used too early. */
  readonly ever: ReadonlySet<string>
}

/** Replaces known variables. Captured ones stay `${…}` for the player. */
export const prefill = (value: unknown, scope: Scope, captured: Captured) =>
  fill(value, (reference) => resolve(reference, scope, captured), "$${")

const resolve = (reference: Reference, scope: Scope, captured: Captured): Result.Result<unknown, string> => {
  const { source, name } = reference
  if (Object.hasOwn(scope, name)) return within(reference, scope[name])
  if (captured.before.has(name)) return Result.succeed(`\${${source}}`)
  if (captured.ever.has(name)) return Result.fail(`\${${source}}: only a later step captures ${name}`)
  return Result.fail(unknownVariable(source, name, [...Object.keys(scope), ...captured.before]))
}

/** A path may lead into a captured value: `${pet.name}` where `pet` is `${adoption.pet}`. */
const within = ({ source, name, path }: Reference, variable: unknown): Result.Result<unknown, string> => {
  let value = variable
  for (const [depth, key] of path.entries()) {
    const [later] = isReference(value) ? referencesIn(value) : []
    if (later !== undefined) return Result.succeed(`\${${pathText(later, path.slice(depth))}}`)
    value = valueAt(value, [key])
    if (value === undefined) return Result.fail(missingPart(source, name, path, variable))
  }
  return Result.succeed(value)
}

const pathText = (later: Reference, rest: Path): string => formatPath([later.name, ...later.path, ...rest])
