/** Plays one step of a scenario on a running server and prints what its user sees. Source: docs/prompt.md. */

import { formatPath } from "@backlot/domain/error/Fault"
import { openOn } from "@backlot/player/PlayerEdges"
import { on } from "@backlot/player/PlayerOn"
import type { StepFailure } from "@backlot/player/stage/Failure"
import * as FetchHttp from "@backlot/player/stage/FetchHttp"
import type { Stage } from "@backlot/player/stage/Stage"
import type { Answer, Asked, StageHttp } from "@backlot/player/stage/StageHttp"
import { describeFailure } from "@backlot/player/Transcript"
import { describeOutcome } from "@backlot/scenario/describe/Describe"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { judgeStep } from "@backlot/scenario/schema/StepJudge"
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import { Console, Effect } from "effect"
import type { ControlServer } from "../control/ControlAsk.ts"
import { badUsage } from "../given/Given.ts"
import { Ended, Unusable } from "../process/Ended.ts"
import { columns } from "./Columns.ts"
import type { PromptFlags } from "./PromptFlags.ts"
import { read, serverOf } from "./PromptServer.ts"

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
  // What is typed is meant as it is.
  const step = escapeVariables(written)
  const [problem] = judgeStep(step, { variables: true })
  if (problem !== undefined) return yield* badUsage(`${placed(problem.path)}${problem.message}`)
  const server = serverOf(flags)
  yield* read(server, "/clock")
  const { isAnswer = changes, show = shown } = asking
  const { http, last } = listening(FetchHttp.make(), isAnswer)
  yield* Effect.scoped(
    Effect.gen(function* () {
      const playing = yield* openOn({ http, readFile }, { stage: stageOf(server), events: false })
      const player = yield* on(playing)
      const failure = yield* Effect.match(player.perform(step), {
        onFailure: (error) => error,
        onSuccess: () => undefined
      })
      const outcome = player.played()[0]?.outcome
      const answer = last()
      const isJson = flags.json?.value === true
      if (isJson && answer !== undefined) yield* Console.log(JSON.stringify(answer.body ?? null))
      if (failure !== undefined) return yield* failed(failure, step, outcome)
      if (isJson || outcome === undefined) return
      yield* Console.log([...show(outcome), ...nextOf(step, outcome)].join("\n"))
    })
  )
})

const changes = ({ method }: Asked): boolean => method !== "GET"

const shown = (outcome: Outcome): ReadonlyArray<string> => describeOutcome(outcome)

/** No command of the prompt brings a file along. */
const readFile = () => Promise.reject(new Error("the prompt reads no files"))

const stageOf = ({ url, token }: ControlServer): Stage => ({
  url,
  rest_url: `${url}/api`,
  gateway_url: `${url.replace(/^http/, "ws")}/gateway`,
  control_url: `${url}/control/v1`,
  control_token: token,
  applications: []
})

/** Keeps the last answer of the requests that are meant. */
const listening = (http: StageHttp, isAnswer: (asked: Asked) => boolean) => {
  let last: Answer | undefined
  const send = (asked: Asked) =>
    Effect.tap(http.send(asked), (answer) =>
      Effect.sync(() => {
        if (isAnswer(asked)) last = answer
      })
    )
  return { http: { ...http, send }, last: () => last }
}

/** The arguments that name the parts of a step. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  as: "USER",
  in: "CHANNEL",
  use: "TEXT",
  say: "TEXT",
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
  return first === undefined ? "" : `${ARGUMENTS[first] ?? formatPath(path)}: `
}

const failed = Effect.fnUntraced(function* (failure: StepFailure, step: Step, outcome: Outcome | undefined) {
  if (failure._tag === "StepUnplayable") return yield* badUsage(`${placed(failure.path)}${failure.message}`)
  if (failure._tag === "StageLost") return yield* new Unusable({ message: failure.message })
  yield* Console.error([...troubleOf(failure, outcome), ...adviceOf(step, outcome)].join("\n"))
  return yield* new Ended({ code: 1 })
})

/** What came instead. The reason of a refusal names the decision that failed, and the first line of an error its faults. */
const troubleOf = (failure: StepFailure, outcome: Outcome | undefined): ReadonlyArray<string> => {
  if (outcome === undefined) return describeFailure(failure)
  const { decisions, ...rest } = outcome
  const lines = describeOutcome(rest)
  return rest.status === undefined ? lines : lines.slice(0, 1)
}

/** What to do about a refusal. */
const adviceOf = ({ as = "", in: channel = "", use }: Step, outcome: Outcome | undefined): ReadonlyArray<string> => {
  const { refused, state } = outcome ?? {}
  if (typeof use !== "string") return []
  if (refused === "unknown") return ["`backlot commands` lists the commands that there are"]
  if (refused !== undefined && refused !== "options") {
    const [command = ""] = use.split(" ")
    return [`\`backlot explain ${quoted(as)} ${quoted(channel)} ${quoted(command)}\` says why`]
  }
  return state === "failed" || state === "timed_out"
    ? ["`backlot events --type interaction` shows what the app was sent and did"]
    : []
}

/** How to fill in the modal that has opened. */
const nextOf = ({ as = "" }: Step, outcome: Outcome | undefined): ReadonlyArray<string> =>
  outcome?.modal === undefined || outcome.interaction_id === undefined
    ? []
    : [`fill it in by: backlot submit ${quoted(as)} ${outcome.interaction_id} NAME=VALUE…`]

const quoted = (word: string): string => (/^[\w./:@#-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

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
