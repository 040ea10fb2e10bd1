import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { exitCodeOf } from "../../src/load/LoadReport.ts"
import { thresholdsOf } from "../../src/load/Threshold.ts"
import { HEALTHY, report, times } from "./Reports.ts"

/** A hundred uses of 1 to 100 ms, three of them sent late, and a hundred presses of 10 ms, five of which time out. */
const made = [
  ...times(100, (index) => index + 1).map((one, index) => (index < 3 ? { ...one, sentAfter: 11 } : one)),
  ...times(100, () => 10, 1).map((one, index) => (index < 5 ? { ...one, error: "timed_out" } : one))
]
const judged = (name: string, wanted: string) => report(made, { thresholds: { [name]: wanted } }).thresholds[0]

describe("a threshold", () => {
  const cases = [
    ["p50", "< 20ms", true],
    ["p95", "< 50ms", false],
    ["p99", "<= 1s", true],
    ["max", "< 50ms", false],
    ["mean", "<= 31ms", true],
    ["service.p50", "< 20ms", true],
    ["errors", "< 1%", false],
    ["errors", "<= 2.5%", true],
    ["errors", "0", false],
    ["errors:timed_out", "5", true],
    ["errors:refused", "0", true],
    ["errors:refused:permission", "0", true],
    ["errors:http:500", "0", true],
    ["rate", "> 19/s", true],
    ["rate", "> 30/s", false],
    ["rate", "1300/m", false],
    ["count", "= 200", true],
    ["late", "1.5%", true],
    ["late", "< 1%", false],
    ["use late", "3", true],
    ["use late", "< 3%", false],
    ["press late", "0", true],
    ["dropped", "0", true],
    ["use p99", "< 50ms", false],
    ["press p99", "< 50ms", true],
    ["use:/adopt p50", "< 60ms", true],
    ["confirm it errors", "< 4%", false],
    ["use errors", "0", true]
  ] as const
  for (const [name, wanted, met] of cases)
    it(`${name}: ${wanted} is ${met ? "met" : "missed"}`, () => {
      assert.deepInclude(judged(name, wanted), { name, wanted, met })
    })

  it("says what was found", () => {
    assert.deepInclude(judged("errors", "< 1%"), { found: "2.50%" })
    assert.deepInclude(judged("press p99", "< 50ms"), { found: "10.0 ms" })
    assert.deepInclude(judged("rate", "> 5/s"), { found: "20.0/s" })
  })

  it("decides the exit code", () => {
    assert.strictEqual(exitCodeOf(report(made)), 0)
    assert.strictEqual(exitCodeOf(report(made, { thresholds: { p50: "< 20ms" } })), 0)
    assert.strictEqual(exitCodeOf(report(made, { thresholds: { p50: "< 20ms", errors: "0" } })), 1)
  })

  for (const name of ["p95", "mean", "errors", "errors:failed", "rate", "late"])
    it(`of the ${name} of a step that was never reached is missed, and says so`, () => {
      const wanted = name === "rate" ? "< 100/s" : name === "p95" || name === "mean" ? "< 1s" : "< 100%"
      const uses = report(
        times(100, () => 1),
        { thresholds: { [`press ${name}`]: wanted } }
      )
      assert.deepInclude(uses.thresholds[0], { found: "nothing was counted", met: false })
    })

  it("of the count of a step that was never reached is met where none is wanted", () => {
    const uses = report(
      times(100, () => 1),
      { thresholds: { "press count": "= 0" } }
    )
    assert.deepInclude(uses.thresholds[0], { found: "0", met: true })
  })

  it("is missed where nothing was due, and so is a load without any step", () => {
    const nothing = report([], { thresholds: { dropped: "0", p95: "< 50ms" } }, HEALTHY)
    assert.deepStrictEqual(
      nothing.thresholds.map(({ met }) => met),
      [false, false]
    )
    assert.strictEqual(exitCodeOf(report([])), 1)
  })

  const wrong = [
    ["p95", "50", /"50" does not fit p95: write < 50ms/],
    ["p95", "fast", /does not fit p95/],
    ["errors", "< 5ms", /does not fit errors: write < 1% or 0/],
    ["rate", "> 100", /does not fit rate: write > 100\/s/],
    ["latency", "< 5ms", /"latency" is not a measure: p50/],
    ["use:/feed p95", "< 5ms", /no step of the load is called "use:\/feed"/],
    ["use:/adopt dropped", "0", /plays are dropped, not steps: leave "use:\/adopt" out/],
    ["errors:timedout", "0", /"timedout" is not a kind of error: refused, failed, timed_out/],
    ["errors:refused:permision", "0", /is not a kind of error/]
  ] as const
  for (const [name, wanted, message] of wrong)
    it(`that makes no sense is refused: ${name}: ${wanted}`, () => {
      const read = thresholdsOf({ [name]: wanted }, (word) => word === "use:/adopt")
      assert.match(Result.isFailure(read) ? (read.failure[0]?.message ?? "") : "it was taken", message)
    })
})
