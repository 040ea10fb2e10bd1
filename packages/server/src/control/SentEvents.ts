/** Server-sent events of the control plane. Source: product.md "Control plane" (events). */
import { Effect, Schedule, Stream } from "effect"
import { Closing } from "../boot/ServerContext.ts"
import { Answer } from "../http/Answer.ts"

const KEEP_ALIVE = "15 seconds"

/** How long a stream continues after everything else has ended: the last events follow shortly after. */
const LAST = "100 millis"

const encoder = new TextEncoder()

/** The answer that streams these frames until the server ends. */
export const sentEvents = <E>(frames: Stream.Stream<string, E>) =>
  Effect.map(Closing, ({ streamsEnd }) => {
    const keepAlive = Stream.fromSchedule(Schedule.spaced(KEEP_ALIVE)).pipe(Stream.map(() => ": keep-alive\n\n"))
    const text = Stream.merge(frames, keepAlive, { haltStrategy: "left" }).pipe(
      Stream.interruptWhen(Effect.andThen(streamsEnd, Effect.sleep(LAST))),
      Stream.map((part) => encoder.encode(part))
    )
    // A connection kept open after the stream would keep a stopping server waiting.
    const headers = { "cache-control": "no-store", connection: "close", "content-type": "text/event-stream" }
    return new Answer(200, headers, Stream.orDie(text))
  })

/** The first frames: the client stands at the position `id` before anything happens. */
export const beginning = (id: string | number): Stream.Stream<string> => Stream.succeed(`: connected\n\nid: ${id}\n\n`)

export const frameOf = (id: string | number, event: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
