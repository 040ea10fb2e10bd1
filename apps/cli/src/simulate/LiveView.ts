/** Shows the progress of a run; the lines come from report/Progress.ts of the simulator. */
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { advance, begin, eventLine, liveLines, stillLine } from "@backlot/simulator/report/Progress"
import type { RunEvent, RunListener } from "@backlot/simulator/run/RunResult"
import { Clock, Effect, type Scope } from "effect"
import type { Terminal } from "./Terminal.ts"

/** How often times are redrawn; events are drawn at once. */
const EVERY = "200 millis"
/** How often a run reports its progress where lines cannot be redrawn, as in CI. */
const STILL_EVERY = "10 seconds"

/**
 * `lines` receives permanent output (stdout, the streaming text report). `live` is stderr. Closing the scope erases the
 * drawn lines.
 */
export const open = Effect.fnUntraced(function* (
  lines: Terminal,
  live: Terminal,
  root: string
): Effect.fn.Return<RunListener, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const now = () => elapsedOf(clock)
  let progress = begin
  let drawn = 0
  let isOver = false
  const clear = () => {
    if (drawn > 0) live.write(`\u001b[${drawn}A\u001b[J`)
    drawn = 0
  }
  const draw = () => {
    if (!live.isLive || progress.total === 0) return
    clear()
    const shown = liveLines(progress, now(), { colours: live.colours, width: live.width - 1 })
    live.write(shown.map((line) => `${line}\n`).join(""))
    drawn = shown.length
  }
  const listen = (event: RunEvent) => {
    progress = advance(progress, event, now())
    const line = eventLine(event, { colours: lines.colours, root })
    if (line !== undefined) {
      clear()
      lines.write(`${line}\n`)
    }
    if (event.type === "run.ended") isOver = true
    if (isOver) clear()
    else draw()
  }
  yield* Effect.addFinalizer(() => Effect.sync(clear))
  const still = () => {
    const line = isOver ? undefined : stillLine(progress, now())
    if (line !== undefined) live.write(`${line}\n`)
  }
  const again = Effect.sync(() => (!live.isLive ? still() : isOver ? clear() : draw()))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(live.isLive ? EVERY : STILL_EVERY), again)))
  return listen
})
