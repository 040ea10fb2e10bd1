import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { arrivals, spansOf } from "../../src/load/LoadCourse.ts"
import { arrivalsIn, course, levelAt, steady } from "./Plans.ts"

const all = (...segments: Parameters<typeof arrivals>[0]["segments"]) => [...arrivals({ segments })]

describe("arrivals", () => {
  it("of a steady rate come in even steps from the beginning on", () => {
    assert.deepStrictEqual(all(steady(4, 1000)), [0, 250, 500, 750])
    assert.deepStrictEqual(all(steady(0.5, 6000)), [0, 2000, 4000])
  })

  it("of a ramp are where the area under the rate is a whole number", () => {
    // From 0 to 8/s in 1 s: 4·t² arrivals after t seconds.
    const expected = [0, 1, 2, 3].map((k) => Math.sqrt(k / 4) * 1000)
    all({ from: 0, to: 8, ms: 1000 }).forEach((at, k) => assert.closeTo(at, expected[k] ?? Number.NaN, 1e-6))
    assert.strictEqual(all({ from: 0, to: 8, ms: 1000 }).length, 4)
  })

  it("of a falling ramp become rarer", () => {
    // 8·t - 4·t² arrivals.
    const expected = [0, 1, 2, 3].map((k) => (1 - Math.sqrt(1 - k / 4)) * 1000)
    all({ from: 8, to: 0, ms: 1000 }).forEach((at, k) => assert.closeTo(at, expected[k] ?? Number.NaN, 1e-6))
  })

  it("go on over stages where the area goes on, also over one without any", () => {
    assert.deepStrictEqual(all(steady(2, 1000), steady(0, 1000), steady(2, 1000)), [0, 500, 2000, 2500])
    // Half an arrival remains from the first stage.
    assert.deepStrictEqual(all(steady(1, 1500), steady(2, 1000)), [0, 1000, 1750, 2250])
  })

  it("jump to another rate at a stage without time", () => {
    const { segments } = course({ stages: [{ duration: "0s", rate: "2/s" }, { duration: "1s" }] })
    assert.deepStrictEqual([...arrivals({ segments })], [0, 500])
  })

  it("never go back in time, stay within the load, and are as many as the area says", () => {
    const segment = fc.record({
      from: fc.integer({ min: 0, max: 40 }),
      to: fc.integer({ min: 0, max: 40 }),
      ms: fc.integer({ min: 1, max: 5000 })
    })
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const found = all(...segments)
        const end = segments.reduce((sum, { ms }) => sum + ms, 0)
        assert.strictEqual(found.length, arrivalsIn(segments))
        found.forEach((at, k) => assert.isTrue(at >= (found[k - 1] ?? 0) && at <= end, `${at} at ${k}`))
      })
    )
  })
})

describe("virtual users", () => {
  it("all begin at once where their number is steady", () => {
    const { segments } = course({ users: 3, duration: "2s" })
    for (const n of [1, 2, 3]) assert.deepStrictEqual(spansOf({ segments }, n), [{ from: 0, to: 2000 }])
    assert.deepStrictEqual(spansOf({ segments }, 4), [])
  })

  it("come one after the other on a ramp, and leave in the opposite order", () => {
    const { segments } = course({
      stages: [{ duration: "10s", users: 10 }, { duration: "5s" }, { duration: "10s", users: 0 }]
    })
    assert.deepStrictEqual(spansOf({ segments }, 1), [{ from: 0, to: 25_000 }])
    assert.deepStrictEqual(spansOf({ segments }, 10), [{ from: 9000, to: 16_000 }])
  })

  it("come back with the next ramp", () => {
    const { segments } = course({
      users: 2,
      stages: [
        { duration: "2s", users: 0 },
        { duration: "2s", users: 2 }
      ]
    })
    assert.deepStrictEqual(spansOf({ segments }, 2), [
      { from: 0, to: 1000 },
      { from: 3000, to: 4000 }
    ])
  })

  it("are so many at each moment as the level says", () => {
    const plan = course({
      users: 1,
      stages: [
        { duration: "7s", users: 9 },
        { duration: "3s", users: 4 }
      ]
    })
    for (let ms = 0; ms < plan.duration_ms; ms += 137) {
      const playing = Array.from({ length: 9 }, (_, i) => spansOf(plan, i + 1)).filter((spans) =>
        spans.some(({ from, to }) => from <= ms && ms < to)
      ).length
      const level = levelAt(plan, ms)
      assert.isTrue(Math.abs(playing - level) <= 1, `${playing} of ${level} at ${ms}`)
    }
  })
})
