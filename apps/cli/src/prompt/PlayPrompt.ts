/** Prints what a user sees of a step that is played on a running server. Source: docs/prompt.md. */

import { formatPath } from "@backlot/domain/error/Fault"
import type { StepFailure } from "@backlot/player/stage/Failure"
import type { Asked } from "@backlot/player/stage/StageHttp"
import { describeOutcome } from "@backlot/scenario/describe/Describe"
import { field, textOf } from "@backlot/scenario/Fields"
import type { Outcome } from "@backlot/scenario/Outcome"
import { quoted } from "@backlot/scenario/ShellWord"
import type { Step } from "@backlot/scenario/Step"
import { Console, Effect } from "effect"
import { badUsage } from "../given/Given.ts"
import { Ended, Unusable } from "../process/Ended.ts"
import { columns } from "./Columns.ts"
import { commandIn, type Further, furtherOf, playStep, troubleOf } from "./PlayStep.ts"
import type { PromptFlags } from "./PromptFlags.ts"
import { serverOf } from "./PromptServer.ts"
import { PREFIXES } from "./ShownCommands.ts"

/** What a command of the prompt asks for, beside its step. */
export interface Asking {
  /** The request whose answer `--json` prints. Default: the last one that changes something. */
  readonly isAnswer?: (asked: Asked) => boolean
  /** What people see. Default: the lines of a transcript. */
  readonly show?: (outcome: Outcome) => ReadonlyArray<string>
}

/**
 * Fails with a usage error for an unknown name, with `Unusable` without a server, and with exit code 1 if the user is
 * refused or the app does not answer.
 */
export const playPrompt = Effect.fnUntraced(function* (written: Step, flags: PromptFlags, asking: Asking = {}) {
  const { isAnswer, show = describeOutcome } = asking
  const { step, outcome, failure, answer } = yield* playStep(serverOf(flags), written, isAnswer)
  const isJson = flags.json?.value === true
  if (isJson && answer !== undefined) yield* Console.log(JSON.stringify(answer.body ?? null))
  if (failure !== undefined) return yield* failed(failure, step, outcome)
  if (isJson || outcome === undefined) return
  yield* Console.log([...show(outcome), ...nextOf(step, outcome)].join("\n"))
})

/** The arguments that name the parts of a step. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  as: "USER",
  in: "CHANNEL",
  use: "TEXT",
  say: "TEXT",
  type: "TEXT",
  picker: "QUERY",
  menu: "COMMAND",
  explain: "COMMAND",
  press: "BUTTON",
  select: "MENU",
  values: "VALUES",
  on: "--on",
  world: "PATH",
  advance: "VALUE",
  clock: "VALUE"
}

const placed = (path: ReadonlyArray<string | number>): string => {
  const [first] = path
  if (path.includes("attachments")) return "--file: "
  return first === undefined ? "" : `${ARGUMENTS[first] ?? formatPath(path)}: `
}

const failed = Effect.fnUntraced(function* (failure: StepFailure, step: Step, outcome: Outcome | undefined) {
  if (failure._tag === "StepUnplayable") return yield* badUsage(`${placed(failure.path)}${failure.message}`)
  if (failure._tag === "StageLost") return yield* new Unusable({ message: failure.message })
  yield* Console.error([...troubleOf(failure, outcome), ...adviceOf(step, outcome)].join("\n"))
  return yield* new Ended({ code: 1 })
})

/** What to do about a refusal. */
const adviceOf = (step: Step, outcome: Outcome | undefined): ReadonlyArray<string> => {
  const further = furtherOf(step, outcome)
  return further === undefined ? [] : [ADVICE[further](step, outcome)]
}

const ADVICE: Readonly<Record<Further, (step: Step, outcome: Outcome | undefined) => string>> = {
  commands: () => "`backlot commands` lists the commands that there are",
  explain: (step) =>
    `\`backlot explain ${quoted(step.as ?? "")} ${quoted(step.in ?? "")} ${quoted(commandIn(step))}\` says why`,
  trace: (_, outcome) =>
    `\`${["backlot trace", outcome?.interaction_id ?? ""].join(" ").trim()}\` shows what the app was sent and did`
}

/** How to fill in the modal that has opened. */
const nextOf = ({ as = "" }: Step, outcome: Outcome | undefined): ReadonlyArray<string> =>
  outcome?.modal === undefined || outcome.interaction_id === undefined
    ? []
    : [`fill it in by: backlot submit ${quoted(as)} ${outcome.interaction_id} NAME=VALUE…`]

/** Every step of the decision, in its order. */
export const decisionsOf = (outcome: Outcome): ReadonlyArray<string> => {
  const { visible, usable, decisions } = outcome
  if (decisions === undefined || visible === undefined) return describeOutcome(outcome)
  const rows = decisions.map(({ step, outcome: found, because }) => [step, found, because])
  return [
    `${visible ? "visible" : "not visible"}, ${usable === true ? "usable" : "not usable"}`,
    ...columns([["STEP", "OUTCOME", "BECAUSE"], ...rows])
  ]
}

/** The fields that were given, as they are now; all fields of what is read. */
export const fieldsShown =
  (names: ReadonlyArray<string> | undefined) =>
  (outcome: Outcome): ReadonlyArray<string> => {
    const { body, status } = outcome
    if ((status ?? 200) >= 400) return describeOutcome(outcome)
    if (typeof body !== "object" || body === null) return ["done"]
    if (names === undefined) return [JSON.stringify(body, undefined, 2)]
    const fields = Object.entries(body).filter(([name]) => names.includes(name))
    return columns([["FIELD", "VALUE"], ...fields.map(([name, value]) => [name, JSON.stringify(value)])])
  }

/** The answer of the clock. */
export const clockShown = (outcome: Outcome): ReadonlyArray<string> => {
  const { body } = outcome
  const isClock = typeof body === "object" && body !== null && "now" in body && "mode" in body
  return isClock ? [`${body.now}  ${body.mode}`] : describeOutcome(outcome)
}

/** Every row of the picker, in its order. */
export const pickerShown = (outcome: Outcome): ReadonlyArray<string> => {
  const { commands = [] } = outcome
  if (commands.length === 0) return describeOutcome(outcome)
  const rows = commands.map((row) => [
    `${PREFIXES.get(field(row, "type")) ?? "/"}${textOf(row, "path_localized") ?? textOf(row, "name_localized") ?? textOf(row, "name") ?? "?"}`,
    textOf(row, "application_name") ?? "",
    textOf(row, "description_localized") ?? textOf(row, "description") ?? ""
  ])
  return columns([["COMMAND", "APP", "DESCRIPTION"], ...rows])
}
