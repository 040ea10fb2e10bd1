/**
 * What the log of events tells of sessions: from a `gateway_session.began` to the `gateway_session.ended` that follows it
 * they have a connection. Told behind the login, which does not wait for it. Ours; docs/events.md has the shapes.
 */
import { events } from "@backlot/domain/base/Limits"
import { EventLog, type NewEvent } from "@backlot/usecases/event/EventLog"
import { Effect, Queue, Schedule } from "effect"
import type { Registry, SessionChange } from "./Registry.ts"
import type { Session } from "./Session.ts"

/** Ours: a store that fails is asked again, so that nothing begins that does not end. */
const PATIENCE = Schedule.spaced("1 second")

/** Ours: so that of a thousand logins each costs a part of a commit, and one alone is told at once. */
const PAUSE = "20 millis"

/** Hears of every change from the moment that this effect has run; one commit for all that came since the last one. */
export const telling = Effect.fnUntraced(function* (registry: Registry) {
  const log = yield* EventLog
  // What waits beyond that the log would not keep either.
  const changes = yield* Queue.sliding<SessionChange>(events.logLength)
  registry.onSession = (change) => void Queue.offerUnsafe(changes, change)
  const commit = (happened: ReadonlyArray<SessionChange>) =>
    log.commit(Effect.succeed({ value: undefined, events: happened.map(eventOf) }))
  const tell = <E>(act: Effect.Effect<void, E>) =>
    Effect.catchCause(act, (cause) => Effect.logError("The log was not told of gateway sessions", cause))
  // What came since the last commit, such as the ends that an orderly stop brings. A store that fails then is not asked
  // again.
  yield* Effect.addFinalizer(() => tell(Effect.flatMap(Queue.clear(changes), commit)))
  const next = Effect.flatMap(Queue.takeAll(changes), (happened) => tell(Effect.retry(commit(happened), PATIENCE)))
  return Effect.forever(Effect.andThen(next, Effect.sleep(PAUSE)))
})

const eventOf = (change: SessionChange): NewEvent => {
  const who = named(change.session)
  if (change.turn === "began") return { type: "gateway_session.began", data: { ...who, resumed: change.resumed } }
  const { parting, resumable } = change
  const because = parting?.because === undefined ? {} : { because: parting.because }
  return { type: "gateway_session.ended", data: { ...who, code: parting?.code ?? null, resumable, ...because } }
}

/** A bot's has a shard, a client's has a user. */
const named = ({ id, application_id, user_id, shard }: Session) => ({
  application_id,
  session_id: id,
  ...(user_id === undefined ? { shard } : { user_id })
})
