/**
 * Plays the steps of a turn in order. A use that never changes is sent as a prepared request, without further work;
 * every other step is an act of the player over the same connections. A failed step ends its play.
 */
import { play as playAct } from "@backlot/player/act/ActTable"
import { StepUnplayable } from "@backlot/player/stage/Failure"
import { outcomeOf } from "@backlot/player/turn/Interacting"
import type { ActOutcome } from "@backlot/player/turn/Playing"
import { turnOf } from "@backlot/player/turn/Turn"
import { millisOf } from "@backlot/scenario/Duration"
import { fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { Cause, Effect, Exit } from "effect"
import type { Turn } from "./LoadEngine.ts"
import { messageOf } from "./LoadFault.ts"
import type { LoadJob } from "./LoadJob.ts"
import type { LoadMeter, StepError, Underway } from "./LoadMeter.ts"
import { answerRuleOf, concrete, isUse, judge, keyOf, LoadPlay, NO_MARKS, type PoolUser, userOf } from "./LoadPlay.ts"
import type { PlayShared } from "./LoadRequests.ts"
import type { LoadStep } from "./LoadStep.ts"
import type { LoadUses, ReadyUse } from "./LoadUses.ts"
import { WireLost } from "./LoadWire.ts"

export interface PlayerSettings extends PlayShared {
  readonly uses: LoadUses
  readonly meter: LoadMeter
  readonly job: LoadJob
  /** The users that `*` rotates through. */
  readonly users: ReadonlyArray<PoolUser>
  /** Milliseconds before each step but the first, and in the closed model before the next play. */
  readonly think: (turn: Turn) => number
}

/**
 * In the closed model a virtual user thinks before the next play, whether this one failed or not, but never beyond the
 * end of the load.
 */
export const playTurn = Effect.fnUntraced(function* (settings: PlayerSettings, turn: Turn) {
  const whole = yield* playSteps(settings, turn)
  const { job, think, elapsed } = settings
  const { model, duration_ms } = job.course
  // A timer may fire a fraction of a millisecond early; no play may fit into that rest.
  const rest = model === "closed" ? Math.min(think(turn), Math.ceil(duration_ms - elapsed()) + 1) : 0
  if (rest > 0) yield* Effect.sleep(rest)
  return whole
})

const playSteps = Effect.fnUntraced(function* (settings: PlayerSettings, turn: Turn) {
  const { job, users, elapsed, think } = settings
  const { rows, course } = job
  const row = turn.iteration % rows.length
  const steps = rows[row] ?? []
  const user = userOf(users, course.model, turn)
  let play: LoadPlay | undefined
  let due = turn.due
  for (const [index, step] of steps.entries()) {
    const pause = (index === 0 ? 0 : think(turn)) + pauseOf(step)
    if (pause > 0) {
      due += pause
      const rest = due - elapsed()
      if (rest > 0) yield* Effect.sleep(rest)
    }
    if (step.act === "wait") continue
    const ready = isUse(step) && !step.isOpen ? settings.uses.kept(keyOf(row, step, user)) : undefined
    if (play === undefined && (ready === undefined || steps.length > 1)) play = new LoadPlay(settings, turn, user)
    const at = { turn, row, index, due, step, user }
    const error =
      ready === undefined
        ? yield* playStep(settings, at, play ?? new LoadPlay(settings, turn, user))
        : yield* send(settings, at, ready, play)
    if (error !== undefined) return false
    due = elapsed()
  }
  return true
})

const pauseOf = ({ act, step }: LoadStep): number => (act === "wait" ? (millisOf(String(step.wait)) ?? 0) : 0)

interface StepTurn {
  readonly turn: Turn
  /** Index of the row, and of the step in it. */
  readonly row: number
  readonly index: number
  readonly due: number
  readonly step: LoadStep
  readonly user: PoolUser | undefined
}

/** A step that waited for a free virtual user is not late by the generator's fault. */
const begin = ({ meter }: PlayerSettings, { turn, index, due }: StepTurn, now: number): Underway => {
  if (!(turn.waited && index === 0)) meter.sentAfter(index, turn.due, now - due)
  return meter.begins(index, turn.due, due, now)
}

/** Sends the prepared request. */
const send = Effect.fnUntraced(function* (
  settings: PlayerSettings,
  at: StepTurn,
  use: ReadyUse,
  play: LoadPlay | undefined
) {
  const { meter, elapsed, wire, uses } = settings
  const sent = elapsed()
  const underway = begin(settings, at, sent)
  const answer = yield* wire.send(use.request)
  const ended = elapsed()
  const judged = (outcome: Timed) => {
    remember(outcome, use, play, uses)
    return judge(at.step.step.expect, outcome, answerRuleOf(settings.job)) ?? play?.capture(at.step.step, outcome)
  }
  const error = answer instanceof WireLost ? answer : judged({ ...outcomeOf(answer), real_ms: ended - sent })
  meter.ends(underway, ended, error)
  return error
})

/** Keeps what later steps need; an outdated use is read again. */
const remember = (outcome: ActOutcome, use: ReadyUse, play: LoadPlay | undefined, uses: LoadUses): void => {
  if (outcome.refused === "stale" || outcome.refused === "unknown") uses.forget(use)
  play?.remember(outcome, use)
}

/** Plays the step as an act of the player. */
const playStep = Effect.fnUntraced(function* (settings: PlayerSettings, at: StepTurn, play: LoadPlay) {
  const { meter, elapsed } = settings
  const began = elapsed()
  const underway = begin(settings, at, began)
  play.requests.begin()
  const acted = yield* Effect.exit(perform(settings, at, play))
  const ended = elapsed()
  const { sent, lookedUp } = play.requests
  // Lookups before the request, such as the message of a press, are not part of the step.
  if (sent !== undefined) underway.sent = sent
  if (sent !== undefined && lookedUp) underway.due += sent - began
  const error = Exit.isSuccess(acted)
    ? judgeAct(settings, acted.value.step, { ...acted.value.outcome, real_ms: ended - underway.sent }, play)
    : errorOf(Cause.squash(acted.cause), play)
  meter.ends(underway, ended, error)
  return error
})

/** The step that results has its variables replaced. */
const perform = Effect.fnUntraced(function* (settings: PlayerSettings, { step, user, row }: StepTurn, play: LoadPlay) {
  const written = yield* Effect.fromResult(concrete(step, play.variables, user))
  play.requests.step = written
  const acting = turnOf(play.playing, written, NO_MARKS, NO_MARKS)
  if (step.act === "wait") return { step: written, outcome: {} }
  // Every act but uses and typed texts, which the load reads itself.
  if (!isUse(step)) return { step: written, outcome: yield* playAct(acting, step.act) }
  play.requests.lookedUp = true
  const use = yield* settings.uses.read(acting, step.isOpen ? undefined : keyOf(row, step, user))
  const outcome = outcomeOf(yield* play.requests.send(use.request))
  remember(outcome, use, play, settings.uses)
  return { step: written, outcome }
})

type Timed = ActOutcome & { readonly real_ms: number }

const judgeAct = ({ job }: PlayerSettings, step: Step, outcome: Timed, play: LoadPlay): StepError | undefined => {
  if (outcome.message !== undefined) play.requests.answered(outcome.message)
  return judge(step.expect, outcome, answerRuleOf(job)) ?? play.capture(step, outcome)
}

const errorOf = (failure: unknown, { requests: { lost } }: LoadPlay): StepError => {
  if (lost !== undefined) return lost
  const kind = failure instanceof StepUnplayable ? "unplayable" : fieldsOf(failure)["kind"]
  return { kind: typeof kind === "string" ? kind : "connection", message: messageOf(failure) }
}
