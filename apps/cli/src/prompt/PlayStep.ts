/** Plays one step of a scenario on a running server, for a command of the prompt or a tool of an agent. */
import { openOn } from "@backlot/player/PlayerEdges"
import { on } from "@backlot/player/PlayerOn"
import { type StepFailure, StepUnplayable } from "@backlot/player/stage/Failure"
import * as FetchHttp from "@backlot/player/stage/FetchHttp"
import type { Stage } from "@backlot/player/stage/Stage"
import type { Answer, Asked, StageHttp } from "@backlot/player/stage/StageHttp"
import { describeFailure } from "@backlot/player/Transcript"
import type { Edges } from "@backlot/player/turn/Playing"
import { describeOutcome } from "@backlot/scenario/describe/Describe"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { judgeStep } from "@backlot/scenario/schema/StepJudge"
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import { Effect } from "effect"
import type { ControlServer } from "../control/ControlAsk.ts"
import { read } from "./PromptServer.ts"

export interface PlayedStep {
  readonly step: Step
  /** Undefined if the step could not be played. */
  readonly outcome: Outcome | undefined
  /** The user was refused, the app did not answer, or the step could not be played. */
  readonly failure: StepFailure | undefined
  /** To the last request that `isAnswer` means. */
  readonly answer: Answer | undefined
}

/**
 * What is written is meant as it is: `${…}` is a text. Files are read from the working directory. Fails with `Unusable`
 * without a server.
 */
export const playStep = Effect.fnUntraced(function* (
  server: ControlServer,
  written: Step,
  isAnswer: (asked: Asked) => boolean = changes
) {
  const step = escapeVariables(written)
  const [problem] = judgeStep(step, { variables: true })
  if (problem !== undefined) {
    const played: PlayedStep = { step, outcome: undefined, failure: new StepUnplayable(problem), answer: undefined }
    return played
  }
  yield* read(server, "/clock")
  const { http, last } = listening(FetchHttp.make(), isAnswer)
  const playing = yield* openOn({ http, readFile }, { stage: stageOf(server), events: false })
  const player = yield* on(playing)
  const failure = yield* Effect.match(player.perform(step), {
    onFailure: (error) => error,
    onSuccess: () => undefined
  })
  const played: PlayedStep = { step, outcome: player.played()[0]?.outcome, failure, answer: last() }
  return played
}, Effect.scoped)

/** Loaded on demand: few steps bring a file along. */
const readFile: Edges["readFile"] = async (folder, path) => {
  const player = await import("@backlot/player/PlayerOpen")
  return await player.readFile(folder, path)
}

const changes = ({ method }: Asked): boolean => method !== "GET"

export const stageOf = ({ url, token }: ControlServer): Stage => ({
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

/** What came instead. The reason of a refusal names the decision that failed, and the first line of an error its faults. */
export const troubleOf = (failure: StepFailure, outcome: Outcome | undefined): ReadonlyArray<string> => {
  if (outcome === undefined) return describeFailure(failure)
  const { decisions, ...rest } = outcome
  const lines = describeOutcome(rest)
  return rest.status === undefined ? lines : lines.slice(0, 1)
}

/** What shows more of a refusal or a failure. */
export type Further = "commands" | "explain" | "trace"

export const furtherOf = ({ use }: Step, outcome: Outcome | undefined): Further | undefined => {
  const { refused, state } = outcome ?? {}
  if (refused === undefined) return state === "failed" || state === "timed_out" ? "trace" : undefined
  if (use === undefined || refused === "options") return undefined
  return refused === "unknown" ? "commands" : "explain"
}

/** The first word of what was typed. */
export const commandIn = ({ use }: Step): string => {
  const text = typeof use === "string" ? use : (use?.text ?? use?.command ?? "")
  return text.split(" ")[0] ?? ""
}
