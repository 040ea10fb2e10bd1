/** Plays steps on a stage, one after the other. Scenarios, the testkit and recordings share it. */

import { elapsed } from "@backlot/domain/base/Elapsed"
import { formatTime } from "@backlot/domain/base/IsoTime"
import { describeAct, type Scene } from "@backlot/scenario/describe/Describe"
import { formatMismatch } from "@backlot/scenario/match/Match"
import type { Outcome } from "@backlot/scenario/Outcome"
import { actOf, type Step } from "@backlot/scenario/Step"
import { Clock, Effect, Result } from "effect"
import { play } from "./act/ActTable.ts"
import { judge, withPresentHint } from "./judge/Judge.ts"
import { normaliser } from "./Normalise.ts"
import type { PlayerOptions } from "./PlayerEdges.ts"
import { ExpectationFailed, type StageLost, type StepFailure, StepStopped } from "./stage/Failure.ts"
import { entryOf, type Played, type Transcript } from "./Transcript.ts"
import { cameSince } from "./turn/CameSince.ts"
import { lacking, look } from "./turn/Interacting.ts"
import { type Misdeeds, misdeedsOf } from "./turn/Misdeeds.ts"
import { captured, placed } from "./turn/PlayedVariables.ts"
import { type ActOutcome, applicationOf, forked, type Playing, unplayable } from "./turn/Playing.ts"
import { completed, evidenceOf, watchedIn, withTrace } from "./turn/Proof.ts"
import { serviceNow } from "./turn/ServiceClock.ts"
import { interactionOf, type Marks, type Turn, turnOf } from "./turn/Turn.ts"
import { unread } from "./turn/Unread.ts"

/** A step that was played, whether its expectations held or not. */
export interface PlayedStep extends Played {
  /** The step's name, or a sentence made from the step. */
  readonly title: string
  /** Milliseconds since the player was made. */
  readonly began_ms: number
  readonly real_ms: number
  /** The time of the service clock when the step ended. */
  readonly now: string | undefined
  /** Of the player that played it (`fork`). */
  readonly test?: string | undefined
}

export interface Player {
  /**
   * Plays a step. Fails if it cannot be played or if its expectations do not hold; `played` and the transcript have
   * the step in both cases. Steps of several users may run at the same time, each with its own `as` and `in`; a step
   * without them takes those of the last step.
   */
  readonly perform: (step: Step) => Effect.Effect<Outcome, StepFailure>
  /**
   * Makes a player that goes on by itself from here, for the test of this name. Both share modals, tokens, variables,
   * steps and transcript.
   */
  readonly fork: (test?: string) => Player
  /** The steps in the order in which they began. Steps under way are missing; an interrupted step is there. */
  readonly played: () => ReadonlyArray<PlayedStep>
  /** When it was made, from which the times of its steps count; in milliseconds since 1970. */
  readonly began_at: number
  readonly transcript: () => Transcript
  readonly variables: () => Readonly<Record<string, unknown>>
  /** What apps did that no step shows. */
  readonly misdeeds: Effect.Effect<Misdeeds>
}

