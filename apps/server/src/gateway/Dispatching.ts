/**
 * From the log of events to the sessions: each event once, in order. What it says is the use cases' affair, who gets it
 * is decided here. Sources: architecture.md "One request in a straight line" 8; wire-interactions.md §3.9, §3.10.
 */
import type { Dispatch } from "@backlot/domain/Dispatch"
import { events } from "@backlot/domain/Limits"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { Secrets } from "@backlot/ports/Secrets"
import type { StorageError } from "@backlot/ports/Storage"
import { CLOSE } from "@backlot/protocol/Gateway"
import * as Applications from "@backlot/usecases/Applications"
import { EventLog } from "@backlot/usecases/EventLog"
import { dispatchesOf } from "@backlot/usecases/GatewayDispatch"
import { textOf } from "@backlot/usecases/StoredText"
import { Effect, Stream } from "effect"
import type { Deliver } from "./Deliver.ts"
import { type Payload, payload } from "./Frame.ts"
import type { Registry } from "./Registry.ts"

/** Hears of every event from the moment that this effect has run; the stream ends with the bus. */
export const dispatching = Effect.fnUntraced(function* (registry: Registry, deliver: Deliver) {
  const bus = yield* EventBus
  const log = yield* EventLog
  const coming = yield* bus.subscribe
  let position: number | undefined

  const handle = Effect.fnUntraced(function* (event: LoggedEvent) {
    if (position !== undefined && event.seq <= position) return
    const after = position ?? event.seq - 1
    position = event.seq
    if (event.seq === after + 1) return yield* tell(registry, deliver, event)
    // The bus dropped what is between, which the log has, unless it is too old even for that.
    const missed = yield* log.since(after, Math.min(event.seq - after, events.logLength))
    if (missed[0]?.seq !== after + 1) return yield* endAll(registry, event.seq)
    for (const each of missed) yield* tell(registry, deliver, each)
  })

  return Stream.runForEach(coming, (event) =>
    Effect.catchCause(handle(event), (cause) =>
      Effect.annotateLogs(Effect.logError("An event did not reach the gateway", cause), { event: event.type })
    )
  )
})

const tell = Effect.fnUntraced(function* (registry: Registry, deliver: Deliver, event: LoggedEvent) {
  if (registry.sessionCount === 0) return
  if (event.type === "world.replaced") return yield* endAll(registry, event.seq)
  if (event.type.startsWith("application.")) yield* endStrangers(registry, event)
  const dispatches = yield* dispatchesOf(event, (id) => registry.has(id))
  const payloadOf = encoding()
  for (const dispatch of dispatches) {
    for (const session of registry.of(dispatch.application_id)) {
      if (!session.gets(dispatch)) continue
      const whole = payloadOf(dispatch, session.dataOf(dispatch))
      session.whenOpen(event.seq, (session) => deliver(session, whole))
    }
  }
})

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
const endAll = (registry: Registry, position: number) =>
  Effect.sync(() => {
    registry.identifies.clear()
    for (const session of [...registry.sessions()]) {
      session.whenOpen(position, (session) => registry.invalidate(session, false))
    }
  })

/** The bot is gone, or has another token now. */
const endStrangers = Effect.fnUntraced(function* (registry: Registry, { seq }: LoggedEvent) {
  const { sha256 } = yield* Secrets
  const all = yield* Applications.all
  const hashes = new Map(all.map(({ id, bot }) => [id, sha256(bot.token)]))
  for (const session of [...registry.sessions()]) {
    if (hashes.get(session.application_id) === session.token_hash) continue
    session.whenOpen(seq, (session) => registry.end(session, CLOSE.AUTHENTICATION_FAILED, TOKEN_GONE))
  }
}) satisfies (registry: Registry, event: LoggedEvent) => Effect.Effect<void, StorageError, unknown>

const TOKEN_GONE = "The bot's token is no longer valid."
