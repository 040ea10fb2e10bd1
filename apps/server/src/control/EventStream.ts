/**
 * Server-sent events of everything that happens. Each event has the position of the log as its id, so that a stream
 * which was cut goes on from `Last-Event-ID`. Source: product.md "Control plane" (events).
 */
import { events } from "@backlot/domain/Limits"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { EventLog } from "@backlot/usecases/EventLog"
import { Effect, Schedule, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Call } from "../http/Route.ts"

const KEEP_ALIVE = "15 seconds"

const encoder = new TextEncoder()

export const stream = Effect.fnUntraced(function* (call: Call) {
  const bus = yield* EventBus
  const log = yield* EventLog
  const last = Number(call.request.headers["last-event-id"] ?? Number.NaN)
  const live = Stream.unwrap(
    Effect.gen(function* () {
      // Subscribed before the log is read, so that nothing falls between the two.
      const coming = yield* bus.subscribe
      const missed = Number.isSafeInteger(last) ? yield* log.since(last, events.logLength) : []
      const position = missed.at(-1)?.seq ?? -1
      return Stream.concat(
        Stream.fromIterable(missed),
        Stream.filter(coming, (event) => event.seq > position)
      )
    })
  )
  const keepAlive = Stream.fromSchedule(Schedule.spaced(KEEP_ALIVE)).pipe(Stream.map(() => ": keep-alive\n\n"))
  const text = Stream.concat(Stream.succeed(": connected\n\n"), Stream.merge(Stream.map(live, frame), keepAlive)).pipe(
    Stream.map((part) => encoder.encode(part))
  )
  return HttpServerResponse.stream(text, {
    contentType: "text/event-stream",
    headers: { "cache-control": "no-store" }
  })
})

const frame = ({ seq, type, at, data }: LoggedEvent): string =>
  `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify({ seq, type, at, data })}\n\n`