/** Makes a player on what is open already. */
export const on = Effect.fnUntraced(function* (
  playing: Playing,
  options: Pick<PlayerOptions, "variables" | "watch"> = {}
): Effect.fn.Return<Player> {
  const { stage } = playing
  const began = yield* elapsed
  const began_at = yield* Clock.currentTimeMillis
  const variables: Record<string, unknown> = { ...options.variables }
  const steps: Array<(PlayedStep & { readonly scene: Scene }) | undefined> = []
  const normalise = normaliser(stage)
  let count = 0

  const performIn = Effect.fnUntraced(function* (context: Context, step: Step) {
    const number = ++count
    const start = yield* elapsed
    const { user, channel } = context.playing.memory
    const attempt: Attempt = { step, outcome: undefined }
    const record = Effect.fnUntraced(function* (failure: PlayedStep["failure"], now: number | undefined) {
      const end = yield* elapsed
      const { outcome = failure && endOf(playing, end - start), step: written } = attempt
      const scene = { as: written.as ?? user, in: written.in ?? channel }
      steps[number - 1] = {
        number,
        title: written.name ?? describeAct(written, scene),
        scene,
        step: written,
        outcome,
        failure,
        began_ms: start - began,
        real_ms: end - start,
        now: now === undefined ? undefined : formatTime(now),
        test: context.test
      }
    })
    const settled = Effect.gen(function* () {
      const exit = yield* Effect.result(performStep(context, attempt))
      yield* record(Result.isFailure(exit) ? exit.failure : undefined, yield* serviceNow(playing))
      return exit
    })
    // An interrupted step, or one that met a bug of the player, is recorded as well.
    const exit = yield* Effect.onError(settled, () => record(stopped(), undefined))
    return yield* Effect.fromResult(exit)
  })

  const played = () => steps.filter((one) => one !== undefined)
  const playerIn = (context: Context): Player => ({
    perform: (step) => performIn(context, step),
    fork: (test) => {
      const { playing } = context
      return playerIn({ ...context, test, playing: { ...playing, memory: forked(playing.memory) } })
    },
    played,
    transcript: () => played().map((one) => entryOf(one, one.scene, normalise)),
    variables: () => variables,
    began_at,
    misdeeds: misdeedsOf(playing)
  })
  return playerIn({ playing, variables, test: undefined, marks: NOWHERE, watch: options.watch === true })
})

/** The outcome of a step without one: calls of apps that the server does not implement. */
const endOf = ({ events }: Playing, real_ms: number): Outcome | undefined => {
  const not_implemented = events?.notImplemented.all() ?? []
  return not_implemented.length === 0 ? undefined : { not_implemented, real_ms }
}

const stopped = () => new StepStopped({ message: "it was under way when the play ended" })

interface Context {
  readonly playing: Playing
  readonly variables: Record<string, unknown>
  readonly test: string | undefined
  /** Positions of the streams when the last acting step began. */
  marks: Marks
  /** Whether the gateway session must still be opened before the first step. */
  watch: boolean
}

/** What is known of a step so far, for the record of a step that fails. */
interface Attempt {
  step: Step
  outcome: Outcome | undefined
}

const NOWHERE: Marks = { events: 0, gateway: new Map() }

const performStep = Effect.fnUntraced(function* (
  context: Context,
  attempt: Attempt
): Effect.fn.Return<Outcome, StepFailure> {
  const { playing, variables } = context
  const step = yield* Effect.fromResult(placed(attempt.step, variables))
  attempt.step = step
  yield* listen(context, step)
  const start = yield* elapsed
  const began = yield* Clock.currentTimeMillis
  const act = actOf(step)
  const marks = marksOf(playing)
  const before = context.marks
  // A wait also sees what the step before it caused.
  if (act !== undefined && act !== "wait") context.marks = marks
  const turn = turnOf(playing, step, marks, before)
  const acted = yield* Effect.tapErrorTag(
    act === undefined ? present(turn) : play(turn, act),
    "ExpectationFailed",
    Effect.fnUntraced(function* () {
      attempt.outcome = { ...(yield* inVain(turn, began)), real_ms: (yield* elapsed) - start }
    })
  )
  if (act !== undefined) remember(playing, acted)
  const from = act === undefined || act === "wait" ? before : marks
  const real_ms = (yield* elapsed) - start
  const outcome: Outcome = { ...(yield* completed(turn, step.expect, acted, from)), real_ms }
  attempt.outcome = outcome
  const expect = step.expect ?? {}
  const judged = judge(expect, outcome, yield* evidenceOf(turn, expect, outcome))
  const mismatches = withPresentHint(step, outcome, judged)
  if (mismatches.length > 0) {
    // The trace is for the reader of the failure. A trace that cannot be read must not hide the failure.
    const traced = yield* Effect.orElseSucceed(withTrace(playing, outcome), () => outcome)
    attempt.outcome = { ...traced, real_ms }
    return yield* new ExpectationFailed({ message: mismatches.map(formatMismatch).join("\n"), mismatches })
  }
  if (step.capture !== undefined) Object.assign(variables, yield* Effect.fromResult(captured(step.capture, outcome)))
  return outcome
})

