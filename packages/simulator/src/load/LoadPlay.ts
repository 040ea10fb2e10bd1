/** One play: its steps made concrete, its memory for steps that need it, and the judgement of its answers. */
import { DEFERRALS } from "@backlot/domain/interaction/CallbackResponse"
import { unexpected } from "@backlot/player/judge/Implied"
import { judge as judgeAll } from "@backlot/player/judge/Judge"
import type { StepUnplayable } from "@backlot/player/stage/Failure"
import { remember } from "@backlot/player/turn/Interacting"
import { captured, placed } from "@backlot/player/turn/PlayedVariables"
import { type ActOutcome, memory, type Playing } from "@backlot/player/turn/Playing"
import type { Expectation } from "@backlot/scenario/Expectation"
import { formatMismatch } from "@backlot/scenario/match/Mismatch"
import type { Outcome } from "@backlot/scenario/Outcome"
import type { Step } from "@backlot/scenario/Step"
import { Result } from "effect"
import type { LoadCourse } from "./LoadCourse.ts"
import type { Turn } from "./LoadEngine.ts"
import type { LoadJob } from "./LoadJob.ts"
import type { StepError } from "./LoadMeter.ts"
import { LoadRequests, type PlayShared } from "./LoadRequests.ts"
import { ANYBODY, type LoadStep } from "./LoadStep.ts"

/** Mutable; one per play. */
export class LoadPlay {
  readonly requests: LoadRequests
  readonly playing: Playing
  variables: Readonly<Record<string, unknown>>

  constructor(shared: PlayShared, { vu, iteration }: Turn, user: PoolUser | undefined) {
    const { playing } = shared.scene
    this.requests = new LoadRequests(shared)
    const { control } = this.requests
    this.playing = { ...playing, memory: memory(), control, http: this.requests.http(playing.http) }
    this.variables = { vu, iteration: iteration + 1, user: user?.username }
  }

  /** The player's acts do the same for their interactions. */
  remember(outcome: ActOutcome, { user, channel }: { readonly user: string; readonly channel: string }): void {
    remember(this.playing.memory, outcome, { user, channel })
    if (outcome.message !== undefined) this.requests.answered(outcome.message)
  }

  /** Keeps what the step captures, or returns why it cannot. */
  capture({ capture }: Step, outcome: ActOutcome & { readonly real_ms: number }): StepError | undefined {
    if (capture === undefined) return undefined
    const found = captured(capture, outcome)
    if (Result.isFailure(found)) return { kind: "unplayable", message: found.failure.message }
    this.variables = { ...this.variables, ...found.success }
    return undefined
  }
}

/** What a load knows of the time of answers: a real clock lets the service judge them, unless the file has a limit. */
export interface AnswerRule {
  readonly isJudged: boolean
  readonly within_ms: number | undefined
}

export const answerRuleOf = ({ stage, answers_within_ms }: LoadJob): AnswerRule => ({
  isJudged: stage.clock === "frozen" || answers_within_ms !== undefined,
  within_ms: answers_within_ms
})

/**
 * Undefined if nothing is wrong. The rules are those of any other run; an unexpected end counts as its own kind of
 * error.
 */
export const judge = (expect: Expectation = {}, outcome: Outcome, rule: AnswerRule): StepError | undefined => {
  const evidence = { sightings: new Map(), answered: answeredIn(outcome, rule), answers_within_ms: rule.within_ms }
  const [first] = judgeAll(expect, outcome, evidence)
  if (first === undefined) return undefined
  const [end] = unexpected(expect, outcome)
  if (end === undefined) return { kind: "expectation", message: formatMismatch(first) }
  return { kind: end.kind, message: end.because ?? String(end.actual) }
}

/** The request ends with the first answer, unless the answer was deferred and waited for. */
const answeredIn = ({ state, response, real_ms }: Outcome, { isJudged }: AnswerRule) =>
  state === "responded" && !DEFERRALS.some((type) => type === response?.type)
    ? { answered_ms: real_ms, fresh: isJudged }
    : undefined

/** One of the users that `*` rotates through. */
export interface PoolUser {
  readonly id: string
  readonly username: string
}

/** The user that `*` means: fixed per virtual user in the closed model, rotating by play in the open one. */
export const userOf = (
  users: ReadonlyArray<PoolUser>,
  model: LoadCourse["model"],
  turn: Pick<Turn, "vu" | "iteration">
) => users[(model === "closed" ? turn.vu - 1 : turn.iteration) % users.length]

export const concrete = (
  { step, as, in: place, isOpen }: LoadStep,
  variables: Readonly<Record<string, unknown>>,
  user: PoolUser | undefined
): Result.Result<Step, StepUnplayable> => {
  const settled = {
    ...step,
    ...(as === undefined ? {} : { as: as === ANYBODY ? (user?.id ?? as) : as }),
    ...(place === undefined ? {} : { in: place })
  }
  return isOpen ? placed(settled, variables) : Result.succeed(settled)
}

/** The client library reads uses and typed texts; all other steps are acts of the player. */
export const isUse = ({ act }: LoadStep): boolean => act === "use" || act === "type"

/** The cache key of a use that never changes. */
export const keyOf = (row: number, { number, as }: LoadStep, user: PoolUser | undefined): string =>
  `${row} ${number} ${as === ANYBODY ? (user?.id ?? "") : ""}`

/** Loads do not use event streams. */
export const NO_MARKS = { events: 0, gateway: new Map<string, number>() }
