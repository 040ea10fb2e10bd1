/** The event bus of one process. Source: architecture.md "Storage". */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { Effect, Layer, PubSub, Stream } from "effect"

/** Streams end when the layer's scope closes. */
export const layer: Layer.Layer<EventBus> = Layer.effect(
  EventBus,
  Effect.gen(function* () {
    const events = yield* PubSub.sliding<LoggedEvent>(KeptLimits.events.streamBuffer)
    yield* Effect.addFinalizer(() => PubSub.shutdown(events))
    return EventBus.of({
      publish: (batch) => Effect.asVoid(PubSub.publishAll(events, batch)),
      subscribe: Effect.map(PubSub.subscribe(events), Stream.fromSubscription)
    })
  })
)
