/** The end of a server that others reach: it takes no more, and what is under way ends. Ours, all of it. */
import type { Server } from "node:http"
import { http } from "@backlot/domain/base/Limits"
import type { Deliveries } from "@backlot/usecases/interaction/InteractionDelivery"
import type { WebhookQueue } from "@backlot/usecases/webhook/WebhookQueue"
import { Effect, type Latch, Option, Schedule } from "effect"
import type { Gateway } from "./gateway/Gateway.ts"
import type { OpenAnswers } from "./http/OpenAnswers.ts"

export interface Draining {
  readonly server: Server
  readonly closing: Latch.Latch
  readonly streamsEnd: Latch.Latch
  /** Without streams of events, whose handlers have answered. */
  readonly requests: { readonly inFlight: () => number }
  readonly openAnswers: OpenAnswers
  readonly deliveries: Deliveries["Service"]
  readonly webhooks: Pick<WebhookQueue["Service"], "underWay">
  readonly gateway: Gateway
}

/**
 * At once: new connections are refused, idle ones are closed, health is 503 on what is left. Requests are answered,
 * with `Connection: close`, and deliveries are settled, of webhook events too but for those that wait for another try;
 * then bots are told to come back, and streams of events end, which told of it all. Until the bound; then all is cut
 * off. A connection that has not brought the whole head of a request waits for nothing.
 */
export const drain = (draining: Draining): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { server, closing, streamsEnd, requests, openAnswers, deliveries, webhooks, gateway } = draining
    yield* closing.open
    // Ours: refused rather than answered 503. A balancer takes a refused connection to another server by itself, and
    // asks the health of this one on the connections that it kept, where the answer is 503.
    server.close()
    yield* Effect.annotateLogs(Effect.logInfo("The server stops"), {
      requests: requests.inFlight(),
      deliveries: deliveries.underWay(),
      webhooks: webhooks.underWay()
    })
    const answered = awaitNone(requests.inFlight)
    // Requests may begin deliveries, so those come after; an app asks while it is delivered to.
    const ended = yield* answered.pipe(
      Effect.andThen(deliveries.idle),
      Effect.andThen(answered),
      Effect.andThen(awaitNone(webhooks.underWay)),
      Effect.andThen(gateway.restart),
      Effect.andThen(streamsEnd.open),
      Effect.andThen(openAnswers.idle),
      Effect.timeoutOption(http.drainMs)
    )
    if (Option.isSome(ended)) yield* Effect.logInfo("What was under way has ended")
    else {
      yield* Effect.annotateLogs(Effect.logWarning("What is still under way is cut off"), {
        requests: requests.inFlight(),
        deliveries: deliveries.underWay(),
        webhooks: webhooks.underWay(),
        // Not wholly sent, streams of events included.
        answers: openAnswers.underWay()
      })
    }
    server.closeAllConnections()
  })

/** Nothing tells when the last request ends, which is counted; so it is looked at. */
const awaitNone = (count: () => number): Effect.Effect<void> =>
  Effect.sync(count).pipe(
    Effect.repeat({ until: (left) => left === 0, schedule: Schedule.spaced("10 millis") }),
    Effect.asVoid
  )
