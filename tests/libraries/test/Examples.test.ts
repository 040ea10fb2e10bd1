/** The examples, each an app of another kind: their scenario files and what their READMEs say, by the built program. */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { commandsIn, examples, ROOT } from "./ExampleFiles.ts"
import { runAsWritten } from "./ExampleRun.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const MOST_MS = 240_000

const EXAMPLES = examples()

interface Played {
  readonly file: string
  readonly name: string
  readonly status: string
}

describe("the scenario files of the examples", () => {
  let played: ReadonlyArray<Played> = []
  let printed = ""

  beforeAll(async () => {
    const args = [PROGRAM, "simulate", "examples", "--parallel", "2", "--report", "json"]
    const run = await promisify(execFile)(process.execPath, args, {
      cwd: ROOT,
      env: childEnvironment(),
      timeout: MOST_MS,
      maxBuffer: 64 * 1024 * 1024
    }).catch((failed: { readonly stdout: string; readonly stderr: string }) => failed)
    printed = run.stderr
    const report: { readonly scenarios: ReadonlyArray<Played> } = JSON.parse(run.stdout)
    played = report.scenarios.map((one) => ({ ...one, file: relative(ROOT, resolve(ROOT, one.file)) }))
  }, MOST_MS)

  it("are of at least nine apps on Node", () => {
    expect(EXAMPLES.filter(({ scenarios }) => scenarios.length > 0).length).toBeGreaterThanOrEqual(9)
  })

  it.each(EXAMPLES.flatMap(({ scenarios }) => scenarios))("%s passes", (file) => {
    const mine = played.filter((one) => one.file === file)
    expect(mine.length, printed).toBeGreaterThan(0)
    expect(mine.map(({ name, status }) => `${name}: ${status}`)).toEqual(mine.map(({ name }) => `${name}: passed`))
  })

  it("have the names that the README of the repository shows", () => {
    const page = readFileSync(join(ROOT, "README.md"), "utf8")
    const [, shown = ""] = /simulate examples\/demo-app +# (.+)/.exec(page) ?? []
    const names = played.filter(({ file }) => file.startsWith("examples/demo-app/")).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Array.from(shown.matchAll(/✓ ([^,]+)/g), ([, name]) => name)))
    expect(shown).toMatch(/✓/)
  })
})

describe.each(EXAMPLES)("the README of examples/$name", ({ name, readme, commands, tests }) => {
  const starts = commands.filter((command) => command.startsWith("npm run backlot -- exec "))
  const curls = commands.filter((command) => command.startsWith("curl "))

  it("has one command that starts it, one that tests it, and names files that there are", () => {
    expect(starts).toHaveLength(1)
    expect(commands.filter((command) => / simulate /.test(command))).toEqual([
      `npm run backlot -- simulate examples/${name}`
    ])
    const named = commands.flatMap((command) => command.match(/\bexamples\/\S+/g) ?? [])
    expect(named.length).toBeGreaterThanOrEqual(2)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it("names each of its scenario files and tests, and none that is gone", () => {
    const named = readme.match(/[\w-]+\.(?:scenario\.\w+|(?:program\.)?test\.ts)/g) ?? []
    expect(new Set(named)).toEqual(new Set(tests))
  })

  it("starts it and uses it as is written", { timeout: 90_000 }, async () => {
    const { answer, printed, code } = await runAsWritten(starts[0] ?? "", curls[0] ?? "")
    expect(answer, printed).toMatchObject({ status: 200, state: expect.stringMatching(/^(?:responded|deferred)$/) })
    expect(code).not.toBe(null)
  })
})

it("the scenario file of the README passes, with the demo app for its bot", { timeout: 90_000 }, async () => {
  const page = readFileSync(join(ROOT, "README.md"), "utf8")
  const [, text = ""] = /^```yaml\n(# adopt\.scenario\.yaml\n[\s\S]*?)^```/m.exec(page) ?? []
  const folder = mkdtempSync(join(tmpdir(), "backlot-readme-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, "adopt.scenario.yaml"),
    text.replace("bot.mjs", join(ROOT, "examples/demo-app/src/main.ts"))
  )
  const run = await promisify(execFile)(process.execPath, [PROGRAM, "simulate", folder], { env: childEnvironment() })
  expect(run.stdout).toContain("Scenarios  1 passed (1)")
})

it("commands of a page are read with what continues them, without comments", () => {
  expect(commandsIn("```sh\na \\\n  b   # c\n\nd\n```\n")).toEqual(["a b", "d"])
})
