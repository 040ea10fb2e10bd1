import { expect, it } from "vitest"
import { type Figure, type Goal, goalText, judge } from "../src/Row.ts"

const figure = (goal: Goal, ...ratios: ReadonlyArray<number>): Figure => ({
  benchmark: "list",
  unit: "requests/s",
  ours: 1,
  baseline: 2,
  ratios,
  goal,
  notes: "",
  raw: null
})

it.each([
  { what: "a throughput at its bound meets it", goal: { least: 0.5 }, ratios: [0.5], met: true },
  { what: "a throughput is judged by the smaller ratio", goal: { least: 0.5 }, ratios: [0.8, 0.4], met: false },
  { what: "under three times is not three times", goal: { below: 3 }, ratios: [3], met: false },
  { what: "just under three times is under it", goal: { below: 3 }, ratios: [2.99], met: true },
  { what: "within a factor includes the factor", goal: { most: 1.5 }, ratios: [1.5], met: true },
  { what: "a latency is judged by the larger ratio", goal: { most: 1.5 }, ratios: [1, 1.6], met: false },
  { what: "a figure with a bound of its own is judged by itself", goal: { oursBelow: 1.1 }, ratios: [9], met: true },
  { what: "a figure at its own bound is not below it", goal: { oursBelow: 1 }, ratios: [0.1], met: false },
  { what: "a rate with a least of its own includes it", goal: { oursLeast: 1 }, ratios: [0.1], met: true },
  { what: "a rate below its own least misses it", goal: { oursLeast: 1.1 }, ratios: [9], met: false },
  { what: "a figure without a goal is neither met nor missed", goal: "none", ratios: [9], met: undefined },
  { what: "a throughput that could not be measured is missed", goal: { least: 0.5 }, ratios: [Number.NaN], met: false },
  { what: "a latency that could not be measured is missed", goal: { below: 3 }, ratios: [Number.NaN], met: false }
] as const)("$what", ({ goal, ratios, met }) => {
  expect(judge(figure(goal, ...ratios)).met).toBe(met)
})

it("the ratio of a row is the one it was judged by", () => {
  expect(judge(figure({ least: 0.5 }, 0.8, 0.4)).ratio).toBe(0.4)
  expect(judge(figure({ below: 3 }, 2, 4)).ratio).toBe(4)
})

it.each([
  { what: "both are reached", ratio: 0.3, floor: 0.6, met: true, reach: 1.2 },
  { what: "the floor is too far", ratio: 0.3, floor: 0.4, met: false, reach: 0.8 },
  { what: "the baseline is too far", ratio: 0.1, floor: 0.6, met: false, reach: 0.5 }
])("a goal for baseline and floor is judged by both: $what", ({ ratio, floor, met, reach }) => {
  const goal = { least: 0.2, leastOfFloor: 0.5 }
  const row = judge({ ...figure(goal, ratio), floor: { value: 1, ratios: [0.9, floor] } })
  expect(row).toMatchObject({ met, ofFloor: floor, ratio })
  expect(row.reach).toBeCloseTo(reach)
})

it("without a floor a goal for it is missed", () => {
  expect(judge(figure({ least: 0.2, leastOfFloor: 0.5 }, 1))).toMatchObject({ met: false, ofFloor: undefined })
})

it("a goal reads as its bound", () => {
  expect(
    [{ least: 0.5 }, { below: 3 }, { most: 1.5 }, { oursBelow: 400 }, { oursMost: 300 }, "none" as const].map((goal) =>
      goalText(goal as Goal)
    )
  ).toEqual(["≥ 0.5", "< 3", "≤ 1.5", "ours < 400", "ours ≤ 300", "–"])
})
