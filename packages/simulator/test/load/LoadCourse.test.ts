import { assert, describe, it } from "@effect/vitest"
import { MOST_AT_ONCE } from "../../src/load/LoadCourse.ts"
import { planText } from "../../src/load/LoadReporting.ts"
import { course, faultsOf, levelAt, steady } from "./Plans.ts"

describe("a plan", () => {
  it("with a rate is an open model, whose users are the most at once", () => {
    const open = course({ rate: "200/s", duration: "30s" })
    assert.deepInclude(open, { model: "open", segments: [steady(200, 30_000)], most: MOST_AT_ONCE })
    assert.strictEqual(course({ rate: "30/m", users: 7 }).most, 7)
    assert.deepStrictEqual(course({ rate: "30/m" }).segments, [steady(0.5, 10_000)])
  })

  it("without a rate is a closed model of one user for ten seconds, unless it says otherwise", () => {
    assert.deepInclude(course({}), { model: "closed", segments: [steady(1, 10_000)], most: 1 })
    assert.deepInclude(course({ users: 50, duration: "1m" }), { segments: [steady(50, 60_000)], most: 50 })
  })

  it("with stages begins at its own rate or users, and keeps the level where a stage names none", () => {
    const ramp = course({ stages: [{ duration: "10s", rate: "100/s" }, { duration: "20s" }] })
    assert.deepStrictEqual(ramp.segments, [{ from: 0, to: 100, ms: 10_000 }, steady(100, 20_000)])
    assert.strictEqual(levelAt(ramp, 2500), 25)
    assert.strictEqual(levelAt(ramp, 30_000), 0)
    assert.deepStrictEqual(course({ rate: "10/s", stages: [{ duration: "1s", rate: "20/s" }] }).segments, [
      { from: 10, to: 20, ms: 1000 }
    ])
  })

  it("is told in one line", () => {
    assert.strictEqual(planText(course({ rate: "200/s", duration: "30s" })), "200/s for 30s; at most 1000 at once")
    assert.strictEqual(
      planText(
        course({ stages: [{ duration: "10s", users: 5 }, { duration: "1m" }], think: { min: "1s", max: "3s" } })
      ),
      "0 users → 5 users in 10s, 5 users for 1m; thinking 1s to 3s"
    )
  })

  const wrong = [
    [{ users: 0 }, /load\.users: a whole number/],
    [{ users: 1.5 }, /load\.users: a whole number/],
    [{ rate: "0/s" }, /no play would begin/],
    [{ duration: "0s" }, /a load takes time/],
    [{ duration: "5s", warmup: "5s" }, /the warm-up must end before the load does/],
    [{ think: { min: "2s", max: "1s" } }, /min must not be above max/],
    [{ duration: "5s", stages: [{ duration: "1s", users: 1 }] }, /stages have durations of their own/],
    [
      {
        stages: [
          { duration: "1s", users: 1 },
          { duration: "1s", rate: "1/s" }
        ]
      },
      /either rate .* or users/
    ]
  ] as const
  for (const [plan, message] of wrong)
    it(`is refused where it makes no sense: ${JSON.stringify(plan)}`, () => {
      assert.match(faultsOf(plan).join("\n"), message)
    })
})
