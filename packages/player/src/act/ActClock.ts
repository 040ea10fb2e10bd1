/** The service clock. */
import { millisOf } from "@backlot/scenario/Duration"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { outcomeOfEdit, type Playing, unplayable } from "../turn/Playing.ts"
import { keepClock } from "../turn/ServiceClock.ts"
import type { Act } from "../turn/Turn.ts"

export const advance: Act<string> = Effect.fnUntraced(function* ({ playing }, duration) {
  const advance_ms = millisOf(duration)
  if (advance_ms === undefined) return yield* unplayable(["advance"], `${JSON.stringify(duration)} is no duration`)
  return yield* setClock(playing, { advance_ms })
})

export const clock: Act<NonNullable<Step["clock"]>> = Effect.fnUntraced(function* ({ playing }, { mode, now }) {
  if (mode === undefined && now === undefined) return yield* unplayable(["clock"], "a clock has `now` or `mode`")
  // The control plane takes one change at a time.
  const outcome = mode === undefined ? undefined : yield* setClock(playing, { mode })
  if (now === undefined || (outcome?.status ?? 0) >= 400) return outcome ?? {}
  return yield* setClock(playing, { now })
})

const setClock = Effect.fnUntraced(function* (playing: Playing, change: object) {
  const answer = yield* playing.control("POST", "/clock", change)
  yield* keepClock(playing, answer)
  return outcomeOfEdit(answer)
})
