/** The log of events of a running server, as a stream. Source: docs/control-plane.md (`GET /control/v1/events`). */
import type { StageEvent } from "@backlot/player/stage/EventStream"
import * as FetchHttp from "@backlot/player/stage/FetchHttp"
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { Effect, Option, Stream } from "effect"
import * as Sse from "effect/encoding/Sse"
import type { ControlServer } from "../control/ControlAsk.ts"
import { Unusable } from "../process/Ended.ts"
import { silent } from "../process/NoServer.ts"
import { read } from "./PromptServer.ts"

/** The event at the last position may be one that is not shown; then silence ends it. Ours: docs/choices.md "Command line". */
const SILENCE = "500 millis"

/** What the server still has after this position, and nothing that happens later, however often something does. */
export const keptAfter = Effect.fnUntraced(function* (server: ControlServer, after: number) {
  yield* read(server, "/clock")
  const last = yield* Effect.scoped(positionOf(server))
  const events = yield* eventsAfter(server, after)
  if (last <= after) return Stream.empty
  return events.pipe(
    Stream.timeout(SILENCE),
    Stream.takeUntil(({ seq }) => seq >= last),
    Stream.filter(({ seq }) => seq <= last)
  )
})

/** The first frame of a stream that begins now has it. Without such a frame there is no end but silence. */
const positionOf = Effect.fnUntraced(function* (server: ControlServer) {
  const texts = Stream.scan(
    yield* opened(server, ""),
    () => "",
    (read, text) => read + text
  )
  const found = yield* texts.pipe(
    Stream.takeUntil((read) => FIRST.test(read) || read.length > FIRST_MAX),
    Stream.runLast
  )
  const [, id] = FIRST.exec(Option.getOrElse(found, () => "")) ?? []
  return id === undefined ? Number.POSITIVE_INFINITY : Number(id)
})

const FIRST = /^id: (\d{1,15})\n/m
const FIRST_MAX = 1_000

/** What the server still has after this position, and then what happens. */
export const eventsAfter = Effect.fnUntraced(function* (server: ControlServer, after: number) {
  yield* read(server, "/clock")
  const came: Array<StageEvent> = []
  const parser = Sse.makeParser(
    (frame) => {
      // The server writes nothing else here (EventStream of the server).
      if (frame._tag === "Event" && frame.data !== "") came.push(JSON.parse(frame.data) as StageEvent)
    },
    { maxEventSize: BOUNDS.event.value }
  )
  const texts = yield* opened(server, `?after=${after}`)
  return Stream.flatMap(texts, (text) => {
    if (parser.feed(text) === undefined) return Stream.fromIterable(came.splice(0))
    const message = `An event of ${server.url} is larger than ${formatBound(BOUNDS.event)}`
    return Stream.fail(new Unusable({ message }))
  })
})

/** True for this type and for all types below it; `interaction` is every `interaction.…`. */
export const isOfType = (wanted: string | undefined) => (event: StageEvent) =>
  wanted === undefined || event.type === wanted || event.type.startsWith(`${wanted}.`)

const opened = Effect.fnUntraced(function* ({ url, token }: ControlServer, query: string) {
  const ending = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  )
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { status, texts } = yield* Effect.tryPromise({
    try: () => FetchHttp.make().open(`${url}/control/v1/events${query}`, headers, ending.signal),
    catch: (error) => silent(url, error)
  })
  if (status !== 200)
    return yield* new Unusable({ message: `The server at ${url} refused its stream of events (${status})` })
  return Stream.fromAsyncIterable(texts(), (error) => silent(url, error))
})
