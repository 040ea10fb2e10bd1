/**
 * Server-sent events of everything that happens. Each event has the position of the log as its id, so that a stream
 * which was cut goes on from `Last-Event-ID`. Source: product.md "Control plane" (events).
 */
import { events } from "@backlot/domain/base/Limits"
import { EventBus, type LoggedEvent } from "@backlot/ports/EventBus"
import { EventLog } from "@backlot/usecases/event/EventLog"
import { Effect, Schedule, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Closing } from "../boot/Closing.ts"
import type { Call } from "../http/Route.ts"

const KEEP_ALIVE = "15 seconds"

/**
 * Ours: how long a stream goes on once all has ended, so that it tells what happened last; what runs out of time is
 * told just after its delivery was given up.
 */
const LAST = "100 millis"

const encoder = new TextEncoder()

export const stream = Effect.fnUntraced(function* (call: Call) {
  const bus = yield* EventBus
  const log = yield* EventLog
  const { streamsEnd } = yield* Closing
  const last = Number(call.request.headers["last-event-id"] || Number.NaN)
  const frames = Stream.unwrap(
    Effect.gen(function* () {
      // Subscribed before the log is read and the client is told, so that nothing falls between.
      const coming = yield* bus.subscribe
      const missed = Number.isSafeInteger(last) ? yield* log.since(last, events.logLength) : []
      const all = Stream.concat(Stream.fromIterable(missed), withoutGaps(coming, log, missed.at(-1)?.seq))
      return Stream.concat(Stream.succeed(": connected\n\n"), Stream.map(all, frame))
    })
  )
  const keepAlive = Stream.fromSchedule(Schedule.spaced(KEEP_ALIVE)).pipe(Stream.map(() => ": keep-alive\n\n"))
  const text = Stream.merge(frames, keepAlive, { haltStrategy: "left" }).pipe(
    Stream.interruptWhen(Effect.andThen(streamsEnd, Effect.sleep(LAST))),
    Stream.map((part) => encoder.encode(part))
  )
  return HttpServerResponse.stream(text, {
    contentType: "text/event-stream",
    // The stream ends with its connection, which would otherwise keep a stopping server waiting.
    headers: { "cache-control": "no-store", connection: "close" }
  })
})

/** Each event beyond position `seq` once: what the bus dropped, because the client reads too slowly, is in the log. */
const withoutGaps = (coming: Stream.Stream<LoggedEvent>, log: EventLog["Service"], seq: number | undefined) =>
  Stream.mapAccumEffect(
    coming,
    () => seq,
    Effect.fnUntraced(function* (position: number | undefined, event: LoggedEvent) {
      if (position === undefined || event.seq === position + 1) return [event.seq, [event]] as const
      if (event.seq <= position) return [position, []] as const
      return [event.seq, yield* log.since(position, event.seq - position)] as const
    })
  )

const frame = ({ seq, type, at, data }: LoggedEvent): string =>
  `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify({ seq, type, at, data })}\n\n`
