/** What follows the changes of sessions: the lobbies of users (decision 41), the voice of bots, and the event log. */

import { events } from "@backlot/domain/base/KeptLimits"
import { gateway } from "@backlot/domain/base/Limits"
import { succeed } from "@backlot/ports/Body"
import { EventLog, type NewEvent } from "@backlot/usecases/event/EventLog"
import * as GatewayPresence from "@backlot/usecases/gateway/GatewayPresence"
import * as UserPresences from "@backlot/usecases/gateway/UserPresences"
import * as VoiceStates from "@backlot/usecases/guild/VoiceStates"
import { GatewaySessions } from "@backlot/usecases/interaction/GatewayDelivery"
import { Effect, Iterable, Queue, Schedule } from "effect"
import type { Session } from "./Session.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"

/** Retries a failing store: each start is followed by its end, and no lobby stays open for a user who left. */
const PATIENCE = Schedule.spaced("1 second")

/** Groups a thousand logins into few commits; a single one is logged at once. */
const PAUSE = "20 millis"

/**
 * Writes `gateway_session.began` and `gateway_session.ended` to the event log: in between, the session has a connection.
 * The login does not wait for the log. The returned effect commits all changes since the last commit together.
 * Our choice: docs/choices.md "Gateway".
 */
export const logSessions = Effect.fnUntraced(function* (registry: SessionRegistry) {
  const log = yield* EventLog
  // The log keeps no more events than that.
  const changes = yield* Queue.sliding<NewEvent>(events.logLength)
  registry.onSession = (change) => void Queue.offerUnsafe(changes, change)
  const commit = (happened: ReadonlyArray<NewEvent>) =>
    log.commit(() => succeed({ value: undefined, events: happened }))
  const surviving = <E>(act: Effect.Effect<void, E>) =>
    Effect.catchCause(act, (cause) => Effect.logError("Gateway sessions are missing from the event log", cause))
  // Logs the last changes, such as the session ends of an orderly stop. A failing store is not retried then.
  yield* Effect.addFinalizer(() => surviving(Effect.flatMap(Queue.clear(changes), commit)))
  const next = Effect.flatMap(Queue.takeAll(changes), (happened) => surviving(Effect.retry(commit(happened), PATIENCE)))
  return Effect.forever(Effect.andThen(next, Effect.sleep(PAUSE)))
})

/** Connects users to their lobbies, and disconnects them. The returned effect follows one change after another. */
export const followPresence = Effect.fnUntraced(function* (registry: SessionRegistry) {
  const changes = yield* Queue.unbounded<GatewayPresence.Presence>()
  registry.onPresence = (change) => void Queue.offerUnsafe(changes, change)
  const follow = (change: GatewayPresence.Presence) =>
    GatewayPresence.follow(change, () => registry.isPresent(change.application_id, change.user_id)).pipe(
      Effect.retry(PATIENCE),
      Effect.catchCause((cause) => Effect.logError("A user's lobbies did not follow their session", cause))
    )
  return Effect.forever(Effect.flatMap(Queue.take(changes), follow))
})

/**
 * Disconnects bots from voice whose session has ended for good; with its last session a bot's presence is forgotten. The
 * returned effect follows one session after another.
 */
export const followBots = Effect.fnUntraced(function* (registry: SessionRegistry) {
  const ended = yield* Queue.sliding<Pick<Session, "id" | "application_id">>(gateway.sessions)
  registry.onBotLeft = ({ id, application_id }) => void Queue.offerUnsafe(ended, { id, application_id })
  const follow = Effect.fnUntraced(function* (session: Pick<Session, "id" | "application_id">) {
    const { application_id } = session
    yield* VoiceStates.endSession(session)
    const { connected, resumable } = (yield* GatewaySessions)(application_id, null)
    if (connected + resumable > 0 || !Iterable.isEmpty(registry.botSessions(application_id))) return
    yield* Effect.catchTag(UserPresences.setByBot(application_id, undefined), "UnknownApplication", () => Effect.void)
  })
  const surviving = (session: Pick<Session, "id" | "application_id">) =>
    follow(session).pipe(
      Effect.retry(PATIENCE),
      Effect.catchCause((cause) => Effect.logError("A bot stayed in voice after its session", cause))
    )
  return Effect.forever(Effect.flatMap(Queue.take(ended), surviving))
})
