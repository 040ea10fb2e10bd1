/** The server itself. A player has no fragments, so `run` never reaches it. */
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { StageLost } from "../stage/Failure.ts"
import { readRefused } from "../turn/Misdeeds.ts"
import { forget, outcomeOfEdit, unplayable } from "../turn/Playing.ts"
import { type Act, replaced } from "../turn/Turn.ts"

export const server: Act<NonNullable<Step["server"]>> = Effect.fnUntraced(function* (turn, how) {
  const { playing } = turn
  playing.names.forget()
  playing.memory.clock = undefined
  if (how === "reset") {
    forget(playing)
    const answer = yield* playing.control("POST", "/reset")
    yield* replaced(turn, answer)
    return outcomeOfEdit(answer)
  }
  if (playing.restart === undefined) return yield* unplayable(["server"], "this server cannot be restarted from here")
  // The server keeps refused calls in its memory alone.
  yield* readRefused(playing)
  yield* playing.restart(how).pipe(Effect.mapError(({ message }) => new StageLost({ message })))
  playing.heard.after = 0
  // Kept connections lead to the old server.
  yield* playing.http.renew
  const streams = [...(playing.events === undefined ? [] : [playing.events]), ...playing.watches.values()]
  yield* Effect.forEach(streams, ({ renew, ready }) => Effect.andThen(renew, ready), { concurrency: "unbounded" })
  return {}
})

export const run: Act<string> = (_, name) =>
  Effect.fail(unplayable(["run"], `the fragment ${name} was not expanded: a player has no fragments`))
