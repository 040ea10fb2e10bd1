/** Streams the log as server-sent events; their ids are log positions. Source: product.md "Control plane" (events). */
import { events } from "@backlot/domain/base/KeptLimits"
import { EventBus, type LoggedEvent, subscribe } from "@backlot/ports/EventBus"
import { EventLog } from "@backlot/usecases/event/EventLog"
import { Effect, Schedule, Stream } from "effect"
import { Closing } from "../boot/ServerContext.ts"
import { Answer } from "../http/Answer.ts"
import type { Call } from "../http/Route.ts"

const KEEP_ALIVE = "15 seconds"

/** How long a stream continues after everything else has ended: the last events follow shortly after. */
const LAST = "100 millis"

const encoder = new TextEncoder()

export const stream = Effect.fnUntraced(function* (call: Call) {
  const bus = yield* EventBus
  const log = yield* EventLog
  const { streamsEnd } = yield* Closing
  const last = Number(call.request.headers["last-event-id"] || Number.NaN)
  const frames = Stream.unwrap(
    Effect.gen(function* () {
      // Subscribes before reading the log, so that no event is lost in between.
      const coming = yield* subscribe(bus)
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
  // A connection kept open after the stream would keep a stopping server waiting.
  const headers = { "cache-control": "no-store", connection: "close", "content-type": "text/event-stream" }
  return new Answer(200, headers, Stream.orDie(text))
})

/** Each event after position `seq` once. If the bus dropped events for a slow client, they are read from the log. */
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
