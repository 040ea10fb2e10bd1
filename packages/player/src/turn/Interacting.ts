/** Requests that make an interaction, and their outcomes. Source: product.md "Control plane" (its answer, refusals). */
import * as ControlCall from "@backlot/client/session/ControlCall"
import { delivery, interaction } from "@backlot/domain/base/Limits"
import { ADVANCE } from "@backlot/protocol/control/ControlInteraction"
import { millisOf } from "@backlot/scenario/Duration"
import { fieldsOf } from "@backlot/scenario/Fields"
import { match } from "@backlot/scenario/match/Match"
import type { SeenMessage } from "@backlot/scenario/Outcome"
import { Effect } from "effect"
import type { Answer } from "../stage/StageHttp.ts"
import { type ActOutcome, type Memory, outcomeOfError, type Playing, send } from "./Playing.ts"
import type { Turn } from "./Turn.ts"

/** Uses, presses and submits. */
export const interact = Effect.fnUntraced(function* (
  { playing, step }: Turn,
  at: { readonly user: string; readonly channel: string | undefined },
  call: ControlCall.InteractionCall,
  body: object
) {
  const spoken = step.locale === undefined ? body : { ...body, locale: step.locale }
  const answer = yield* send(playing, call(spoken, patienceOf(step, playing)))
  const outcome = outcomeOf(answer)
  remember(playing.memory, outcome, at)
  return outcome
})

/** Remembers the last interaction, its modal and its message for later steps. */
export const remember = (
  memory: Memory,
  outcome: ActOutcome,
  { user, channel }: { readonly user: string; readonly channel: string | undefined }
): void => {
  memory.last = { outcome, user, channel }
  const { interaction_id, modal } = outcome
  if (interaction_id === undefined) return
  memory.interaction = interaction_id
  memory.interactions.set(user, interaction_id)
  if (modal !== undefined) memory.modals.set(user, { interaction_id, modal })
}

/** The outcome of an answer or of a refusal. */
export const outcomeOf = (answer: Answer): ActOutcome => {
  if (answer.status === 200) return outcomeOfUsed(answer.body)
  const { reason, because, decisions, code } = fieldsOf(answer.body)
  if (typeof reason !== "string") return outcomeOfError(answer)
  return {
    refused: reason,
    ...(typeof because === "string" ? { because } : {}),
    ...(typeof code === "number" ? { code } : {}),
    // In the shape of StepDecision (ControlError of the protocol).
    ...(Array.isArray(decisions) ? { decisions: decisions as NonNullable<ActOutcome["decisions"]> } : {})
  }
}

/** The answer of the control plane; that of GET /interactions/{id} also has a trace. */
const outcomeOfUsed = (body: unknown): ActOutcome => {
  const { activity_instance, message, trace, error, ...used } = fieldsOf(body)
  const seen = message === undefined ? undefined : seenMessage(message)
  return {
    // The other fields of `Used` have the names and shapes of an outcome.
    ...(used as ActOutcome),
    // Names the step that moves the clock, not the request.
    ...(typeof error === "string" ? { error: error.replace(ADVANCE, `${ADVANCE_STEP} moves it on`) } : {}),
    ...(typeof seen?.["application_id"] === "string" ? { application_id: seen["application_id"] } : {}),
    ...(seen === undefined ? {} : { message: seen }),
    ...(activity_instance === undefined ? {} : { activity: activity_instance }),
    // TraceLine of the protocol.
    ...(Array.isArray(trace) ? { trace: trace as NonNullable<ActOutcome["trace"]> } : {})
  }
}

export const ADVANCE_STEP = "a step `advance: 3s`"

const EPHEMERAL = 1 << 6

export const seenMessage = (message: unknown): SeenMessage => {
  const fields = fieldsOf(message)
  const { flags } = fields
  // Every message of the control plane has an id and a content (SeenMessage of the protocol).
  return { ...fields, ephemeral: typeof flags === "number" && (flags & EPHEMERAL) !== 0 } as SeenMessage
}

/** The present state of an interaction with its trace, and the unimplemented calls of its app since the last step. */
export const look = (playing: Playing, interactionId: string) =>
  Effect.map(send(playing, ControlCall.interaction(interactionId)), (answer) => ({
    ...(answer.status === 200 ? outcomeOfUsed(answer.body) : outcomeOfError(answer)),
    ...lacking(playing.events?.notImplemented.unreported())
  }))

/** The field of an outcome; left out if there are none. */
export const lacking = (not_implemented: ReadonlyArray<string> = []): ActOutcome =>
  not_implemented.length === 0 ? {} : { not_implemented }

/** Expectations that only an answer can meet. */
const NEED_ANSWER = [
  "message",
  "modal",
  "ephemeral",
  "seen_by",
  "unseen_by",
  "activity",
  "error",
  "service_time",
  "outcome"
] as const

/** Expecting `pending` does not wait: the app may answer at any moment. Our choice: docs/choices.md "Scenarios". */
const patienceOf = (step: Turn["step"], playing: Playing): ControlCall.UseOptions => {
  const { until, expect } = step
  const state = expect?.state
  if (until === undefined && state === "pending") return { wait: false }
  return { ...goalOf(step), answers_within_ms: firstAnswerMs(step, playing) }
}

/** An answer that comes a little late is still shown. The service waits no longer than its own limit anyway. */
const firstAnswerMs = ({ expect }: Turn["step"], { answers_within_ms }: Playing): number | undefined => {
  const within = millisOf(expect?.answers_within ?? "") ?? answers_within_ms ?? interaction.acknowledgeMs
  const patience = Math.ceil(within) + GRACE_MS
  return patience < delivery.controlWaitMs ? patience : undefined
}

/** Our choice: docs/choices.md "Scenarios". */
const GRACE_MS = 500

const goalOf = ({ until, expect }: Turn["step"]): Pick<ControlCall.UseOptions, "until"> => {
  if (until !== undefined) return until === "responded" ? { until } : {}
  const state = expect?.state
  const needsAnswer =
    state === undefined
      ? NEED_ANSWER.some((field) => expect?.[field] !== undefined)
      : match(state, "deferred").length > 0
  return needsAnswer ? { until: "responded" } : {}
}
