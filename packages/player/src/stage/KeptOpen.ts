/** A connection to a stage that is opened again after each end, until the scope closes. */
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { Effect, Latch } from "effect"
import { StageLost } from "./Failure.ts"

export interface Connection {
  /** Aborted by `renew`, and when the scope closes. */
  readonly signal: AbortSignal
  /** Open while the connection is of use. */
  readonly opened: Latch.Latch
}

/**
 * `ready` waits until the connection is open; `renew` ends it and opens another, after a restart of the server.
 * @param converse runs one connection to its end and gives the real milliseconds before the next one; never rejects
 * @param lost the message if it is not open within a time
 */
export const keepOpen = Effect.fnUntraced(function* (
  converse: (connection: Connection) => Promise<number>,
  lost: (within: string) => string
) {
  const opened = yield* Latch.make(false)
  let current = new AbortController()
  const once = Effect.suspend(() => {
    const controller = new AbortController()
    current = controller
    return Effect.promise((interrupted) => {
      interrupted.addEventListener("abort", () => controller.abort())
      return converse({ signal: controller.signal, opened })
    })
  })
  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(once, (pause) => Effect.sleep(pause))))
  return {
    ready: Effect.timeoutOrElse(opened.await, {
      duration: BOUNDS.connect.value,
      orElse: () => Effect.suspend(() => Effect.fail(new StageLost({ message: lost(formatBound(BOUNDS.connect)) })))
    }),
    renew: Effect.sync(() => {
      opened.closeUnsafe()
      current.abort()
    })
  }
})
