/** Judges a file as a whole: its fields, its table of examples, its names. `StepJudge.ts` judges the steps. */
import type { Path } from "@backlot/domain/error/Fault"
import { type Fields, isPlain, listOf, plainOf } from "../Fields.ts"
import { patternOf } from "../match/MatchPattern.ts"
import { below, type Problem, problem } from "../Problem.ts"
import { judge, unknownFields } from "../schema/SchemaJudge.ts"
import { judgeRules } from "../schema/ShapeRules.ts"
import { judgeStep, NAME_RULE } from "../schema/StepJudge.ts"
import { hasReference } from "../variable/Interpolation.ts"
import { isName, valueAt } from "../variable/VariablePath.ts"
import { Scenario } from "./Scenario.ts"

type Field = keyof typeof Scenario.fields

// The keys of the schema are its fields.
const FIELDS = Object.keys(Scenario.fields) as ReadonlyArray<Field>

/** Fields that keep their variables on load. `steps` and `fragments` are expanded later. */
const UNCHANGED = ["$schema", "tags", "only", "variables", "examples", "fragments", "import", "steps"]
const SUBSTITUTED = FIELDS.filter((field) => !UNCHANGED.includes(field))

export const isSubstituted = (field: string): boolean => SUBSTITUTED.some((one) => one === field)

export const FRAGMENT_FIELDS = ["$schema", "name", "description", "variables", "fragments", "import"] as const

/** A file with nothing to play. */
export const isFragmentFile = (value: unknown): boolean =>
  isPlain(value) && value["steps"] === undefined && value["fragments"] !== undefined

/** Empty for a sound file. Each sound step is added to `sound`. */
export const judgeFile = (value: unknown, sound: WeakSet<object> = new WeakSet()): ReadonlyArray<Problem> => {
  if (!isPlain(value)) return [problem([], "a scenario is an object with name and steps")]
  const fields: ReadonlyArray<Field> = isFragmentFile(value) ? FRAGMENT_FIELDS : FIELDS
  const required: ReadonlyArray<Field> = isFragmentFile(value) ? [] : ["name", "steps"]
  return [
    ...unknownFields(value, fields),
    ...required.filter((field) => value[field] === undefined).map((field) => problem([field], "is missing")),
    ...fields.flatMap((field) => judgeField(field, value[field], true, sound)),
    ...judgeRules("Scenario", value),
    ...emptyFragments(value["fragments"]),
    ...names(["variables"], value["variables"]),
    ...examples(value["examples"]),
    ...readyLogs(value)
  ]
}

/** Judges the fields after their variables are replaced: while a scenario is played, only steps are judged again. */
export const judgeSubstituted = (value: unknown): ReadonlyArray<Problem> =>
  isPlain(value) ? SUBSTITUTED.flatMap((field) => judgeField(field, value[field], false)) : []

const judgeField = (
  field: Field,
  value: unknown,
  variables: boolean,
  sound?: WeakSet<object>
): ReadonlyArray<Problem> => {
  if (value === undefined) return []
  const Step = (step: unknown) => {
    const problems = judgeStep(step, { variables: true })
    if (problems.length === 0 && isPlain(step)) sound?.add(step)
    return problems
  }
  const judging = { special: { Step }, variables: variables && isSubstituted(field) }
  return below([field], judge(Scenario.fields[field], value, judging))
}

const emptyFragments = (fragments: unknown): ReadonlyArray<Problem> =>
  Object.entries(plainOf(fragments))
    .filter(([, steps]) => Array.isArray(steps) && steps.length === 0)
    .map(([name]) => problem(["fragments", name], "is empty"))

const names = (path: Path, value: unknown): ReadonlyArray<Problem> =>
  Object.keys(plainOf(value))
    .filter((name) => !isName(name))
    .map((name) => problem([...path, name], `cannot be used as \${${name}}: ${NAME_RULE}`))

/** Every row has the columns of the first. */
const examples = (rows: unknown): ReadonlyArray<Problem> => {
  const [first, ...others] = listOf(rows)
  if (!isPlain(first)) return []
  const columns = Object.keys(first)
  return [
    ...(columns.length === 0 ? [problem(["examples", 0], "has no columns")] : []),
    ...names(["examples", 0], first),
    ...others.flatMap((row, index) =>
      isPlain(row) ? differing(["examples", index + 1], columns, Object.keys(row)) : []
    )
  ]
}

const differing = (path: Path, columns: ReadonlyArray<string>, own: ReadonlyArray<string>) => [
  ...columns
    .filter((name) => !own.includes(name))
    .map((name) => problem(path, `has no ${name}, which the first row has`)),
  ...own
    .filter((name) => !columns.includes(name))
    .map((name) => problem([...path, name], "is not a column of the first row"))
]

/** `ready.log` may be a pattern. */
const readyLogs = (value: Fields): ReadonlyArray<Problem> => {
  const apps = [["app"], ...listOf(value, "apps").map((_, index) => ["apps", index])]
  return apps.flatMap((app) => {
    const path = [...app, "ready", "log"]
    const log = valueAt(value, path)
    const fault = typeof log === "string" && !hasReference(log) ? patternOf(log)?.fault : undefined
    return fault === undefined ? [] : [problem(path, fault)]
  })
}
