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
    const watchers = new Set<Watcher>()
    yield* (yield* EventLog).follow({
      handle: (event) => notify(watchers, event),
      // A watcher of a lost event waits until its limit in real time.
      lost: (_, cause) => Effect.logWarning("Events that the bus dropped could not be read", cause)
    })
    return {
      begin: (interactionId, fits) => {
        const found = Deferred.makeUnsafe<LoggedEvent>()
        const about = isAbout(interactionId)
        const watcher = { found, isMeant: (event: LoggedEvent) => about(event) && fits(event) }
        watchers.add(watcher)
        return { found: Deferred.await(found), end: () => void watchers.delete(watcher) }
      }
    }
  })
)

interface Watcher {
  readonly found: Deferred.Deferred<LoggedEvent>
  readonly isMeant: (event: LoggedEvent) => boolean
}

const notify = (watchers: Set<Watcher>, event: LoggedEvent): undefined => {
  // Found before any is notified: a notified watcher may watch again at once, and that watch is not for this event.
  const meant = [...watchers].filter(({ isMeant }) => isMeant(event))
  for (const watcher of meant) {
    watchers.delete(watcher)
    Deferred.doneUnsafe(watcher.found, Exit.succeed(event))
  }
}

/** An event of the interaction, or one that deletes it: a new world. */
export const isAbout =
  (interactionId: Snowflake) =>
  ({ type, data }: LoggedEvent): boolean =>
    type === "world.replaced" ||
    (typeof data === "object" && data !== null && "interaction_id" in data && data.interaction_id === interactionId)

/** The state after an event of an interaction; undefined when it is gone. */
export const stateAfter = ({ type, data }: LoggedEvent): InteractionState | undefined =>
  // Every other event with the id of an interaction has its summary (InteractionDecision).
  type === "world.replaced" ? undefined : (data as InteractionSummary).state
