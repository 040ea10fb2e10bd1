/** Reads what an expectation needs: who sees a message, the trace, what the streams brought. */
import type { Path } from "@backlot/domain/error/Fault"
import { BOUNDS } from "@backlot/scenario/Bounds"
import type { Expectation } from "@backlot/scenario/Expectation"
import { field } from "@backlot/scenario/Fields"
import { matchInOrder } from "@backlot/scenario/match/Match"
import type { Outcome } from "@backlot/scenario/Outcome"
import { actOf, type Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import type { Evidence } from "../judge/Judge.ts"
import type { Feed } from "../stage/Feed.ts"
import { lacking, look } from "./Interacting.ts"
import { visibleIn } from "./MessageRefs.ts"
import { type ActOutcome, applicationOf, type Playing, unplayable } from "./Playing.ts"
import type { Marks, Turn } from "./Turn.ts"

/** The outcome with what the expectation needs, and with the unimplemented calls of the app. */
export const completed = Effect.fnUntraced(function* (
  turn: Turn,
  expect: Expectation | undefined,
  acted: ActOutcome,
  from: Marks
) {
  yield* caughtUp(turn, acted)
  const { not_implemented = [], ...outcome } = yield* proven(turn, expect, acted, from)
  const fresh = turn.playing.events?.notImplemented.fresh(not_implemented) ?? []
  const unknown_emojis = turn.playing.events?.unknownEmojis.fresh() ?? []
  return {
    ...outcome,
    ...lacking([...new Set([...not_implemented, ...fresh])]),
    ...(unknown_emojis.length === 0 ? {} : { unknown_emojis })
  }
})

/** Waits until the stream has what the app did before it answered. */
const caughtUp = ({ playing: { events }, step, marks }: Turn, { interaction_id, state }: ActOutcome) => {
  const act = actOf(step)
  if (events === undefined || interaction_id === undefined || act === undefined || act === "wait") return Effect.void
  const reportsIt = ({ data }: { readonly data: unknown }) =>
    field(data, "interaction_id") === interaction_id && field(data, "state") === state
  return Effect.asVoid(Effect.timeoutOption(events.feed.next(marks.events, reportsIt), BOUNDS.late.value))
}

const proven = Effect.fnUntraced(function* (
  turn: Turn,
  expect: Expectation | undefined,
  outcome: ActOutcome,
  from: Marks
) {
  if (expect === undefined) return outcome
  const { playing } = turn
  const needsTrace = expect.trace ?? expect.service_time ?? expect.outcome
  const traced = needsTrace === undefined ? outcome : yield* timed(playing, outcome)
  const events =
    expect.events === undefined
      ? {}
      : { events: yield* eventually(yield* eventsOf(playing, ["expect", "events"]), from.events, expect.events) }
  if (expect.gateway === undefined) return { ...traced, ...events }
  const application = yield* watchedIn(playing, turn.step)
  const { feed } = yield* playing.gateway(application)
  const gateway = yield* eventually(feed, from.gateway.get(application) ?? 0, expect.gateway)
  return { ...traced, ...events, gateway }
})

/** The application of expectations and waits about the gateway: that of the call, else the scenario's. */
export const watchedIn = (playing: Playing, { app }: Step) =>
  Effect.map(applicationOf(playing, app?.application, ["application"]), ({ id }) => id)

export const eventsOf = ({ events }: Playing, path: Path) =>
  events === undefined
    ? Effect.fail(unplayable(path, "this player does not receive the server's events"))
    : Effect.succeed(events.feed)

/** All items from the mark on, once the expected ones are among them or the time is over. */
const eventually = <A>(feed: Feed<A>, mark: number, expected: ReadonlyArray<unknown>) => {
  const isThere = () => matchInOrder(expected, feed.since(mark)).length === 0
  const arrives = Effect.gen(function* () {
    while (!isThere()) yield* feed.next(feed.mark(), () => true)
  })
  return Effect.map(Effect.timeoutOption(arrives, BOUNDS.late.value), () => feed.since(mark))
}

/** For the reader of a failure: adds the trace and all unimplemented calls so far. */
export const withTrace = Effect.fnUntraced(function* (playing: Playing, outcome: ActOutcome) {
  const all = playing.events?.notImplemented.all() ?? []
  const { not_implemented = [] } = outcome
  return { ...(yield* timed(playing, outcome)), ...lacking([...new Set([...not_implemented, ...all])]) }
})

/** Adds trace and service time, if there is an interaction. */
const timed = Effect.fnUntraced(function* (playing: Playing, outcome: ActOutcome) {
  const { interaction_id } = outcome
  if (interaction_id === undefined) return outcome
  const trace = outcome.trace ?? (yield* look(playing, interaction_id)).trace
  if (trace === undefined) return outcome
  const begun = trace[0]
  const answered = trace.find(({ what }) => what === "acknowledged")
  const time = begun === undefined || answered === undefined ? {} : { service_time: answered.at - begun.at }
  return { ...outcome, trace, ...time }
})

/** Reads the channel of the message as each user of the expectation, and how long the app took. */
export const evidenceOf = Effect.fnUntraced(function* (
  turn: Turn,
  expect: Expectation,
  { message, interaction_id }: Outcome
) {
  const users = [...new Set([...(expect.seen_by ?? []), ...(expect.unseen_by ?? [])])]
  const sightings = new Map<string, boolean>()
  const { answers_within_ms, events } = turn.playing
  const answered = interaction_id === undefined ? undefined : events?.answers.take(interaction_id)
  const evidence: Evidence = { sightings, answered, answers_within_ms }
  if (users.length === 0) return evidence
  if (message === undefined) return yield* unplayable(["expect", "seen_by"], "the outcome has no message")
  const { channel_id } = message
  const channel = typeof channel_id === "string" ? channel_id : (yield* turn.scene).channel.id
  for (const name of users) {
    const path = ["expect", expect.seen_by?.includes(name) === true ? "seen_by" : "unseen_by"]
    const user = yield* turn.playing.names.find((names) => names.user(name), path)
    const messages = yield* visibleIn(turn.playing, { user, channel }, path)
    const isSeen = messages.some(({ id }) => id === message.id)
    sightings.set(name, isSeen)
  }
  return evidence
})
