/** Sends events to sessions, once and in order. Sources: architecture.md "One request in a straight line" 8; wire-interactions.md §3.9, §3.10. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Secrets } from "@backlot/ports/Secrets"
import { StorageError } from "@backlot/ports/Storage"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import * as Applications from "@backlot/usecases/application/Applications"
import { EventLog } from "@backlot/usecases/event/EventLog"
import { dispatchesOf, NOTHING } from "@backlot/usecases/gateway/GatewayDispatch"
import * as GatewayLogin from "@backlot/usecases/gateway/GatewayLogin"
import { textOf } from "@backlot/usecases/store/StoredText"
import { Effect, Iterable, Schedule } from "effect"
import { type Payload, payload } from "./Frame.ts"
import type { Parts } from "./SendDispatch.ts"
import type { Session } from "./Session.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"
import { tracedDispatch } from "./TracedDispatch.ts"

/**
 * Dispatches every event from now on. It retries a failing store for a while, and a database that is away until it is
 * back, so that sessions get events late instead of missing some.
 */
export const dispatchEvents = Effect.fnUntraced(function* (parts: Parts) {
  const { registry, journal } = parts
  /** Ends all sessions after a lost event: their clients start new ones, whose snapshots are complete. */
  const startOver = (event: LoggedEvent, cause: unknown, position = event.seq) => {
    endAll(registry, position)
    return Effect.annotateLogs(Effect.logError("The gateway lost an event, so all its sessions end", cause), {
      event: event.type
    })
  }

  yield* (yield* EventLog).follow({
    handle: (event) => {
      try {
        const rest = dispatchEvent(parts, event)
        if (rest === undefined) {
          journal.passed(event.seq)
          return undefined
        }
        return rest.pipe(
          Effect.retry(PATIENCE),
          // Nothing is lost meanwhile: the events that follow wait, and the log keeps them.
          Effect.retry({ while: isAway, schedule: AWAY }),
          Effect.catchCause((cause) => startOver(event, cause))
        )
      } catch (defect) {
        return startOver(event, defect)
      }
    },
    lost: (event, cause) => startOver(event, cause, event.seq - 1)
  })
})

/** About ten seconds in all. */
const PATIENCE = { schedule: Schedule.exponential("20 millis"), times: 9 }

const isAway = (error: unknown): boolean => error instanceof StorageError && error.isAway === true

/** Between two looks whether the database is back. */
const AWAY = Schedule.spaced("250 millis")

/** Undefined when nothing is left to do. */
const dispatchEvent = ({ registry, sendTo, journal, starts, voice }: Parts, event: LoggedEvent) => {
  if (event.type === "world.replaced") {
    endAll(registry, event.seq)
    return starts.clear
  }
  if (registry.sessions.size === 0) return undefined
  const dispatches = dispatchesOf(
    event,
    (id) => registry.hasBotSession(id),
    (intents) => registry.hasIntents(intents),
    (id) => registry.clientSessions(id),
    (place) => voice.tell(place, event.seq)
  )
  const mayRevoke = ENDING.has(event.type)
  const mayChangeToken = event.type.startsWith("application.")
  if (dispatches === NOTHING && !mayRevoke && !mayChangeToken) return undefined
  return Effect.gen(function* () {
    if (mayChangeToken) yield* endStrangers(registry, event)
    if (mayRevoke) yield* endRevoked(registry, event)
    const found = yield* dispatches
    const heard = found.filter((dispatch) => Iterable.some(audienceOf(registry, dispatch), (one) => one.gets(dispatch)))
    const send = () => {
      const payloadOf = encoding()
      for (const dispatch of heard) {
        for (const session of audienceOf(registry, dispatch)) {
          if (!session.gets(dispatch)) continue
          const whole = payloadOf(dispatch, session.dataOf(dispatch))
          const act = (session: Session) => {
            if (session.follows(dispatch)) sendTo(session, whole)
          }
          session.whenOpen(event.seq, act, dispatch.interaction_id === undefined)
        }
      }
      joining(registry, found)
    }
    if (heard.length > 0) yield* tracedDispatch(journal.send({ position: event.seq, dispatches: heard }, send), heard)
    else journal.passed(event.seq)
  })
}

const audienceOf = (registry: SessionRegistry, { application_id, lobby }: Dispatch): Iterable<Session> => {
  if (lobby === undefined) return registry.botSessions(application_id)
  const clients = registry.clientSessions(application_id)
  const users = lobby.users ?? [...clients.keys()]
  return users.flatMap((user) => [...(clients.get(user) ?? [])])
}

/** Connects users to a lobby that they join while they have an open session. */
const joining = (registry: SessionRegistry, dispatches: ReadonlyArray<Dispatch>): void => {
  for (const { t, application_id, lobby } of dispatches) {
    if (t !== "LOBBY_CREATE" || lobby === undefined) continue
    for (const user_id of lobby.users ?? []) registry.onPresence({ application_id, user_id, lobby_id: lobby.id })
  }
}

/** Encodes the same data under the same event name once for all sessions. */
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

/** Invalidates all sessions: their state is outdated (product.md "World file"), or an event was lost. */
const endAll = (registry: SessionRegistry, position: number): undefined => {
  for (const session of [...registry.sessions.values()]) {
    session.whenOpen(position, (session) => registry.invalidate(session, false))
  }
}

/** Ends the sessions of bots that were deleted or have a new token. */
const endStrangers = Effect.fnUntraced(function* (registry: SessionRegistry, { seq }: LoggedEvent) {
  const { sha256 } = yield* Secrets
  const all = yield* Applications.all
  const hashes = new Map(all.map(({ id, bot }) => [id, sha256(bot.token)]))
  for (const session of [...registry.sessions.values()]) {
    if (session.user_id !== undefined || hashes.get(session.application_id) === session.token_hash) continue
    session.whenOpen(seq, (session) => registry.end(session, CLOSE.AUTHENTICATION_FAILED, TOKEN_GONE))
  }
}) satisfies (registry: SessionRegistry, event: LoggedEvent) => Effect.Effect<void, StorageError, unknown>

/** These events can revoke user tokens. */
const ENDING: ReadonlySet<string> = new Set(["authorization.revoked", "application.deleted", "user.deleted"])

/** Ends client sessions of revoked tokens; expired or refreshed ones stay. Our choice: docs/choices.md "Gateway". */
const endRevoked = Effect.fnUntraced(function* (registry: SessionRegistry, { seq, data }: LoggedEvent) {
  const clients = [...registry.sessions.values()].filter((session) => isAbout(session, data))
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
