/** Shuts a server down gracefully. Our choice: docs/choices.md "Command line". */
import type { Server } from "node:http"
import { http } from "@backlot/domain/base/Limits"
import type { Deliveries } from "@backlot/usecases/interaction/InteractionDelivery"
import type { WebhookQueue } from "@backlot/usecases/webhook/WebhookDeliveries"
import { Effect, type Latch, Option, Schedule } from "effect"
import type { Gateway } from "./gateway/Gateway.ts"
import type { OpenAnswers } from "./http/Listening.ts"
import type { Voice } from "./voice/Voice.ts"

export interface Draining {
  readonly server: Server
  readonly closing: Latch.Latch
  readonly streamsEnd: Latch.Latch
  /** Does not count event streams, whose handlers have answered already. */
  readonly requests: { readonly inFlight: () => number }
  readonly openAnswers: OpenAnswers
  readonly deliveries: Deliveries["Service"]
  readonly webhooks: Pick<WebhookQueue["Service"], "underWay">
  readonly gateway: Gateway
  readonly voice: Pick<Voice, "close">
}

/**
 * Refuses new connections, closes idle ones and answers health with 503. Then requests are answered (with
 * `Connection: close`), deliveries and webhook events settle (webhook events that wait for a retry do not), and gateway
 * connections close. Event streams close last, after reporting the shutdown. When the time limit passes, everything is
 * cut off. A connection without the whole head of a request is not waited for.
 */
export const drain = Effect.fnUntraced(function* (draining: Draining) {
  const { server, closing, streamsEnd, requests, openAnswers, deliveries, webhooks, gateway, voice } = draining
  yield* closing.open
  // Refuses connections instead of answering 503: a load balancer sends a refused connection to another server, and
  // sees 503 in health checks on its open connections.
  server.close()
  const left = () => ({
    requests: requests.inFlight(),
    deliveries: deliveries.underWay(),
    webhooks: webhooks.underWay()
  })
  yield* Effect.annotateLogs(Effect.logInfo("The server stops"), left())
  const answered = awaitNone(requests.inFlight)
  // Requests may start deliveries, and apps send requests during deliveries.
  const ended = yield* answered.pipe(
    Effect.andThen(deliveries.idle),
    Effect.andThen(answered),
    Effect.andThen(awaitNone(webhooks.underWay)),
    Effect.andThen(voice.close),
    Effect.andThen(gateway.restart),
    Effect.andThen(streamsEnd.open),
    Effect.andThen(openAnswers.idle),
    Effect.timeoutOption(http.drainMs)
  )
  if (Option.isSome(ended)) yield* Effect.logInfo("What was under way has ended")
  else {
    // Answers not completely sent, including event streams.
    const counts = { ...left(), answers: openAnswers.underWay() }
    yield* Effect.annotateLogs(Effect.logWarning("What is still under way is cut off"), counts)
  }
  server.closeAllConnections()
})

/** Polls the count until it is 0. */
const awaitNone = (count: () => number): Effect.Effect<void> =>
  Effect.sync(count).pipe(
    Effect.repeat({ until: (left) => left === 0, schedule: Schedule.spaced("10 millis") }),
    Effect.asVoid
  )
