/** Streams the log as server-sent events; their ids are log positions. Source: product.md "Control plane" (events). */
import { events } from "@backlot/domain/base/KeptLimits"
import { EventBus, type LoggedEvent, subscribe } from "@backlot/ports/EventBus"
import { EventLog, NOTED } from "@backlot/usecases/event/EventLog"
import { Effect, Stream } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"
import { beginning, frameOf, sentEvents } from "./SentEvents.ts"

export const stream = Effect.fnUntraced(function* (call: Call) {
  const bus = yield* EventBus
  const log = yield* EventLog
  const last = (yield* lastOf(call)) ?? Number.NaN
  const frames = Stream.unwrap(
    Effect.gen(function* () {
      // Subscribes before reading the log, so that no event is lost in between.
      const coming = yield* subscribe(bus)
      const position = log.position()
      const missed = Number.isSafeInteger(last) ? yield* log.since(last, events.logLength) : []
      const all = Stream.concat(Stream.fromIterable(missed), withoutGaps(coming, log, missed.at(-1)?.seq))
      const begins = last >= 0 && last < position ? last : position
      return Stream.concat(beginning(begins), Stream.map(Stream.filter(all, isPublic), frame))
    })
  )
  return yield* sentEvents(frames)
})

/** The header of a client that was cut off says more than the query, with which it began. */
const lastOf = Effect.fnUntraced(function* (call: Call) {
  const header = call.request.headers["last-event-id"]
  if (header !== undefined && header !== "") return Number(header)
  if (call.query("after") === undefined) return undefined
  return yield* Query.whole(call, "after", 0, 0, Number.MAX_SAFE_INTEGER)
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

const isPublic = ({ type }: LoggedEvent) => type !== NOTED

const frame = ({ seq, type, at, data }: LoggedEvent): string => frameOf(seq, type, { seq, type, at, data })
