/**
 * The event log of a stage: one stream of server-sent events. When it is cut, it is opened again with
 * `Last-Event-ID`. Source: product.md "Control plane" (events).
 */

import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { Effect, Latch, type Scope } from "effect"
import * as Sse from "effect/encoding/Sse"
import { StageLost } from "./Failure.ts"
import * as Feed from "./Feed.ts"
import * as NotImplemented from "./NotImplemented.ts"
import type { Stage } from "./Stage.ts"
import { guarded, type StageHttp } from "./StageHttp.ts"

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
  const connected = yield* Latch.make(false)
  let last: string | undefined
  let current = new AbortController()
  let failures = 0
  /** Why the stream was cut last. */
  let trouble = ""
  let isOfUse = true

  const take = (event: Sse.AnyEvent) => {
    if (event._tag !== "Event") return
    last = event.id ?? last
    // The server writes nothing else here (EventStream of the server: seq, type, at, data).
    const told = JSON.parse(event.data) as StageEvent
    notice(told)
    notImplemented.notice(told)
    feed.push(told)
  }
  const connect = async (controller: AbortController) => {
    const headers = { ...guarded(stage), ...(last === undefined ? {} : { "last-event-id": last }) }
    const { statusCode, body } = await http.open(`${stage.control_url}/events`, headers, controller.signal)
    if (statusCode !== 200) {
      await body.dump()
      throw new Error(`it answered ${statusCode}`)
    }
    const parser = Sse.makeParser(take, { maxEventSize: BOUNDS.event.value })
    body.setEncoding("utf8")
    for await (const chunk of body) {
      // With an encoding set, chunks are texts.
      const tooLarge = parser.feed(chunk as string)
      if (tooLarge !== undefined) {
        // The next stream would begin with the same event.
        isOfUse = false
        throw new Error(`an event is larger than ${formatBound(BOUNDS.event)}`)
      }
      failures = 0
      connected.openUnsafe()
    }
  }
  const once = Effect.suspend(() => {
    if (!isOfUse) return Effect.never
    current = new AbortController()
    const controller = current
    return Effect.promise((signal) => {
      signal.addEventListener("abort", () => controller.abort())
      // After a cut, a refusal or a renewal the stream is opened again.
      return connect(controller).catch((error) => {
        trouble = `: ${error instanceof Error ? error.message : error}`
      })
    })
  })
  const pause = Effect.suspend(() => {
    connected.closeUnsafe()
    return Effect.sleep(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 0)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(once, pause)))

  return {
    feed,
    notImplemented,
    ready: Effect.timeoutOrElse(connected.await, {
      duration: BOUNDS.connect.value,
      orElse: () =>
        Effect.suspend(() => {
          const within = formatBound(BOUNDS.connect)
          return Effect.fail(
            new StageLost({ message: `${stage.control_url}/events did not answer within ${within}${trouble}` })
          )
        })
    }),
    renew: Effect.sync(() => {
      failures = 0
      connected.closeUnsafe()
      current.abort()
    })
  }
})
