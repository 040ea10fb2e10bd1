/** action.yml and the workflows of docs/ci.md, run step by step in projects with a bot that knows nothing of Backlot. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { ROOT, scenario, Workshop } from "../src/Packed.ts"
import { runAction, runSteps } from "../src/Runner.ts"

const workshop = new Workshop()
afterAll(() => workshop.remove())

const GREEN = { "backlot/ping.scenario.yaml": scenario("ping", "pong") }
const RED = { ...GREEN, "backlot/wrong.scenario.yaml": scenario("100%, wrong", "pang") }

describe("the action", () => {
  it("plays with a package that it gets itself, and uploads nothing of a run that passed", () => {
    const place = workshop.project(GREEN)
    const played = runAction(ROOT, { version: workshop.tarball }, place)
    expect(played.log).toContain("1 passed (1)")
    expect(played.failed).toBe(false)
    expect(played.summary).toContain("### ✅ Backlot: The scenario passed.")
    expect(played.outputs["play"]).toMatchObject({ "exit-code": "0" })
    expect(played.used).toEqual([{ uses: "actions/setup-node@v4", with: { "node-version": "24" } }])
  })

  it("of a run that failed annotates the line, sums it up and uploads the reports", () => {
    const place = workshop.project(RED)
    const played = runAction(ROOT, { version: workshop.tarball, "artifact-name": "mine" }, place)
    expect(played.failed).toBe(true)
    const file = join(place.workspace, "backlot/wrong.scenario.yaml")
    expect(played.log).toMatch(new RegExp(`^::error file=${file},line=7,col=\\d+,title=100%25%2C wrong%2C step 1`, "m"))
    expect(played.summary).toContain("### ❌ Backlot: 1 of 2 scenarios failed.")
    expect(played.summary).toContain("(backlot/wrong.scenario.yaml:7)")
    const { report = "" } = played.outputs["play"] ?? {}
    expect(played.outputs["play"]).toMatchObject({ "exit-code": "1" })
    const path = { name: "mine", path: report, "if-no-files-found": "ignore" }
    expect(played.used.at(-1)).toEqual({ uses: "actions/upload-artifact@v4", with: path })
    for (const name of ["backlot.xml", "backlot.html", "backlot.json", "summary.md", "traces"])
      expect(existsSync(join(report, name)), name).toBe(true)
    // The checkout stays as it was.
    expect(existsSync(join(place.workspace, "node_modules"))).toBe(false)
  })

  it("plays with the project's own package, in its folder, with the words that it is given", () => {
    const place = workshop.project(RED)
    workshop.run(place, "npm", "install", "--save-dev", workshop.tarball)
    const inputs = {
      "working-directory": "backlot",
      scenarios: "'ping.scenario.yaml' wrong.scenario.yaml",
      version: "0.0.0-nowhere",
      "node-version": "",
      args: "--grep 'ping' --retries=1",
      tags: "!slow",
      upload: "always"
    }
    const played = runAction(ROOT, inputs, place)
    expect(played.log).toContain("1 passed, 1 skipped (2)")
    expect(played.failed).toBe(false)
    expect(played.used.map(({ uses }) => uses)).toEqual(["actions/upload-artifact@v4"])
  })

  it("says in one annotation what is wrong with its inputs, and when nothing could be played", () => {
    const place = workshop.project(GREEN)
    const open = runAction(ROOT, { version: workshop.tarball, args: "--grep 'ping" }, place)
    expect([open.failed, open.log]).toEqual([true, "::error title=Backlot::a quote has no end: --grep 'ping\n"])
    // The upload fails without a path.
    expect(open.used.at(-1)).toMatchObject({ with: { path: expect.stringMatching(/\S/) } })
    const absent = runAction(ROOT, { version: workshop.tarball, scenarios: "nowhere", upload: "never" }, place)
    expect(absent.log).toContain("nowhere: there is no such file or folder")
    expect(absent.outputs["play"]).toMatchObject({ "exit-code": "2" })
    expect(absent.used.map(({ uses }) => uses)).toEqual(["actions/setup-node@v4"])
  })
})

/** The action as a page names it: the release of this tree has this tag. */
const ACTION = `OWNER/backlot@v${JSON.parse(readFileSync(join(ROOT, "apps/backlot/package.json"), "utf8")).version}`

/** What would reach a network or change this machine: it writes down what it was called with. */
const STUBS = ["pip", "sudo"]

const page = readFileSync(join(ROOT, "docs/ci.md"), "utf8")
const workflows = Array.from(page.matchAll(/^```yaml\n(name:[\s\S]*?)^```/gm), ([, text = ""]) => parse(text))

describe("a workflow of docs/ci.md", () => {
  it("is there for Node with and without the action, and for Python", () => {
    expect(workflows.map(({ name }) => name)).toEqual(["scenarios", "scenarios of a bot in Python", "test"])
  })

  it.each(workflows.map((workflow) => [workflow.name, workflow]))("%s", (_, workflow) => {
    const checkout = workshop.project({ ...RED, "commands.json": '{ "name": "ping", "description": "Answers" }' })
    const [bin, calls] = [join(checkout.temp, "bin"), join(checkout.temp, "calls")]
    mkdirSync(bin)
    writeFileSync(calls, "")
    for (const name of STUBS)
      writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} "$@" >> ${calls}\n`, { mode: 0o755 })
    const variables = { ...checkout.variables, PATH: `${bin}${delimiter}${checkout.variables["PATH"]}` }
    const place = { ...checkout, variables }
    const isPython = workflow.name.includes("Python")
    workshop.run(place, "npm", "install", "--save-dev", workshop.tarball)
    if (!isPython) rmSync(join(place.workspace, "node_modules"), { recursive: true })
    cpSync(join(place.workspace, "backlot"), join(place.workspace, "scenarios"), { recursive: true })
    for (const { steps } of Object.values<{ steps: Parameters<typeof runSteps>[0] }>(workflow.jobs)) {
      const played = runSteps(steps, place, { actions: { [ACTION]: ROOT } })
      // One Node for all: the native modules of the bot are built for the one that runs it.
      const nodes = played.used.flatMap(({ uses }, at) => (uses.startsWith("actions/setup-node@") ? at : []))
      expect(nodes).toEqual([isPython ? 2 : 1])
      const called = isPython ? "pip install -r requirements.txt\nsudo sysctl -w " : ""
      expect(readFileSync(calls, "utf8").slice(0, called.length)).toBe(called)
      expect(played.log).toContain("1 failed, 1 passed (2)")
      expect(played.log).toMatch(/^::error file=\S+wrong\.scenario\.yaml,line=7/m)
      expect(played.failed).toBe(true)
      const { with: given } = played.used.find(({ uses }) => uses.startsWith("actions/upload-artifact")) ?? {}
      for (const path of given?.["path"]?.split("\n") ?? []) expect(path).toMatch(/scenarios\.\*|traces|backlot-report/)
    }
  })
})
