/**
 * The event log of a stage: one stream of server-sent events. When it is cut, it is opened again with
 * `Last-Event-ID`. Source: product.md "Control plane" (events).
 */
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { Clock, Effect, type Scope } from "effect"
import * as Sse from "effect/encoding/Sse"
import * as AnswerTimes from "../judge/AnswerTimes.ts"
import type { StageLost } from "./Failure.ts"
import * as Feed from "./Feed.ts"
import { type Connection, keepOpen } from "./KeptOpen.ts"
import * as NotImplemented from "./NotImplemented.ts"
import type { Stage } from "./Stage.ts"
import { guarded, type StageHttp } from "./StageHttp.ts"
import * as UnknownEmojis from "./UnknownEmojis.ts"

export interface StageEvent {
  readonly seq: number
  readonly type: string
  /** Milliseconds of the service clock. */
  readonly at: number
  readonly data: unknown
}

export interface EventStream {
  readonly feed: Feed.Feed<StageEvent>
  readonly notImplemented: NotImplemented.NotImplemented
  readonly unknownEmojis: UnknownEmojis.UnknownEmojis
  readonly answers: AnswerTimes.AnswerTimes
  /** Waits until the stream is open, so that no later event is missed. */
  readonly ready: Effect.Effect<void, StageLost>
  /** Closes the connection and opens another, after a restart of the server. */
  readonly renew: Effect.Effect<void>
}

/** Pauses in real milliseconds before the stream is opened again. */
const PAUSES_MS = [10, 20, 50, 100, 250, 500] as const

export const open = Effect.fnUntraced(function* (
  http: StageHttp,
  stage: Stage,
  /** Receives each event before anything that waits for it. */
  notice: (event: StageEvent) => void = () => {}
): Effect.fn.Return<EventStream, never, Scope.Scope> {
  const feed = Feed.make<StageEvent>()
  const notImplemented = NotImplemented.make()
  const unknownEmojis = UnknownEmojis.make()
  const clock = yield* Clock.Clock
  const answers = AnswerTimes.make(() => elapsedOf(clock))
  let last: string | undefined
  let failures = 0
  /** Why the stream was cut last. */
  let trouble = ""
  let isOfUse = true

  const take = (read: Sse.AnyEvent) => {
    if (read._tag !== "Event") return
    last = read.id ?? last
    // The server writes nothing else here (EventStream of the server: seq, type, at, data).
    const event = JSON.parse(read.data) as StageEvent
    notice(event)
    notImplemented.notice(event)
    unknownEmojis.notice(event)
    answers.notice(event)
    feed.push(event)
  }
  const connect = async ({ signal, opened }: Connection) => {
    const headers = { ...guarded(stage), ...(last === undefined ? {} : { "last-event-id": last }) }
    const { status, texts, drop } = await http.open(`${stage.control_url}/events`, headers, signal)
    if (status !== 200) {
      await drop()
      throw new Error(`it answered ${status}`)
    }
    const parser = Sse.makeParser(take, { maxEventSize: BOUNDS.event.value })
    for await (const text of texts()) {
      const tooLarge = parser.feed(text)
      if (tooLarge !== undefined) {
        // The next stream would begin with the same event.
        isOfUse = false
        throw new Error(`an event is larger than ${formatBound(BOUNDS.event)}`)
      }
      failures = 0
      opened.openUnsafe()
    }
  }
  const converse = async (connection: Connection): Promise<number> => {
    if (!isOfUse) return new Promise(() => {})
    // After a cut, a refusal or a renewal the stream is opened again.
    await connect(connection).catch((error) => {
      trouble = `: ${error instanceof Error ? error.message : error}`
    })
    connection.opened.closeUnsafe()
    return PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 0
  }
  const lost = (within: string) => `${stage.control_url}/events did not answer within ${within}${trouble}`
  const { ready, renew } = yield* keepOpen(converse, lost)
  const begin = Effect.sync(() => {
    failures = 0
  })
  return { feed, notImplemented, unknownEmojis, answers, ready, renew: Effect.andThen(begin, renew) }
})
