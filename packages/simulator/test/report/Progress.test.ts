import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { advance, begin, eventLine, liveLines, type Progress, stillLine } from "../../src/report/Progress.ts"
import type { RunEvent } from "../../src/run/RunResult.ts"
import { hostileText } from "./HostileText.ts"
import { FILE, said, scenarioOf, stepOf } from "./Sample.ts"

const playing = (index: number, name: string, attempt = 1) => ({ index, file: FILE, name, attempt })
const step = stepOf(1, { as: "alice", in: "general", use: "/adopt" }, said("Hi"))
const ended = (index: number, status: "passed" | "failed" | "flaky"): RunEvent => ({
  type: "scenario.ended",
  playing: playing(index, `scenario ${index}`),
  result: scenarioOf(`scenario ${index}`, status, [])
})

const told: ReadonlyArray<RunEvent> = [
  { type: "run.began", scenarios: 5, skipped: 1, parallel: 2, seed: 1 },
  { type: "attempt.began", playing: playing(1, "adopt"), steps: 4 },
  { type: "attempt.began", playing: playing(0, "press", 2), steps: 3 },
  { type: "app.starting", playing: playing(0, "press", 2), application: "Pet Shop", command: "node app.mjs" },
  { type: "step.began", playing: playing(1, "adopt"), title: "alice in #general uses /adopt" },
  { type: "step.ended", playing: playing(1, "adopt"), step },
  { type: "step.began", playing: playing(1, "adopt"), title: "alice presses Praise" },
  ended(2, "passed"),
  ended(3, "flaky")
]

/** Events at intervals of one second. */
const after = (events: ReadonlyArray<RunEvent>): Progress =>
  events.reduce((progress, event, second) => advance(progress, event, second * 1_000), begin)

describe("progress on a terminal", () => {
  it("has a line for each scenario that is being played, and the counts", () => {
    expect(liveLines(after(told), 7_000)).toEqual([
      "▶ press (attempt 2)  0/3  5.0 s  starts Pet Shop",
      "▶ adopt  1/4  6.0 s  alice presses Praise",
      "2 of 5  1 flaky, 1 passed  7.0 s"
    ])
  })

  it("has no line of a scenario that has ended", () => {
    const lines = liveLines(
      after([...told, ended(0, "failed"), ended(1, "passed"), { type: "run.interrupted" }]),
      9_000
    )
    expect(lines).toEqual(["4 of 5  1 failed, 1 flaky, 2 passed  9.0 s  stopping"])
  })

  it("can be told in one line of what is being played, however much that is", () => {
    expect(stillLine(after(told), 7_000)).toBe(
      "… 2 of 5  1 flaky, 1 passed  7.0 s  press 0/3 (starts Pet Shop), adopt 1/4 (alice presses Praise)"
    )
    const many = Array.from({ length: 20 }, (_, index) => index).map(
      (index): RunEvent => ({ type: "attempt.began", playing: playing(index, `${index}`), steps: 1 })
    )
    expect(stillLine(after(many), 0)).toMatch(/ 0 0\/1 .* 2 0\/1 \(starts its server\) and 17 more$/)
    expect(stillLine(begin, 0)).toBeUndefined()
  })

  it("is as wide as the terminal at most, whatever names are", () => {
    fc.assert(
      fc.property(hostileText(60), fc.integer({ min: 10, max: 100 }), (name, width) => {
        const progress = after([
          { type: "attempt.began", playing: playing(0, name), steps: 1 },
          { type: "step.began", playing: playing(0, name), title: name }
        ])
        for (const line of liveLines(progress, 0, { width })) {
          expect([...line].length).toBeLessThanOrEqual(width)
          expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        }
      })
    )
  })
})

describe("progress elsewhere", () => {
  it.each<[RunEvent, string | undefined]>([
    [ended(0, "failed"), "✗ scenario 0  scenarios/adopt.yaml"],
    [
      { type: "attempt.ended", playing: playing(0, "adopt"), failed: true, again: true },
      "↻ adopt  attempt 1 failed and is repeated"
    ],
    [{ type: "attempt.ended", playing: playing(0, "adopt"), failed: true, again: false }, undefined],
    [{ type: "step.ended", playing: playing(0, "adopt"), step }, undefined]
  ])("of %j has the line %s", (event, line) => {
    expect(eventLine(event, { root: "/pets" })).toBe(line)
  })
})
