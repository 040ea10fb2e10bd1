/**
 * Each exit code of a real process, once. Source: product.md "First minute" (exit codes). Those after a signal are in
 * Serve, Simulate and Exec, as is that of a command that `exec` runs.
 */
import { writeFile } from "node:fs/promises"
import { expect, it } from "vitest"
import { Backlot } from "./Backlot.ts"

const backlot = Backlot.inEachTest()

const FAILING = `
name: nobody may ban
steps:
  - { as: alice, in: general, use: "/ban", expect: { state: responded } }
`

it.each([
  ["0: all is well", ["--version"], 0],
  ["1: an expectation failed", ["simulate", "failing.scenario.yaml"], 1],
  ["2: bad usage", ["serve", "--nope"], 2],
  ["3: a world that cannot be used", ["serve", "--world", "nowhere.yaml"], 3]
] as const)("the program ends with %s", async (_, args, code) => {
  await writeFile(backlot.path("failing.scenario.yaml"), FAILING)
  expect((await backlot.spawn(args)).code).toBe(code)
})
