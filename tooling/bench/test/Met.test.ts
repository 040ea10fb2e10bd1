import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { checkText, lost, type Met, readMet, recorded, writeMet } from "../src/Met.ts"
import { type Goal, judge, type Row } from "../src/Row.ts"

const row = (goal: Goal, ratio: number, benchmark = "list"): Row =>
  judge({ benchmark, unit: "requests/s", ours: ratio, baseline: 1, ratios: [ratio], goal, notes: "", raw: null })

const once = (goal: string): Met => ({ list: { goal, reached: 0.8 } })

it.each([
  { what: "met again", goal: { least: 0.5 }, ratio: 0.5, isLost: false },
  { what: "missed by less than a tenth", goal: { least: 0.5 }, ratio: 0.46, isLost: false },
  { what: "missed by more than a tenth", goal: { least: 0.5 }, ratio: 0.44, isLost: true },
  { what: "a latency missed by less than a tenth", goal: { below: 3 }, ratio: 3.2, isLost: false },
  { what: "a latency missed by more than a tenth", goal: { below: 3 }, ratio: 3.4, isLost: true },
  { what: "an own figure missed by more than a tenth", goal: { oursMost: 300 }, ratio: 340, isLost: true },
  { what: "a figure that could not be measured", goal: { least: 0.5 }, ratio: Number.NaN, isLost: true }
])("a goal that was met once is lost when it is missed by more than a tenth: $what", ({ goal, ratio, isLost }) => {
  const now = row(goal, ratio)
  const text = "least" in goal ? "≥ 0.5" : "below" in goal ? "< 3" : "ours ≤ 300"
  expect(lost(once(text), [now])).toEqual(isLost ? [now] : [])
})

it.each([
  { what: "it was never met", met: {} },
  { what: "another goal was met", met: once("≥ 0.4") }
])("a missed goal fails nothing when $what, but is shown", ({ met }) => {
  const rows = [row({ least: 0.5 }, 0.1)]
  expect(lost(met, rows)).toEqual([])
  expect(checkText(met, rows)).toBe("never met: list: 0.10, goal ≥ 0.5\nNo goal that was met is lost.")
})

it("a lost goal says what was reached once, and what to do", () => {
  const text = checkText(once("≥ 0.5"), [row({ least: 0.5 }, 0.1)])
  expect(text).toContain("lost: list: 0.10, goal ≥ 0.5, once 0.80")
  expect(text).toContain("npm run bench -- --parts")
})

it("a record keeps what was met before and adds what is met now", () => {
  const rows = [row({ least: 0.5 }, 0.61234), row({ least: 0.5 }, 0.1, "upsert"), row("none", 9, "embed")]
  const before = { upsert: { goal: "≥ 0.5", reached: 0.6 }, list: { goal: "≥ 0.4", reached: 0.4 } }
  expect(recorded(before, rows)).toEqual({ upsert: before.upsert, list: { goal: "≥ 0.5", reached: 0.612 } })
})

it("the file is sorted, one goal on a line, and is read as it was written", () => {
  const file = join(mkdtempSync(join(tmpdir(), "backlot-met-")), "met.json")
  const met = { upsert: { goal: "≥ 0.25", reached: 0.3 }, list: { goal: "≥ 0.7", reached: 0.8 } }
  writeMet(met, file)
  expect(readFileSync(file, "utf8").split("\n")).toEqual([
    "{",
    '  "list": { "goal": "≥ 0.7", "reached": 0.8 },',
    '  "upsert": { "goal": "≥ 0.25", "reached": 0.3 }',
    "}",
    ""
  ])
  expect(readMet(file)).toEqual(met)
})

it("the committed file can be read, and is sorted", () => {
  const names = Object.keys(readMet())
  expect(names).toEqual([...names].sort())
})
