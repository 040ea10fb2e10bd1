/** The step of action.yml alone: how it starts npx where that is a script of Windows, and what it writes to the runner. */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { ROOT } from "../src/Packed.ts"

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backlot-play-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Windows as the step sees it: a Node in a folder with a space, its npm, and nothing else that could be started. */
const onWindows = (inputs: Readonly<Record<string, string>>, hasNpm = true) => {
  const home = join(folder, "Program Files", "nodejs")
  mkdirSync(join(home, "node_modules/npm/bin"), { recursive: true })
  symlinkSync(process.execPath, join(home, "node"))
  const typed = "console.log(JSON.stringify(process.argv.slice(2)))"
  if (hasNpm) writeFileSync(join(home, "node_modules/npm/bin/npx-cli.js"), typed)
  const machine = `Object.defineProperty(process, "platform", { value: "win32" })
process.execPath = ${JSON.stringify(join(home, "node"))}`
  writeFileSync(join(folder, "machine.mjs"), machine)
  const variables = Object.entries(inputs).map(([name, value]) => [`BACKLOT_ACTION_${name}`, value])
  const output = join(folder, "output")
  const args = ["--import", pathToFileURL(join(folder, "machine.mjs")).href, join(ROOT, "ci/play.mjs")]
  const env = { ...Object.fromEntries(variables), GITHUB_OUTPUT: output, RUNNER_TEMP: folder, PATH: "" }
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" })
  return { lines: stdout.split("\n").slice(0, -1), status, output: readFileSync(output, "utf8") }
}

describe("the step that plays", () => {
  it("hands each word to npx as it is, without a shell of Windows between them", () => {
    const words = "--grep 'adopt a pet' --tags 'a&b|c'"
    const { lines, status } = onWindows({ SCENARIOS: "backlot", VERSION: ">=1 <2", ARGS: words })
    const [given = "[]"] = lines.slice(-1)
    const typed: ReadonlyArray<string> = JSON.parse(given)
    expect(typed.slice(0, 5)).toEqual(["--yes", "--package=backlot@>=1 <2", "backlot", "simulate", "backlot"])
    expect(typed.slice(-4)).toEqual(["--grep", "adopt a pet", "--tags", "a&b|c"])
    expect(status).toBe(0)
  })

  it("writes one line for a text of several, whatever it says, and the report's folder first", () => {
    const forged = "--grep 'a\n::error::forged'"
    for (const line of onWindows({ ARGS: forged }).lines) expect(line).not.toMatch(/^\s*::/)
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    const { lines, output, status } = onWindows({ ARGS: "'100%\n::error::forged" })
    expect(lines).toEqual(["::error title=Backlot::a quote has no end: '100%25%0A::error::forged"])
    expect(output).toMatch(/^report=\S+backlot-report-\d+\n$/)
    expect(status).toBe(2)
  })

  it("says what to do where there is no npm", () => {
    const { lines, status } = onWindows({}, false)
    expect(lines).toEqual([
      expect.stringMatching(/^::error title=Backlot::there is no npm beside .*: add backlot to devDependencies/)
    ])
    expect(status).toBe(2)
  })
})
