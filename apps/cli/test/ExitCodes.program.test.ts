/** Each exit code of a real process, once. Source: product.md "First minute" (exit codes). */
import { writeFile } from "node:fs/promises"
import { expect, it } from "vitest"
import { Backlot, stop } from "./Backlot.ts"

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
  ["3: a world that cannot be used", ["serve", "--world", "nowhere.yaml"], 3],
  ["that of the command of exec", ["exec", "--", process.execPath, "--eval", "process.exit(7)"], 7]
] as const)("the program ends with %s", async (_, args, code) => {
  await writeFile(backlot.path("failing.scenario.yaml"), FAILING)
  expect((await backlot.spawn(args)).code).toBe(code)
})

it("a server that SIGTERM ends, ends with 0", async () => {
  const running = backlot.launch(["serve", "--memory", "--port", "0"])
  await running.line(/Control base/)
  expect((await stop(running)).code).toBe(0)
})

it("a run of scenarios that SIGINT ends, ends with 130", async () => {
  const running = backlot.launch(["simulate", "--random", "--storage", "memory", "--duration", "1h"])
  await running.line(/seed \d+/)
  expect((await stop(running, "SIGINT")).code).toBe(130)
})
