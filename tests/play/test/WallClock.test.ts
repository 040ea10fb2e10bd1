/** The computer's clock is set while a scenario plays: durations are judged and shown as they were. */
import { type Step as SetClock, withWallClock } from "@backlot/ports/conformance/WallClock"
import type { Step } from "@backlot/scenario/Step"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE_HERE, playing, saying } from "./PetShop.ts"

const HOUR_MS = 3_600_000
const USE: Step = { ...ALICE_HERE, use: "/ban" }

/** An app that answers at once, while somebody sets the clock. */
const during = (set: SetClock, ms: number) => () => {
  Effect.runSync(set(ms))
  return saying("done")
}

describe.each([
  ["forward", HOUR_MS],
  ["back", -HOUR_MS]
] as const)("the computer's clock that is set an hour %s between a use and its answer", (_, jump) => {
  it.live("fails no app that answers at once", () =>
    withWallClock((set) =>
      Effect.gen(function* () {
        const { play } = yield* playing(during(set, jump))
        yield* play(USE, { expect: { message: { content: "done" } } })
      })
    )
  )

  it.live("excuses no app that is late", () =>
    withWallClock((set) =>
      Effect.gen(function* () {
        const { failing } = yield* playing(during(set, jump), { answers_within_ms: -1 })
        assert.match((yield* failing(USE)).message, /^answers_within: \d+ ms of real time/)
      })
    )
  )

  it.live("is no part of a step's time", () =>
    withWallClock((set) =>
      Effect.gen(function* () {
        const { play, player } = yield* playing(during(set, jump))
        yield* play(USE)
        const { real_ms = Number.NaN } = player.played()[0] ?? {}
        assert.isAtLeast(real_ms, 0)
        assert.isBelow(real_ms, HOUR_MS / 2)
      })
    )
  )
})
