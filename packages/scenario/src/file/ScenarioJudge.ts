/** Judges a file as a whole: its fields, its table of examples, its names. `StepJudge.ts` judges the steps. */
import { patternOf } from "../match/MatchPattern.ts"
import { below, type Problem, problem } from "../Problem.ts"
import { judge, unknownFields } from "../schema/SchemaJudge.ts"
import { judgeRules } from "../schema/ShapeJudge.ts"
import { judgeStep, NAME_RULE } from "../schema/StepJudge.ts"
import { hasReference, isPlain } from "../variable/Interpolation.ts"
import { isName, valueAt } from "../variable/VariablePath.ts"
import { Scenario } from "./Scenario.ts"

type Fields = Readonly<Record<string, unknown>>
type Field = keyof typeof Scenario.fields

/** Fields whose variables are replaced on load. `steps` and `fragments` are expanded later. */
export const SUBSTITUTED: ReadonlyArray<Field> = [
  "name",
  "description",
  "world",
  "application",
  "app",
  "apps",
  "clock",
  "storage",
  "limits",
  "timeout",
  "load"
]

/** The fields of a file of fragments. */
export const FRAGMENT_FIELDS: ReadonlyArray<Field> = [
  "$schema",
  "name",
  "description",
  "variables",
  "fragments",
  "import"
]

/** A file with nothing to play. */
export const isFragmentFile = (value: unknown): boolean =>
  isPlain(value) && value["steps"] === undefined && value["fragments"] !== undefined

/** Empty for a sound file. Each sound step is added to `sound`. */
export const judgeFile = (value: unknown, sound: WeakSet<object> = new WeakSet()): ReadonlyArray<Problem> => {
  if (!isPlain(value)) return [problem([], "a scenario is an object with name and steps")]
  const fields = isFragmentFile(value) ? FRAGMENT_FIELDS : FIELDS
  const required: ReadonlyArray<Field> = isFragmentFile(value) ? [] : ["name", "steps"]
  return [
    ...unknownFields(value, fields),
    ...required.filter((field) => value[field] === undefined).map((field) => problem([field], "is missing")),
    ...fields.flatMap((field) => judgeField(field, value[field], true, stepJudge(sound))),
    ...judgeRules("Scenario", value),
    ...emptyFragments(value["fragments"]),
    ...names(["variables"], value["variables"]),
    ...examples(value["examples"]),
    ...readyLogs(value)
  ]
}

/** Judges the fields after their variables are replaced: while a scenario is played, only steps are judged again. */
export const judgeSubstituted = (value: unknown): ReadonlyArray<Problem> =>
  isPlain(value) ? SUBSTITUTED.flatMap((field) => judgeField(field, value[field], false, judgeAnyStep)) : []

// The keys of the schema are its fields.
const FIELDS = Object.keys(Scenario.fields) as ReadonlyArray<Field>

type JudgeOfSteps = (step: unknown) => ReadonlyArray<Problem>

const judgeAnyStep: JudgeOfSteps = (step) => judgeStep(step, { variables: true })

const stepJudge =
  (sound: WeakSet<object>): JudgeOfSteps =>
  (step) => {
    const problems = judgeAnyStep(step)
    if (problems.length === 0 && isPlain(step)) sound.add(step)
    return problems
  }

const judgeField = (field: Field, value: unknown, variables: boolean, Step: JudgeOfSteps): ReadonlyArray<Problem> => {
  if (value === undefined) return []
  return below(
    [field],
    judge(Scenario.fields[field], value, {
      special: { Step },
      variables: variables && SUBSTITUTED.includes(field)
    })
  )
}

const emptyFragments = (fragments: unknown): ReadonlyArray<Problem> =>
  Object.entries(isPlain(fragments) ? fragments : {})
    .filter(([, steps]) => Array.isArray(steps) && steps.length === 0)
    .map(([name]) => problem(["fragments", name], "is empty"))

const names = (path: ReadonlyArray<string | number>, value: unknown): ReadonlyArray<Problem> =>
  Object.keys(isPlain(value) ? value : {})
    .filter((name) => !isName(name))
    .map((name) => problem([...path, name], `cannot be used as \${${name}}: ${NAME_RULE}`))

/** Every row has the columns of the first. */
const examples = (rows: unknown): ReadonlyArray<Problem> => {
  const [first, ...others] = Array.isArray(rows) ? rows : []
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

const differing = (
  path: ReadonlyArray<string | number>,
  columns: ReadonlyArray<string>,
  own: ReadonlyArray<string>
) => [
  ...columns.filter((name) => !own.includes(name)).map((name) => problem(path, `has no ${name}, as the first row has`)),
  ...own
    .filter((name) => !columns.includes(name))
    .map((name) => problem([...path, name], "is no column of the first row"))
]

/** `ready.log` may be a pattern. */
const readyLogs = (value: Fields): ReadonlyArray<Problem> => {
  const apps = Array.isArray(value["apps"]) ? value["apps"] : []
  const paths = [["app"], ...apps.map((_, index) => ["apps", index])].map((path) => [...path, "ready", "log"])
  return paths.flatMap((path) => {
    const log = valueAt(value, path)
    const fault = typeof log === "string" && !hasReference(log) ? patternOf(log)?.fault : undefined
    return fault === undefined ? [] : [problem(path, fault)]
  })
}
