import { expect, it } from "vitest"
import { judge } from "../src/Row.ts"
import { shown, tableOf } from "../src/Table.ts"

it("the table has one aligned line per row, and says which goal is missed", () => {
  const common = { unit: "requests/s", raw: null }
  const rows = [
    {
      ...common,
      benchmark: "list",
      ours: 12_345.6,
      baseline: 20_000,
      ratios: [0.617],
      goal: { least: 0.5 },
      notes: ""
    },
    {
      ...common,
      benchmark: "upsert",
      ours: 900,
      baseline: 9_000,
      ratios: [0.1],
      floor: { value: 3_000, ratios: [0.3] },
      goal: { least: 0.25 },
      notes: "CPU"
    }
  ].map(judge)
  expect(tableOf(rows).split("\n")).toEqual([
    "benchmark    ours  baseline  floor  unit        ratio  of floor  goal    met?  beside it",
    "─────────  ──────  ────────  ─────  ──────────  ─────  ────────  ──────  ────  ─────────",
    "list       12,346    20,000      –  requests/s   0.62         –  ≥ 0.5   yes",
    "upsert        900     9,000  3,000  requests/s   0.10      0.30  ≥ 0.25  NO    CPU"
  ])
})

it.each([
  [0.0449, "0.04"],
  [9.876, "9.88"],
  [12.34, "12.3"],
  [123.4, "123"],
  [1_234_567, "1,234,567"],
  [Number.NaN, "–"]
])("%d is shown as %s", (value, text) => {
  expect(shown(value)).toBe(text)
})
