/** Expands steps for playing: replaces known variables, runs fragments, gives each step its place. */
import type { Path } from "@backlot/domain/error/Fault"
import { Record } from "effect"
import { BOUNDS, formatBound } from "../Bounds.ts"
import { didYouMean } from "../DidYouMean.ts"
import { defined, type Fields, isPlain, listOf, plainOf } from "../Fields.ts"
import { below, type Problem, problem } from "../Problem.ts"
import { judgeStep } from "../schema/StepJudge.ts"
import type { Step } from "../step/Step.ts"
import type { Variables } from "../variable/Interpolation.ts"
import { escapeVariables, hasReference, mentionsVariables, referencesIn } from "../variable/Interpolation.ts"
import { define, fitTexts, prefill, type Scope } from "../variable/Variables.ts"
import { faultAt, faultsAt } from "./FileFault.ts"
import { circle, type Fragment, unknownFragment } from "./Fragments.ts"
import type { Caller, LoadedStep, ScenarioFault } from "./LoadedScenario.ts"
import type { Source, SourceFiles } from "./Source.ts"
import { filesOf } from "./StepFiles.ts"

/** @param variables the values known before the first step */
export const expand = (
  source: Source,
  fragments: ReadonlyMap<string, Fragment>,
  variables: Variables,
  files: SourceFiles
) => {
  const work: Work = {
    files,
    fragments,
    variables,
    ever: new Set([source, ...[...fragments.values()].map((fragment) => fragment.source)].flatMap(capturedIn)),
    before: new Set(),
    steps: [],
    faults: [],
    // One more than allowed, so that an excess shows.
    left: BOUNDS.steps.value + 1
  }
  const scope = escapeVariables(variables)
  expandSteps(work, { source, path: ["steps"], steps: listOf(source.value, "steps"), scope, via: [] })
  if (work.left === 0) {
    const message = `with its fragments it has more than ${formatBound(BOUNDS.steps)}`
    work.faults.push(faultAt(source, problem(["steps"], message)))
  }
  return { steps: work.steps, faults: work.faults }
}

/** The state while steps are expanded in playing order. */
interface Work {
  readonly files: SourceFiles
  readonly fragments: ReadonlyMap<string, Fragment>
  readonly variables: Variables
  readonly ever: ReadonlySet<string>
  readonly before: Set<string>
  readonly steps: Array<LoadedStep>
  readonly faults: Array<ScenarioFault>
  /** How many more steps are allowed, including those that run fragments. */
  left: number
}

/** Steps of the scenario itself, or of a fragment. */
interface Part extends Pick<Fragment, "source" | "path" | "steps"> {
  readonly scope: Scope
  readonly via: ReadonlyArray<Caller>
}

const expandSteps = (work: Work, part: Part): void => {
  for (const [index, written] of part.steps.entries()) {
    if (work.left === 0) return
    work.left -= 1
    if (!isPlain(written)) continue
    const at = [...part.path, index]
    if (written["run"] === undefined) {
      play(work, part, at, written)
      continue
    }
    const { run, ...beside } = place(
      work,
      part,
      at,
      Record.filter(written, (_, name) => !AFTER.includes(name))
    ).step
    if (typeof run === "string") runFragment(work, part, { at, name: run, beside, written: written["run"] })
    const after = pick(written, AFTER)
    if (Object.keys(after).length > 0) play(work, part, at, after)
  }
}

/** Fields beside `run` that become a step after the fragment, which can use what the fragment captured. */
const AFTER = ["expect", "capture"]

const play = (work: Work, part: Part, at: Path, written: Fields): void => {
  const { step, isSound } = place(work, part, at, written)
  if (isSound) addStep(work, part, at, step)
  for (const name of Object.keys(plainOf(step["capture"]))) work.before.add(name)
}

/** The step with known variables in place; reports what is wrong with it. */
const place = (work: Work, part: Part, at: Path, written: Fields) => {
  const { step, problems } = fill(work, part, written)
  const all = [...problems, ...shadowing(step, part.scope)]
  work.faults.push(...faultsAt(part.source, below(at, all)))
  return { step, isSound: all.length === 0 }
}

