import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as LiveView from "../src/simulate/LiveView.ts"

it.effect("a run that takes long says so every 10 s where nothing can be drawn anew, and only while it plays", () =>
  Effect.gen(function* () {
    const written: Array<string> = []
    const terminal = { colours: false, isLive: false, width: 80, write: (text: string) => void written.push(text) }
    const playing = { index: 0, file: "/a.yaml", name: "endless", attempt: 1 }
    const listen = yield* LiveView.open(terminal, terminal, "/")
    listen({ type: "run.began", scenarios: 2, skipped: 0, parallel: 1, seed: 1 })
    yield* TestClock.adjust("30 seconds")
    listen({ type: "attempt.began", playing, steps: 2 })
    yield* TestClock.adjust("10 seconds")
    listen({ type: "step.began", playing, title: "alice waits" })
    yield* TestClock.adjust("10 seconds")
    listen({ type: "run.ended", real_ms: 50_000 })
    yield* TestClock.adjust("30 seconds")
    expect(written).toEqual([
      "… 0 of 2  0 passed  40.0 s  endless 0/2 (starts its server)\n",
      "… 0 of 2  0 passed  50.0 s  endless 0/2 (alice waits)\n"
    ])
  })
)
