import type { LoadPlan } from "@backlot/scenario/LoadPlan"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { asksForLoad, type LoadFlags, planOf } from "../../src/load/LoadFlags.ts"

const file: LoadPlan = {
  rate: "100/s",
  stages: [{ duration: "30s", rate: "200/s" }],
  think: "1s",
  thresholds: { p95: "< 50ms", errors: "< 1%" }
}
const plan = (flags: LoadFlags, written: LoadPlan | undefined = file) => Result.getOrThrow(planOf(written, flags))
const fault = (flags: LoadFlags) =>
  Result.match(planOf(file, flags), {
    onSuccess: () => "",
    onFailure: ([first]) => `${first?.path}: ${first?.message}`
  })

describe("flags of a load", () => {
  it("leave the plan of the file as it is where there are none", () => {
    assert.deepStrictEqual(plan({}), file)
    assert.isFalse(asksForLoad({ think: "1s" }))
    assert.isTrue(asksForLoad({ users: 3 }))
  })

  it("win over the file, and put its stages aside", () => {
    assert.deepInclude(plan({ rate: "50/s", duration: "5s" }), { rate: "50/s", duration: "5s", think: "1s" })
    assert.notProperty(plan({ duration: "5s" }), "stages")
  })

  it("of users alone make an open load a closed one", () => {
    const { users, rate, stages } = plan({ users: 10 })
    assert.deepStrictEqual([users, rate, stages], [10, undefined, undefined])
    assert.deepInclude(plan({ users: 10, rate: "5/s" }), { users: 10, rate: "5/s" })
  })

  it("give stages of arrivals or of virtual users", () => {
    assert.deepStrictEqual(plan({ stages: "30s:100/s, 1m:0/s" }).stages, [
      { duration: "30s", rate: "100/s" },
      { duration: "1m", rate: "0/s" }
    ])
    assert.deepStrictEqual(plan({ stages: "500ms:20" }).stages, [{ duration: "500ms", users: 20 }])
  })

  it("give think times as one duration or from one to another", () => {
    assert.strictEqual(plan({ think: "200ms" }).think, "200ms")
    assert.deepStrictEqual(plan({ think: "100ms-2s" }).think, { min: "100ms", max: "2s" })
  })

  it("add thresholds, and take the place of those with the same name", () => {
    assert.deepStrictEqual(plan({ thresholds: ["p95: < 80ms", "use:/adopt p99: < 1s"] }).thresholds, {
      p95: "< 80ms",
      errors: "< 1%",
      "use:/adopt p99": "< 1s"
    })
  })

  it("that make no sense are told with what would do", () => {
    assert.match(fault({ stages: "30s" }), /--stages: "30s" is not a stage: 30s:100\/s/)
    assert.match(fault({ thresholds: ["p95"] }), /--threshold: "p95" is not a threshold: write p95: < 50ms/)
    assert.match(fault({ rate: "fast" }), /a rate is a number per second or minute/)
  })
})
