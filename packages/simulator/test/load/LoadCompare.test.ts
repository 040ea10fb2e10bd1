import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { compare, comparisonText, exitCodeOf, readReport } from "../../src/load/LoadCompare.ts"
import { HEALTHY, report, times } from "./Reports.ts"

const even = (ms: number, count = 2000) => report(times(count, () => ms))
const verdicts = (...[before, after]: Parameters<typeof compare>) =>
  Object.fromEntries(
    compare(before, after)
      .changes.filter(({ of }) => of === "all steps")
      .map(({ measure, verdict }) => [measure, verdict])
  )

describe("two loads", () => {
  it("are the same where they differ by less than a tenth, or by less than a millisecond", () => {
    assert.deepStrictEqual(new Set(Object.values(verdicts(even(100), even(108)))), new Set(["same"]))
    assert.deepStrictEqual(new Set(Object.values(verdicts(even(0.5), even(1.2)))), new Set(["same"]))
  })

  it("are worse or better beyond that, but for the maximum, which one answer makes", () => {
    assert.deepInclude(verdicts(even(100), even(130)), { p50: "worse", p99: "worse", max: "same", rate: "same" })
    assert.deepInclude(verdicts(even(130), even(100)), { p50: "better", p99: "better" })
  })

  it("are the same within what one of them differs by itself from second to second", () => {
    const restless = report(times(2000, (index) => (Math.floor(index / 200) % 2 === 0 ? 80 : 120)))
    assert.deepInclude(verdicts(restless, even(102)), { p90: "same" })
    assert.deepInclude(verdicts(even(120), even(102)), { p90: "better" })
  })

  it("are worse by fewer steps each second, and by more errors", () => {
    const failing = report(times(2000, () => 100).map((one, i) => (i % 20 === 0 ? { ...one, error: "failed" } : one)))
    assert.deepInclude(verdicts(even(100), even(100, 1500)), { rate: "worse" })
    assert.deepInclude(verdicts(even(100), failing), { errors: "worse" })
    assert.strictEqual(exitCodeOf(compare(even(100), failing)), 1)
    assert.strictEqual(exitCodeOf(compare(failing, even(100))), 0)
  })

  it("are compared step by step where they have several", () => {
    const two = (ms: number) => report([...times(1000, () => 10), ...times(1000, () => ms, 1)])
    const changed = compare(two(10), two(40)).changes.filter(({ verdict }) => verdict === "worse")
    assert.includeMembers(
      changed.map(({ of, measure }) => `${of} ${measure}`),
      ["confirm it p50", "confirm it p99"]
    )
    assert.isTrue(changed.every(({ of }) => of !== "alice in #general uses /adopt animal:Dog"))
  })

  it("have of a step that one of them never reached only the rate, however it went in the other", () => {
    const wrong = times(1000, () => 100, 1).map((one) => ({ ...one, error: "failed" }))
    const both = report([...times(1000, () => 100), ...wrong])
    const none = report(times(1000, () => 100))
    const told = (...pair: Parameters<typeof compare>) =>
      compare(...pair)
        .changes.filter(({ of }) => of === "confirm it")
        .map(({ measure, verdict }) => `${measure} ${verdict}`)
    assert.deepStrictEqual(told(both, none), ["rate worse"])
    assert.deepStrictEqual(told(none, both), ["rate better"])
  })

  it("of different plans are not judged by the rate, which each plan sets, but where nobody comes to a step", () => {
    const faster = report(
      times(2000, () => 100),
      { rate: "20/s" }
    )
    const slower = even(130, 1000)
    assert.deepInclude(verdicts(faster, slower), { rate: "unjudged", p50: "worse", errors: "same" })
    assert.strictEqual(exitCodeOf(compare(faster, even(100, 1000))), 0)
    assert.match(comparisonText(compare(faster, even(100, 1000))), /^all steps +rate .* not judged$/m)
    const never = report([...times(2000, () => 100), ...times(1000, () => 100, 1)], { rate: "20/s" })
    assert.strictEqual(exitCodeOf(compare(never, even(100))), 1)
  })

  it("of users and of arrivals are judged by their errors alone, and it is said which plan was which", () => {
    const closed = { ...even(5, 4000), model: "closed", plan: "3 users for 10s" } as const
    const { errors, ...others } = verdicts(closed, even(100))
    assert.deepStrictEqual([errors, ...new Set(Object.values(others))], ["same", "unjudged"])
    assert.strictEqual(exitCodeOf(compare(closed, even(100))), 0)
    const { remarks } = compare(closed, even(100))
    assert.match(remarks.join("\n"), /other plans: 3 users for 10s, then 10\/s for 10s; .*rates are not judged/)
    assert.match(remarks.join("\n"), /other models: times .* are not judged/)
    const failing = report(times(2000, () => 100).map((one, i) => (i % 20 === 0 ? { ...one, error: "failed" } : one)))
    assert.strictEqual(exitCodeOf(compare(closed, failing)), 1)
    assert.match(comparisonText(compare(closed, failing)), /^2 of 3 figures are worse/m)
  })

  it("of different plans, or of a generator that did not keep up, are told as such", () => {
    const other = report(
      times(2000, () => 100),
      { rate: "20/s" },
      { ...HEALTHY, warnings: ["late"] }
    )
    const { remarks } = compare(even(100), other)
    assert.match(remarks.join("\n"), /other plans: 10\/s for 10s.*then 20\/s for 10s/)
    assert.match(remarks.join("\n"), /the generator of the second did not keep up/)
    assert.match(compare(even(100, 50), even(100)).remarks.join("\n"), /few steps \(50 and 2,000\)/)
  })

  it("make a table that says what is worse", () => {
    const text = comparisonText(compare(even(100), even(130)))
    assert.match(text, /^of +measure +before +after +change$/m)
    assert.match(text, /^all steps +p99 +100 ms +130 ms +\+3\d\.\d% +▼ worse$/m)
    assert.match(text, /figures are worse beyond the noise/)
    assert.match(comparisonText(compare(even(100), even(100))), /nothing is worse beyond the noise/)
  })
})

describe("a report", () => {
  it("is read as it was written", () => {
    const written = even(100)
    assert.deepStrictEqual(Result.getOrThrow(readReport(JSON.stringify(written))), written)
  })

  it("of an earlier version is read too: it does not say of each step what was sent late", () => {
    const { total, ...written } = even(100)
    const { late, ...earlier } = total
    const read = Result.getOrThrow(readReport(JSON.stringify({ ...written, total: earlier })))
    assert.deepStrictEqual(read.total, { ...earlier, late: 0 })
  })

  it("is no other JSON, and no text", () => {
    assert.match(Result.match(readReport("{}"), { onSuccess: () => "", onFailure: (why) => why }), /not a load report/)
    assert.strictEqual(
      Result.match(readReport("<html>"), { onSuccess: () => "", onFailure: (why) => why }),
      "it is not JSON"
    )
  })
})
