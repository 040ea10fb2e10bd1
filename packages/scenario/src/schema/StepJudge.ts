/**
 * Checks a step. The act found by its key is checked by its own schema, so that problems fit the author's intention.
 */
import { isPlain } from "../Fields.ts"
import { below, type Problem, problem } from "../Problem.ts"
import { ACTS, type Act, BESIDE, beside, common, REQUIRED_BESIDE } from "../step/Step.ts"
import { METHODS } from "../Vocabulary.ts"
import { hasReference } from "../variable/Interpolation.ts"
import { unknownPlaceholder } from "../variable/PathPlaceholder.ts"
import { isName, parsePath } from "../variable/VariablePath.ts"
import { MATCHERS } from "./MatcherJudge.ts"
import { type Judging, judge, unknownFields } from "./SchemaJudge.ts"
import { inStep } from "./WrongLevel.ts"

/** Empty for a valid step. With `variables`, `${…}` may replace values that are not known yet. */
export const judgeStep = (value: unknown, { variables }: Pick<Judging, "variables">): ReadonlyArray<Problem> => {
  if (!isPlain(value)) return [problem([], "a step is an object, such as { as: alice, use: /ping }")]
  const judging: Judging = { special: MATCHERS, variables }
  const given = Object.keys(value).filter((key) => value[key] !== undefined)
  const acts = given.filter(isAct)
  return [
    ...unknownFields(value, FIELDS, inStep),
    ...countActs(acts, given),
    ...given
      .filter(isField)
      .flatMap((field) => [...misplaced(field, acts), ...below([field], judge(SCHEMAS[field], value[field], judging))]),
    ...acts.flatMap((act) => {
      const wanted = REQUIRED_BESIDE[act]
      return wanted === undefined || given.includes(wanted) ? [] : [problem([], `${act} needs ${wanted}`)]
    }),
    ...captures(value["capture"]),
    ...calledPaths(value["app"])
  ]
}

// Acts come first: most typing mistakes are in them.
const SCHEMAS = { ...ACTS, ...common, ...beside }
type Field = keyof typeof SCHEMAS

// The keys of the table are its fields.
const FIELDS = Object.keys(SCHEMAS) as ReadonlyArray<Field>

const isField = (key: string): key is Field => Object.hasOwn(SCHEMAS, key)
const isAct = (key: string): key is Act => Object.hasOwn(ACTS, key)

/** A mistyped act is reported as an unknown field. */
const countActs = (acts: ReadonlyArray<Act>, given: ReadonlyArray<string>): ReadonlyArray<Problem> => {
  const [, second] = acts
  if (second !== undefined)
    return [problem([second], `a step has one act, not both ${acts.join(" and ")}; write separate steps`)]
  const isEnough = acts.length === 1 || ["expect", "capture"].some((field) => given.includes(field))
  if (isEnough || given.some((key) => !isField(key))) return []
  return [problem([], `does nothing: it needs one act (${Object.keys(ACTS).join(", ")}) or expect`)]
}

const misplaced = (field: Field, acts: ReadonlyArray<Act>): ReadonlyArray<Problem> => {
  const partners: ReadonlyArray<Act> | undefined = isRestricted(field) ? BESIDE[field] : undefined
  if (partners === undefined || acts.some((act) => partners.includes(act))) return []
  return [problem([field], `is allowed only with ${partners.join(", ")}`)]
}

const isRestricted = (field: Field): field is Field & keyof typeof BESIDE => Object.hasOwn(BESIDE, field)

const calledPaths = (call: unknown): ReadonlyArray<Problem> =>
  METHODS.flatMap((method) => {
    const path = isPlain(call) ? call[method] : undefined
    const fault = typeof path === "string" ? unknownPlaceholder(path) : undefined
    return fault === undefined ? [] : [problem(["app", method], fault)]
  })

/** Variables for later steps, each with a path into the outcome. */
const captures = (capture: unknown): ReadonlyArray<Problem> =>
  Object.entries(isPlain(capture) ? capture : {}).flatMap(([name, path]) => [
    ...(isName(name) ? [] : [problem(["capture", name], `cannot be used as \${${name}}: ${NAME_RULE}`)]),
    ...(typeof path !== "string" || hasReference(path) || parsePath(path) !== undefined
      ? []
      : [problem(["capture", name], `${JSON.stringify(path)} is not a path such as message.embeds[0].title`)])
  ])

export const NAME_RULE = "a name has letters, digits, _ and -, and begins with a letter or _"
