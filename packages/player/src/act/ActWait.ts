/** Waits for the app or the service, on the streams of the stage. Nothing is polled. */
import type { Path } from "@backlot/domain/error/Fault"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { formatMillis, millisOf } from "@backlot/scenario/Duration"
import { field } from "@backlot/scenario/Fields"
import { formatValue } from "@backlot/scenario/match/DescribeValue"
import { formatMismatch, match } from "@backlot/scenario/match/Match"
import type { SeenMessage } from "@backlot/scenario/Outcome"
import type { Wait } from "@backlot/scenario/step/ActWait"
import { Effect } from "effect"
import type { StageEvent } from "../stage/EventStream.ts"
import { ExpectationFailed } from "../stage/Failure.ts"
import { look } from "../turn/Interacting.ts"
import { looksLike, visibleIn } from "../turn/MessageRefs.ts"
import { type ActOutcome, unplayable } from "../turn/Playing.ts"
import { eventsOf, watchedIn } from "../turn/Proof.ts"
import { type Act, type ActFailure, interactionOf, type Turn } from "../turn/Turn.ts"
import { type Instead, messageInstead, messageStill, typedInstead } from "../turn/WaitedFor.ts"

type Waited = typeof Wait.Type

export const wait: Act<string | Waited> = Effect.fnUntraced(function* (turn, given) {
  if (typeof given !== "string") return yield* waitFor(turn, given)
  const ms = millisOf(given)
  if (ms === undefined) return yield* unplayable(["wait"], `${JSON.stringify(given)} is not a duration`)
  yield* Effect.sleep(Math.min(ms, BOUNDS.longestWait.value))
  return {}
})

const waitFor = Effect.fnUntraced(function* (turn: Turn, given: Waited) {
  const asked = given.within === undefined ? BOUNDS.wait.value : millisOf(given.within)
  const within = asked === undefined ? undefined : Math.min(asked, BOUNDS.longestWait.value)
  if (within === undefined) return yield* unplayable(["wait", "within"], `${given.within} is not a duration`)
  const conditions = CONDITIONS.filter(({ field }) => given[field] !== undefined)
  if (conditions.length === 0) return yield* unplayable(["wait"], "a wait needs a message, state, event or dispatch")
  const outcomes = yield* Effect.forEach(conditions, ({ field, found, there }) =>
    Effect.timeoutOrElse(found(turn, given), {
      duration: within,
      orElse: () =>
        Effect.flatMap(there(turn, given), (instead) => expired(["wait", field], instead, formatMillis(within)))
    })
  )
  // Fields of all outcomes; the last condition wins.
  return Object.assign({}, ...outcomes) as ActOutcome
})

const expired = (path: Path, { wanted, expected, actual, came }: Instead, within: string) => {
  const message =
    path[1] === "no_message"
      ? `${wanted} was still seen within ${within}: ${came}`
      : `${wanted} did not come within ${within}; ${came}`
  const mismatch = { path, expected, actual, message }
  return Effect.fail(new ExpectationFailed({ message: formatMismatch(mismatch), mismatches: [mismatch] }))
}

interface Condition {
  readonly field: "event" | "gateway" | "state" | "message" | "no_message"
  readonly found: (turn: Turn, given: Waited) => Effect.Effect<ActOutcome, ActFailure>
  readonly there: (turn: Turn, given: Waited) => Effect.Effect<Instead, ActFailure>
}

/** Looks now, and again after each event that may change what the user sees. */
const looking = Effect.fnUntraced(function* (
  turn: Turn,
  mayChange: (event: StageEvent) => boolean,
  attempt: Effect.Effect<ActOutcome | undefined, ActFailure>
) {
  const feed = yield* eventsOf(turn.playing, ["wait"])
  for (;;) {
    // Before the look, so that no event is missed between the two.
    const mark = feed.mark()
    const found = yield* attempt
    if (found !== undefined) return found
    yield* feed.next(mark, mayChange)
  }
})

/** Messages, permissions and answers may all show or hide a message. */
const isVisible = ({ type }: StageEvent): boolean => !type.startsWith("rest.") && !type.startsWith("webhook_event.")

const messagesSeen = (turn: Turn) => Effect.flatMap(turn.at, (at) => visibleIn(turn.playing, at, ["wait"]))

const inMessages = (turn: Turn, find: (all: ReadonlyArray<SeenMessage>) => ActOutcome | undefined) =>
  looking(turn, isVisible, Effect.map(messagesSeen(turn), find))

const CONDITIONS: ReadonlyArray<Condition> = [
  {
    field: "event",
    found: Effect.fnUntraced(function* (turn, { event, data }) {
      const feed = yield* eventsOf(turn.playing, ["wait"])
      const fits = (one: StageEvent) => one.type === event && match(data, one.data).length === 0
      const { one } = yield* feed.next(turn.marksBefore.events, fits)
      return { events: [one] }
    }),
    there: (turn, { event = "", data }) =>
      Effect.map(eventsOf(turn.playing, ["wait"]), (feed) =>
        typedInstead(event, data, feed.since(turn.marksBefore.events))
      )
  },
  {
    field: "gateway",
    found: Effect.fnUntraced(function* (turn, { gateway, data }) {
      const { watch, mark } = yield* watched(turn)
      const { one } = yield* watch.feed.next(mark, ({ t, d }) => t === gateway && match(data, d).length === 0)
      return { gateway: [one] }
    }),
    there: (turn, { gateway = "", data }) =>
      Effect.map(watched(turn), ({ watch, mark }) => {
        const dispatches = watch.feed.since(mark).map(({ t, d }) => ({ type: t, data: d }))
        return typedInstead(gateway, data, dispatches)
      })
  },
  {
    field: "state",
    found: Effect.fnUntraced(function* (turn, { state }) {
      const id = yield* awaited(turn)
      const isAbout = ({ type, data }: StageEvent) => type === "world.replaced" || field(data, "interaction_id") === id
      const inState = ({ trace: _, ...now }: ActOutcome) => (now.state === state ? now : undefined)
      return yield* looking(turn, isAbout, Effect.map(look(turn.playing, id), inState))
    }),
    there: (turn, { state }) =>
      Effect.gen(function* () {
        const { state: actual } = yield* look(turn.playing, yield* awaited(turn))
        return { wanted: formatValue(state), expected: state, actual, came: `it was ${formatValue(actual)}` }
      })
  },
  {
    field: "message",
    found: (turn, given) =>
      inMessages(turn, (all) => {
        const message = all.findLast((one) => looksLike(one, given.message))
        return message && { message }
      }),
    there: (turn, { message }) => Effect.map(messagesSeen(turn), (all) => messageInstead(message, all))
  },
  {
    field: "no_message",
    found: (turn, given) =>
      inMessages(turn, (all) => (all.some((one) => looksLike(one, given.no_message)) ? undefined : {})),
    there: (turn, { no_message }) => Effect.map(messagesSeen(turn), (all) => messageStill(no_message, all))
  }
]

const awaited = Effect.fnUntraced(function* (turn: Turn) {
  return (yield* interactionOf(turn)) ?? (yield* unplayable(["wait", "state"], "no interaction was played"))
})

/** The session of the application, and the place to search it from. */
const watched = Effect.fnUntraced(function* ({ playing, step, marksBefore }: Turn) {
  const id = yield* watchedIn(playing, step)
  const watch = yield* playing.gateway(id)
  return { watch, mark: marksBefore.gateway.get(id) ?? 0 }
})
