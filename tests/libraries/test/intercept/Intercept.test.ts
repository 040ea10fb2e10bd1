/** Unmodified bots, with the token of a real bot and no option of Backlot: `intercept` leads them. */
import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { beforeAll, expect, it } from "vitest"
import { ROOT } from "../ExampleFiles.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const FILES = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".scenario.yaml"))

interface Report {
  readonly scenarios: ReadonlyArray<{ readonly file: string; readonly status: string; readonly failure?: unknown }>
}

let report: Report

beforeAll(async () => {
  const args = [PROGRAM, "simulate", ".", "--report", "json"]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: import.meta.dirname,
    env: childEnvironment(),
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024
  }).catch((failed: { readonly stdout: string }) => failed)
  report = JSON.parse(stdout)
}, 60_000)

it("are of several libraries", () => {
  expect(FILES.length).toBeGreaterThanOrEqual(4)
})

it.each(FILES)("%s passes", (name) => {
  const played = report.scenarios.find(({ file }) => basename(file) === name)
  expect(played?.status, JSON.stringify(played?.failure)).toBe("passed")
})