/** A step without variables was judged with its file. */
const fill = (work: Work, part: Part, written: Fields) => {
  if (part.source.sound.has(written) && !mentionsVariables(written)) return { step: written, problems: [] }
  const filled = prefill(written, part.scope, work)
  const fitted = fitTexts(filled.value, written, (step) => judgeStep(step, { variables: true }))
  const lacking = filled.problems.map((found) => runBy(part, found))
  return { step: plainOf(fitted.value), problems: [...lacking, ...fitted.problems] }
}

/** A variable that a fragment lacks is often missing in the `run` step. */
const runBy = ({ via }: Part, found: Problem): Problem => {
  const place = via.at(-1)?.place
  return place === undefined ? found : { ...found, related: { what: "run by", place } }
}

const addStep = (work: Work, { source, via }: Part, at: Path, step: Fields): void => {
  const found = filesOf(step, source.file, work.files)
  work.faults.push(...faultsAt(source, below(at, found.problems)))
  work.steps.push({
    // Judged by the caller; nothing was converted.
    step: found.step as Step,
    place: source.locate(at),
    locate: (path) => source.locate([...at, ...path]),
    ...defined({ via: via.length === 0 ? undefined : via })
  })
}

interface Run {
  readonly at: Path
  readonly name: string
  readonly beside: Fields
  readonly written: unknown
}

const runFragment = (work: Work, part: Part, run: Run): void => {
  const { at, name, beside } = run
  const fragment = work.fragments.get(name)
  const running = part.via.map((caller) => caller.fragment)
  const fault = runFault(fragment, running, run, work)
  if (fault !== undefined) work.faults.push(faultAt(part.source, problem([...at, "run"], fault)))
  if (fault !== undefined || fragment === undefined || running.includes(name)) return
  const given = plainOf(beside["with"])
  work.faults.push(...faultsAt(part.source, below([...at, "with"], unused(fragment, given))))
  const own = define(fragment.variables, work.variables)
  work.faults.push(...faultsAt(fragment.source, below(["variables"], own.problems)))
  const title = typeof beside["name"] === "string" ? beside["name"] : undefined
  const caller: Caller = defined({ fragment: name, name: title, place: part.source.locate(at) })
  const first = work.steps.length
  const scope = { ...escapeVariables(work.variables), ...escapeVariables(own.values), ...given }
  expandSteps(work, { ...fragment, scope, via: [...part.via, caller] })
  // Fields of the `run` step apply to the first step of the fragment.
  const step = work.steps[first]
  if (step !== undefined) work.steps[first] = { ...step, step: { ...pick(beside, ["as", "in"]), ...step.step } }
}

/** `Fragments.ts` reports circles of written names. */
const runFault = (
  fragment: Fragment | undefined,
  running: ReadonlyArray<string>,
  { name, beside, written }: Run,
  { fragments }: Work
): string | undefined => {
  if (hasReference(name) || typeof beside["with"] === "string") {
    return "the fragment and its variables cannot depend on captured values"
  }
  if (fragment === undefined) return unknownFragment(name, fragments)
  return running.includes(name) && name !== written ? circle(name, running) : undefined
}

const pick = (fields: Fields, names: ReadonlyArray<string>): Fields =>
  Record.filter(fields, (value, name) => names.includes(name) && value !== undefined)

/** A variable known before the first step cannot change: later steps already have its value. */
const shadowing = (step: Fields, scope: Scope): ReadonlyArray<Problem> =>
  Object.keys(plainOf(step["capture"]))
    .filter((name) => Object.hasOwn(scope, name))
    .map((name) => problem(["capture", name], `${name} is already a variable; choose another name`))

/** A name that the fragment does not use is mistyped or useless. */
const unused = ({ name, steps, variables }: Fragment, given: Fields): ReadonlyArray<Problem> => {
  const used = [...new Set(referencesIn(steps).map((reference) => reference.name)), ...Object.keys(variables)]
  return Object.keys(given)
    .filter((key) => !used.includes(key))
    .map((key) => problem([key], `fragment ${name} does not use ${key}${didYouMean(key, used)}`))
}

const capturedIn = ({ value }: Source): ReadonlyArray<string> => {
  const { steps, fragments } = plainOf(value)
  return [steps, ...Object.values(plainOf(fragments))].flatMap((list) =>
    listOf(list).flatMap((step) => Object.keys(plainOf(plainOf(step)["capture"])))
  )
}
