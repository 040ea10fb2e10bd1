/** Watches events of interactions, as one follower of the log. Source: architecture.md "Delivery of an interaction". */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { InteractionSummary } from "@backlot/domain/interaction/InteractionDecision"
import type { InteractionState } from "@backlot/domain/record/InteractionKind"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { Context, Deferred, Effect, Exit, Layer } from "effect"
import { EventLog } from "../event/EventLog.ts"

export interface Watch {
  /** The first event that fits, as soon as it comes. */
  readonly found: Effect.Effect<LoggedEvent>
  readonly end: () => void
}

export class InteractionWatch extends Context.Service<
  InteractionWatch,
  {
    /** Watches for the first event of the interaction that fits, or one that deletes it. */
    readonly begin: (interactionId: Snowflake, fits: (event: LoggedEvent) => boolean) => Watch
  }
>()("./InteractionWatch.ts") {}

/** Watches once the layer is built. */
export const layer: Layer.Layer<InteractionWatch, never, EventLog> = Layer.effect(
  InteractionWatch,
  Effect.gen(function* () {
    const watchers: Watchers = new Map()
    yield* (yield* EventLog).follow({
      handle: (event) => notify(watchers, event),
      // A watcher of a lost event waits until its limit in real time.
      lost: (_, cause) => Effect.logWarning("Events that the bus dropped could not be read", cause)
    })
    return {
      begin: (interactionId, fits) => {
        const found = Deferred.makeUnsafe<LoggedEvent>()
        const watcher = { interactionId, found, fits }
        const others = watchers.get(interactionId)
        if (others === undefined) watchers.set(interactionId, new Set([watcher]))
        else others.add(watcher)
        return { found: Deferred.await(found), end: () => leave(watchers, watcher) }
      }
    }
  })
)

interface Watcher {
  readonly interactionId: Snowflake
  readonly found: Deferred.Deferred<LoggedEvent>
  readonly fits: (event: LoggedEvent) => boolean
}

type Watchers = Map<Snowflake, Set<Watcher>>

const leave = (watchers: Watchers, watcher: Watcher): void => {
  const all = watchers.get(watcher.interactionId)
  all?.delete(watcher)
  if (all?.size === 0) watchers.delete(watcher.interactionId)
}

const notify = (watchers: Watchers, event: LoggedEvent): undefined => {
  // Found before any is notified: a notified watcher may watch again at once, and that watch is not for this event.
  const meant = about(watchers, event).filter(({ fits }) => fits(event))
  for (const watcher of meant) {
    leave(watchers, watcher)
    Deferred.doneUnsafe(watcher.found, Exit.succeed(event))
  }
}

/** Those whose interaction the event is about, or deletes: a new world. */
const about = (watchers: Watchers, { type, data }: LoggedEvent): ReadonlyArray<Watcher> => {
  if (type === "world.replaced") return [...watchers.values()].flatMap((all) => [...all])
  if (typeof data !== "object" || data === null || !("interaction_id" in data)) return []
  // Every event with this field has an id there.
  return [...(watchers.get(data.interaction_id as Snowflake) ?? [])]
}

/** The state after an event of an interaction; undefined when it is gone. */
export const stateAfter = ({ type, data }: LoggedEvent): InteractionState | undefined =>
  // Every other event with the id of an interaction has its summary (InteractionDecision).
  type === "world.replaced" ? undefined : (data as InteractionSummary).state
