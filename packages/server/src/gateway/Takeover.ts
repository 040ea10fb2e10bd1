/**
 * Resumes a session that another server began: what that one sent is read from the journal, and what it had not sent yet is
 * found anew from the log. Sources: wire-interactions.md §3.7; docs/choices.md "Several servers".
 */
import { gateway } from "@backlot/domain/base/Limits"
import type { Resume } from "@backlot/domain/gateway/GatewayCommand"
import { Servers } from "@backlot/ports/Servers"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import type { Storage, StorageError } from "@backlot/ports/Storage"
import { EventLog } from "@backlot/usecases/event/EventLog"
import { dispatchesOf } from "@backlot/usecases/gateway/GatewayDispatch"
import { Effect } from "effect"
import type { Parts } from "./SendDispatch.ts"
import type { Session } from "./Session.ts"
import { continued, give, readSnapshot } from "./SessionSnapshot.ts"

/** A session that is one of this server now. Its events wait until `open`. */
export interface Taken {
  readonly session: Session
  readonly open: () => void
}

/** Undefined if the session is here already, is not known, or can not be continued; it is then nowhere. */
export const takeOver = Effect.fnUntraced(function* (
  { registry, journal, voice }: Parts,
  { session_id, seq }: Resume,
  token_hash: string
): Effect.fn.Return<Taken | undefined, StorageError, EventLog | Storage | ServiceClock> {
  const { kept, mark, keep, send } = journal
  if (kept === undefined) return undefined
  const { self } = yield* Servers
  const row = yield* kept.claim(session_id, token_hash)
  const here = registry.sessions.get(session_id)
  if (row === undefined || (row.owner === self && here !== undefined)) return undefined
  if (here !== undefined) {
    registry.moved(here)
    // What says that it left must come before the entries that continue it here.
    yield* send({ left: session_id }, () => {})
  }

  const snapshot = readSnapshot(row.text)
  const found = continued(snapshot, yield* kept.after(snapshot.server, snapshot.n))
  if (found === undefined || found.session.judge(seq) === "gone") {
    yield* kept.forget([session_id])
    return undefined
  }
  // Another RESUME of it came here meanwhile.
  if (registry.sessions.has(session_id)) return undefined
  const { session, handled } = found
  // From here on, events of this server wait in the session.
  session.hold()
  session.leftAt = registry.now()
  const since = mark()
  registry.add(session)
  return yield* Effect.gen(function* () {
    const position = yield* catchUp(session, handled, voice)
    const isOurs = position !== undefined && (yield* keep(session, since, seq, session.stateAt(position)))
    if (!isOurs || session.isFlooded) {
      registry.moved(session)
      return undefined
    }
    return { session, open: () => session.goOn(position) }
  }).pipe(Effect.onError(() => Effect.sync(() => registry.moved(session))))
})

/** Gives it the events that its server had not handled. The position it then has; undefined if the log lost some. */
const catchUp = Effect.fnUntraced(function* (session: Session, handled: number, voice: Parts["voice"]) {
  const { application_id, user_id, intents } = session
  const log = yield* EventLog
  const last = log.position()
  if (last <= handled) return handled
  if (last - handled > gateway.opening) return undefined
  const events = yield* log.since(handled, last - handled)
  if (events.length < last - handled) return undefined
  // Nobody had the session when its world ended: a command replaced it, or another server.
  if (events.some(({ type }) => type === "world.replaced")) return undefined
  for (const event of events) {
    const dispatches = yield* dispatchesOf(
      event,
      (id) => id === application_id,
      (some) => (some & intents) !== 0,
      (id) => new Set(user_id !== undefined && id === application_id ? [user_id] : []),
      (place) => voice.tell(place, event.seq)
    )
    give(session, event.seq, dispatches)
  }
  return last
})
