/**
 * From the log of events to the sessions: each event once, in order. What it says is the use cases' affair, who gets it
 * is decided here. Sources: architecture.md "One request in a straight line" 8; wire-interactions.md §3.9, §3.10.
 */

import { events } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { Secrets } from "@backlot/ports/Secrets"
import { Storage, type StorageError } from "@backlot/ports/Storage"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import * as Applications from "@backlot/usecases/application/Applications"
import { EventLog, position as logPosition } from "@backlot/usecases/event/EventLog"
import { dispatchesOf } from "@backlot/usecases/gateway/GatewayDispatch"
import * as GatewayLogin from "@backlot/usecases/gateway/GatewayLogin"
import { textOf } from "@backlot/usecases/store/StoredText"
import { Effect, Schedule, Stream } from "effect"
import type { Deliver } from "./Deliver.ts"
import { type Payload, payload } from "./Frame.ts"
import type { Registry } from "./Registry.ts"
import { IN_NO_SNAPSHOT, type Session } from "./Session.ts"

/**
 * Hears of every event from the moment that this effect has run; the stream ends with the bus. A store that fails is
 * asked again for a while, so that sessions hear late and not in part.
 */
export const dispatching = Effect.fnUntraced(function* (registry: Registry, deliver: Deliver) {
  const bus = yield* EventBus
  const log = yield* EventLog
  const storage = yield* Storage
  const coming = yield* bus.subscribe
  // After the subscription, so that nothing falls between. All up to here is in every snapshot.
  let position = yield* storage.transaction(logPosition)

  const handle = Effect.fnUntraced(function* (event: LoggedEvent) {
    while (position < event.seq) {
      const isNext = event.seq === position + 1
      // The bus dropped what is between, which the log has, unless it is too old even for that.
      const next = isNext ? [event] : yield* log.since(position, Math.min(event.seq - position, events.logLength))
      if (next[0]?.seq !== position + 1) return yield* startOver(event, "It is no longer in the log")
      for (const each of next) {
        yield* tell(registry, deliver, each)
        position = each.seq
      }
    }
  })

  /** Sessions that missed something are over: their clients begin new ones, which know everything. */
  const startOver = (event: LoggedEvent, cause: unknown) => {
    position = event.seq
    endAll(registry, event.seq)
    return Effect.annotateLogs(Effect.logError("An event did not reach the gateway, whose sessions end", cause), {
      event: event.type
    })
  }

  return Stream.runForEach(coming, (event) =>
    handle(event).pipe(
      Effect.retry(PATIENCE),
      Effect.catchCause((cause) => startOver(event, cause))
    )
  )
})

/** Ours: about ten seconds. */
const PATIENCE = { schedule: Schedule.exponential("20 millis"), times: 9 }

const tell = Effect.fnUntraced(function* (registry: Registry, deliver: Deliver, event: LoggedEvent) {
  if (registry.sessionCount === 0) return
  if (event.type === "world.replaced") {
    registry.identifies.clear()
    return endAll(registry, event.seq)
  }
  if (event.type.startsWith("application.")) yield* endStrangers(registry, event)
  if (ENDING.has(event.type)) yield* endRevoked(registry, event)
  const dispatches = yield* dispatchesOf(
    event,
    (id) => registry.has(id),
    (intents) => registry.hears(intents),
    (id) => registry.clientsOf(id)
  )
  const payloadOf = encoding()
  for (const dispatch of dispatches) {
    for (const session of audienceOf(registry, dispatch)) {
      if (!session.gets(dispatch)) continue
      const whole = payloadOf(dispatch, session.dataOf(dispatch))
      session.whenOpen(positionOf(dispatch, event), (session) => {
        if (session.follows(dispatch)) deliver(session, whole)
      })
    }
  }
  joining(registry, dispatches)
})

const audienceOf = (registry: Registry, { application_id, lobby }: Dispatch): Iterable<Session> => {
  if (lobby === undefined) return registry.of(application_id)
  const clients = registry.clientsOf(application_id)
  const users = lobby.users ?? [...clients.keys()]
  return users.flatMap((user) => [...(clients.get(user) ?? [])])
}

/** Who joins a lobby while a session of theirs is open is connected to it. */
const joining = (registry: Registry, dispatches: ReadonlyArray<Dispatch>): void => {
  for (const { t, application_id, lobby } of dispatches) {
    if (t !== "LOBBY_CREATE" || lobby === undefined) continue
    for (const user_id of lobby.users ?? []) registry.onPresence({ application_id, user_id, lobby_id: lobby.id })
  }
}

/** An interaction waits for its answer, so a session that was opening when it was made is told of it all the same. */
const positionOf = ({ interaction_id }: Dispatch, { seq }: LoggedEvent): number =>
  interaction_id === undefined ? seq : IN_NO_SNAPSHOT

/** The same data under the same name is encoded once, whoever gets it. */
const encoding = () => {
  const known = new Map<object | string, Payload>()
  return ({ t }: Dispatch, d: object | string): Payload => {
    const before = known.get(d)
    if (before?.t === t) return before
    const made = payload(t, typeof d === "string" ? d : textOf(d))
    known.set(d, made)
    return made
  }
}

/** Nothing that the sessions know is true any more (product.md "World file"), or something can not be told again. */
const endAll = (registry: Registry, position: number): void => {
  for (const session of [...registry.sessions()]) {
    session.whenOpen(position, (session) => registry.invalidate(session, false))
  }
}

/** The bot is gone, or has another token now. */
const endStrangers = Effect.fnUntraced(function* (registry: Registry, { seq }: LoggedEvent) {
  const { sha256 } = yield* Secrets
  const all = yield* Applications.all
  const hashes = new Map(all.map(({ id, bot }) => [id, sha256(bot.token)]))
  for (const session of [...registry.sessions()]) {
    if (session.user_id !== undefined || hashes.get(session.application_id) === session.token_hash) continue
    session.whenOpen(seq, (session) => registry.end(session, CLOSE.AUTHENTICATION_FAILED, TOKEN_GONE))
  }
}) satisfies (registry: Registry, event: LoggedEvent) => Effect.Effect<void, StorageError, unknown>

/** With these tokens of users may have gone. */
const ENDING: ReadonlySet<string> = new Set(["authorization.revoked", "application.deleted", "user.deleted"])

/**
 * Client sessions that the event is about and whose token was taken back. Ours: a token that has only ended, or that a
 * new one took the place of, keeps its session, and resumes none.
 */
const endRevoked = Effect.fnUntraced(function* (registry: Registry, { seq, data }: LoggedEvent) {
  const clients = [...registry.sessions()].filter((session) => isAbout(session, data))
  if (clients.length === 0) return
  const known = yield* GatewayLogin.known(clients.map((session) => session.token_hash))
  for (const session of clients) {
    if (known.has(session.token_hash)) continue
    session.whenOpen(seq, (session) => registry.end(session, CLOSE.AUTHENTICATION_FAILED, TOKEN_REVOKED))
  }
})

const isAbout = ({ application_id, user_id }: Session, data: unknown): boolean => {
  // Each of these events names an application, a user, or both.
  const named = data as Partial<Record<"application_id" | "user_id", Snowflake>>
  if (user_id === undefined || (named.user_id ?? user_id) !== user_id) return false
  return (named.application_id ?? application_id) === application_id
}

const TOKEN_REVOKED = "The token was revoked."
const TOKEN_GONE = "The bot's token is no longer valid."
