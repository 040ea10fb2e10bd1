/** The log of events: what it still has and, if asked, what happens from now on. Source: docs/prompt.md. */
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { StageEvent } from "@backlot/player/stage/EventStream"
import * as FetchHttp from "@backlot/player/stage/FetchHttp"
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { formatValue, oneLine } from "@backlot/scenario/match/DescribeValue"
import { Console, Effect, Stream } from "effect"
import * as Sse from "effect/encoding/Sse"
import type { ControlServer } from "../control/ControlAsk.ts"
import { Unusable } from "../process/Ended.ts"
import { silent } from "../process/NoServer.ts"
import type { PromptFlags } from "./PromptFlags.ts"
import { read, serverOf } from "./PromptServer.ts"

interface Wanted {
  readonly follow: boolean
  /** A type, or its first part: `interaction` is every `interaction.…`. */
  readonly type: string | undefined
}

export const showEvents = Effect.fnUntraced(function* ({ follow, type }: Wanted, flags: PromptFlags) {
  const server = serverOf(flags)
  yield* read(server, "/clock")
  const isWanted = (event: StageEvent) => type === undefined || event.type === type || event.type.startsWith(`${type}.`)
  const show = flags.json?.value === true ? (event: StageEvent) => JSON.stringify(event) : lineOf
  const texts = yield* opened(server)
  const parser = Sse.makeParser(
    (frame) => {
      // The server writes nothing else here (EventStream of the server).
      if (frame._tag === "Event" && frame.data !== "") came.push(JSON.parse(frame.data) as StageEvent)
    },
    { maxEventSize: BOUNDS.event.value }
  )
  const came: Array<StageEvent> = []
  yield* (follow ? texts : Stream.timeout(texts, SILENCE)).pipe(
    Stream.runForEach(
      Effect.fnUntraced(function* (text) {
        if (parser.feed(text) !== undefined) {
          const message = `An event of ${server.url} is larger than ${formatBound(BOUNDS.event)}`
          return yield* new Unusable({ message })
        }
        for (const event of came.splice(0).filter(isWanted)) yield* Console.log(show(event))
      })
    )
  )
  if (follow) return yield* new Unusable({ message: `The server at ${server.url} ended the stream of events` })
}, Effect.scoped)

const WIDTH = 200

const lineOf = ({ at, type, data }: StageEvent): string =>
  `${formatTime(at)}  ${type}  ${oneLine(formatValue(data, WIDTH), WIDTH)}`

/**
 * The server does not say which event is the last that it has. They come without a pause, so silence says it. Our
 * choice: docs/choices.md "Command line".
 */
const SILENCE = "500 millis"

/** The texts of the stream of events, from the oldest that the server still has. */
const opened = Effect.fnUntraced(function* ({ url, token }: ControlServer) {
  const ending = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  )
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { status, texts } = yield* Effect.tryPromise({
    try: () => FetchHttp.make().open(`${url}/control/v1/events?after=0`, headers, ending.signal),
    catch: (error) => silent(url, error)
  })
  if (status !== 200)
    return yield* new Unusable({ message: `The server at ${url} refused its stream of events (${status})` })
  return Stream.fromAsyncIterable(texts(), (error) => silent(url, error))
})
