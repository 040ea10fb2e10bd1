/** Shows a run while it goes on: see report/Progress.ts of the simulator. */
import { advance, begin, eventLine, liveLines, stillLine } from "@backlot/simulator/report/Progress"
import type { RunEvent, RunListener } from "@backlot/simulator/run/RunEvent"
import { Clock, Effect, type Scope } from "effect"
import type { Terminal } from "./Terminal.ts"

/** How often times are drawn anew; what happens is drawn at once. */
const EVERY = "200 millis"
/** Where nothing can be drawn anew, as in CI: how often a run that goes on says so. */
const STILL_EVERY = "10 seconds"

/**
 * `lines` is where lines go that stay: stdout, where the text report is written as it becomes. `live` is stderr. What was
 * drawn is taken away with the scope.
 */
export const open = Effect.fnUntraced(function* (
  lines: Terminal,
  live: Terminal,
  root: string
): Effect.fn.Return<RunListener, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
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
