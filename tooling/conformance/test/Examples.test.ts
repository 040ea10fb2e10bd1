/** The examples, each an app of another kind, with the scenario files beside them: played by the built program. */
import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/official/ChildEnvironment"
import { beforeAll, describe, expect, it } from "vitest"

const ROOT = join(import.meta.dirname, "../../..")
const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const MOST_MS = 150_000

const files = readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.scenario\.\w+$/.test(path) && !path.includes("node_modules"))
  .map((path) => join("examples", path))
  .sort()

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

  it("are of at least six apps", () => {
    expect(new Set(files.map((file) => file.split("/")[1])).size).toBeGreaterThanOrEqual(6)
  })

  it.each(files)("%s passes", (file) => {
    const mine = played.filter((one) => one.file === file)
    expect(mine.length, printed).toBeGreaterThan(0)
    expect(mine.map(({ name, status }) => `${name}: ${status}`)).toEqual(mine.map(({ name }) => `${name}: passed`))
  })
})
