import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readCosts } from "../src/nodes/Costs.ts"
import { mostOf, planOf } from "../src/scale/Model.ts"
import { GOAL, MACHINES, render } from "../src/scale/Page.ts"

it("docs/scale.md says what the model makes of the kept costs", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/scale.md"), "utf8")
  expect(page, "pnpm --filter @backlot/bench write").toBe(render(readCosts()))
})

it("each cost was measured", () => {
  const numbers = (value: unknown): ReadonlyArray<unknown> =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(numbers) : [value]
  for (const value of numbers(readCosts())) expect(value).not.toBeNull()
  for (const { nodeMicros, postgresMicros, trips, bytes } of Object.values(readCosts().operations))
    for (const cost of [nodeMicros, postgresMicros, trips, bytes]) expect(cost).toBeGreaterThan(0)
})

it("a million uses per second are beyond one PostgreSQL, by the first thing that it lacks", () => {
  const costs = readCosts()
  const { rate, short } = mostOf("use", costs, MACHINES)
  const plan = planOf(GOAL, costs, MACHINES)
  expect(plan).toMatchObject({ short })
  expect(plan?.groups).toBeGreaterThanOrEqual(Math.floor(GOAL.rates.use / rate))
})