/** For the reader of a failed wait: what came since it began; of one for a state also the interaction with its trace. */
const inVain = Effect.fnUntraced(function* (turn: Turn, began: number) {
  const came = [...(yield* cameSince(turn, began)), ...unread(turn)]
  return { ...(yield* Effect.orElseSucceed(awaited(turn), () => ({}))), came }
})

const awaited = Effect.fnUntraced(function* (turn: Turn) {
  const { playing, step } = turn
  const isForState = typeof step.wait === "object" && step.wait.state !== undefined
  const id = isForState ? yield* interactionOf(turn) : undefined
  return id === undefined ? lacking(playing.events?.notImplemented.unreported()) : yield* look(playing, id)
})

const listen = Effect.fnUntraced(function* (
  context: Context,
  step: Step
): Effect.fn.Return<void, StageLost | StepFailure> {
  const { playing } = context
  if (playing.events !== undefined) yield* playing.events.ready
  if (context.watch) {
    const { id } = yield* applicationOf(playing, undefined, ["application"])
    yield* playing.gateway(id)
    context.watch = false
  }
  if (step.expect?.gateway !== undefined) yield* playing.gateway(yield* watchedIn(playing, step))
})

const marksOf = ({ events, watches }: Playing): Marks => ({
  events: events?.feed.mark() ?? 0,
  gateway: watches.size === 0 ? NOWHERE.gateway : new Map([...watches].map(([id, { feed }]) => [id, feed.mark()]))
})

const remember = ({ memory }: Playing, outcome: ActOutcome): void => {
  if (memory.last?.outcome === outcome) return
  memory.last = { outcome, user: memory.last?.user, channel: memory.last?.channel }
}

/** Fields of an outcome that only describe how a call went. */
const OF_CALLS: ReadonlySet<string> = new Set([
  "application_id",
  "status",
  "code",
  "headers",
  "body",
  "rate_limit",
  "because",
  "error",
  "not_implemented",
  "unknown_emojis"
])

/**
 * The outcome that a step without an act judges. It is the outcome of the step before, with an interaction in its
 * present state. If that step shows nothing to a user, such as an app's call that completed an interaction, it is the
 * last interaction; with `as`, that user's last interaction.
 */
const present = Effect.fnUntraced(function* (turn: Turn): Effect.fn.Return<ActOutcome, StepFailure> {
  const { playing, step } = turn
  const { last } = playing.memory
  const interaction = yield* interactionOf(turn)
  const outcome = last?.outcome ?? {}
  const isOfCall = Object.keys(step.expect ?? {}).some((field) => OF_CALLS.has(field) && field !== "error")
  const showsNothing = step.as !== undefined || Object.keys(outcome).every((field) => OF_CALLS.has(field))
  const id =
    (step.as === undefined ? outcome.interaction_id : undefined) ??
    (showsNothing && !isOfCall ? interaction : undefined)
  if (id === undefined && last === undefined) {
    return yield* unplayable(["expect"], "no step with an outcome was played yet")
  }
  if (id === undefined) {
    // An outcome shown to another user proves nothing about this user.
    const isOthers = step.as !== undefined && last?.user !== undefined && last.user !== (yield* turn.user)
    if (isOthers && !isOfCall && Object.keys(outcome).some((field) => !OF_CALLS.has(field))) {
      return yield* unplayable(["as"], `${step.as} has played no step with an outcome yet`)
    }
    return outcome
  }
  const now = yield* look(playing, id)
  const { application_id } = outcome
  return { ...(application_id === undefined ? {} : { application_id }), ...now }
})
