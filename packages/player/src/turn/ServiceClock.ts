/** The service clock: read once, then computed. */

import { elapsed } from "@backlot/domain/base/Elapsed"
import { fieldsOf } from "@backlot/scenario/Fields"
import { Effect } from "effect"
import type { Answer } from "../stage/StageHttp.ts"
import type { Memory, Playing } from "./Playing.ts"

/** The time in milliseconds; undefined if the server cannot report it. */
export const serviceNow = Effect.fnUntraced(function* (playing: Playing) {
  if (playing.memory.clock === undefined) {
    const answer = yield* Effect.option(playing.control("GET", "/clock"))
    if (answer._tag === "Some") yield* keepClock(playing, answer.value)
  }
  const known = playing.memory.clock
  if (known === undefined) return undefined
  return known.mode === "frozen" ? known.now : known.now + (yield* elapsed) - known.read
})

/** Keeps what an answer of the control plane reports about the clock. */
export const keepClock = Effect.fnUntraced(function* ({ memory }: Playing, { status, body }: Answer) {
  const { now, mode } = fieldsOf(body)
  if (status !== 200 || typeof now !== "string") return
  memory.clock = { mode: mode === "frozen" ? "frozen" : "real", now: Date.parse(now), read: yield* elapsed }
})

/** Whether the clock is known to be as an event reports it. Only a frozen clock can be compared. */
export const agreesOnClock = (known: Memory["clock"], data: unknown): boolean => {
  const { now, mode } = fieldsOf(data)
  return known?.mode === "frozen" && mode === "frozen" && Date.parse(String(now)) === known.now
}
