/**
 * Decides which steps can be played as load, and names them for reports. Source: product.md "Scenario files" (the same
 * file carries load). Which steps can is our choice: docs/choices.md "Load".
 */
import { millisOf } from "@backlot/scenario/Duration"
import { describeAct } from "@backlot/scenario/describe/Describe"
import type { Expectation } from "@backlot/scenario/Expectation"
import { isPlain } from "@backlot/scenario/Fields"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { type Act, actOf, KINDS, LOAD_ACTS, type LoadAct, type Step } from "@backlot/scenario/Step"
import { METHODS } from "@backlot/scenario/Vocabulary"
import { mapTexts, mentionsVariables } from "@backlot/scenario/variable/Interpolation"
import { Result } from "effect"
import type { LoadFault } from "./LoadFault.ts"
import { sentences } from "./LoadNumbers.ts"

/** A step of a load. */
export interface LoadStep {
  readonly step: Step
  readonly act: LoadAct
  /** Position in the scenario, from 1. */
  readonly number: number
  readonly title: string
  /** Act and text, e.g. `use:/adopt animal:Dog`; thresholds refer to it. */
  readonly said: string
  /** Who acts and where, from this or an earlier step; undefined if no step says it. */
  readonly as: string | undefined
  readonly in: string | undefined
  /** Whether a part of it is known only when it is played. */
  readonly isOpen: boolean
  readonly place: FilePlace
}

/** Stands for the current virtual user's user. */
export const ANYBODY = "*"

/** Does not occur in texts that people write. */
const MARK = "\uE000"

/**
 * The variables of each play: `${vu}` is the virtual user from 1, `${iteration}` the play from 1, `${user}` the name of
 * the user that `as: "*"` means. A file is loaded with these placeholders for them.
 */
export const LOAD_VARIABLES: Readonly<Record<string, string>> = Object.fromEntries(
  ["vu", "iteration", "user"].map((name) => [name, `${MARK}${name}${MARK}`])
)

const MARKED = new RegExp(`${MARK}(\\w+)${MARK}`, "g")

type Loaded = Pick<LoadedScenario, "steps">

/** The steps of one row, or all steps that cannot be played as load. */
export const loadSteps = ({ steps }: Loaded): Result.Result<ReadonlyArray<LoadStep>, ReadonlyArray<LoadFault>> => {
  const faults: Array<LoadFault> = []
  const made: Array<LoadStep> = []
  let [as, place]: ReadonlyArray<string | undefined> = []
  for (const [index, loaded] of steps.entries()) {
    // Turns placeholders back into variables. Only texts change, and they stay texts.
    const step = mapTexts(loaded.step, (text) => text.replaceAll(MARKED, "${$1}")) as Step
    as = step.as ?? as
    place = step.in ?? place
    const act = actOf(step)
    const wrong = [...actFaults(act, step), ...expectFaults(step.expect), ...placeFaults(act, as, place)]
    faults.push(...wrong.map((message) => ({ path: `steps[${index}]`, message, place: loaded.place })))
    if (!isLoadAct(act)) continue
    const said = saidOf(act, step)
    const title = step.name ?? describeAct(step, { as, in: place })
    const isOpen = mentionsVariables([step, as, place])
    made.push({ step, act, number: index + 1, title, said, as, in: place, isOpen, place: loaded.place })
  }
  if (made.every(({ act }) => act === "wait")) faults.push({ path: "steps", message: "no step sends anything" })
  return faults.length === 0 ? Result.succeed(made) : Result.fail(faults)
}

/** Whether a threshold's word refers to this step: its name, its act, or its act and the beginning of its text. */
export const isCalled = ({ title, act, said }: Pick<LoadStep, "title" | "act" | "said">, word: string) =>
  word === title || word === act || (word.startsWith(`${act}:`) && said.startsWith(word))

/** The commonest first. */
const ACTS: ReadonlyArray<LoadAct> = ["use", ...LOAD_ACTS.filter((act) => act !== "use")]

const isLoadAct = (act: Act | undefined): act is LoadAct => LOAD_ACTS.some((one) => one === act)

const actFaults = (act: Act | undefined, step: Step): ReadonlyArray<string> => {
  if (act === undefined) return ["a step under load does something: write `expect` into the step that it is about"]
  if (!isLoadAct(act)) {
    const { load = `only ${ACTS.join(", ")} are` } = KINDS[act]
    return [`\`${act}\` is not played under load: ${load}`]
  }
  const isPause = typeof step.wait === "string" && millisOf(step.wait) !== undefined
  return act !== "wait" || isPause
    ? []
    : ["under load `wait` takes a duration; waiting on events of others is not played"]
}

const UNJUDGED: ReadonlyArray<keyof Expectation> = [
  ...(["seen_by", "unseen_by", "visible", "usable", "lobby", "service_time", "gateway", "events", "trace"] as const)
]

const expectFaults = (expect: Expectation = {}): ReadonlyArray<string> =>
  UNJUDGED.filter((field) => expect[field] !== undefined).map(
    (field) => `\`expect.${field}\` takes further requests and is not judged under load`
  )

const placeFaults = (act: Act | undefined, as: string | undefined, place: string | undefined) => {
  if (act === undefined || KINDS[act].actor === "nobody") return []
  const needsPlace = act !== "press" && act !== "select" && act !== "submit"
  return sentences([
    [as === undefined, 'it has no user: write `as`, e.g. a name, or "*" for the current virtual user'],
    [needsPlace && place === undefined, "it has no channel: write `in`"]
  ])
}

const saidOf = (act: LoadAct, step: Step): string => {
  const value: unknown = step[act]
  if (typeof value === "string") return `${act}:${value}`
  if (act === "app") {
    const method = METHODS.find((one) => step.app?.[one] !== undefined) ?? ""
    const path = method === "" ? "" : step.app?.[method]
    return `app:${method} ${typeof path === "string" ? path : ""}`
  }
  if (act === "submit" || !isPlain(value)) return act
  const text = [value["text"], value["command"], value["content"]].find((one) => typeof one === "string")
  return text === undefined ? act : `${act}:${text}`
}
