/** Unmodified bots, with the token of a real bot and no option of Backlot: `intercept` leads them. */
import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { beforeAll, expect, it } from "vitest"
import { ROOT } from "../ExampleFiles.ts"
import { discordPy, pythonOnInput } from "../steps/DiscordPy.ts"
import { hasCompiler, hasNamespaces } from "./Machine.ts"

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
    env: { ...childEnvironment(), PYTHON: pythonOnInput[0] },
    timeout: 150_000,
    maxBuffer: 64 * 1024 * 1024
  }).catch((failed: { readonly stdout: string }) => failed)
  report = JSON.parse(stdout)
}, 160_000)

it("are of several libraries", () => {
  expect(FILES.length).toBeGreaterThanOrEqual(4)
})

it.each(FILES)("%s passes, or says what this machine does not allow", (name) => {
  const played = report.scenarios.find(({ file }) => basename(file) === name)
  const failure = JSON.stringify(played?.failure)
  if (/namespace/.test(name) && !hasNamespaces()) expect(failure).toMatch(/cannot be led by a namespace: \S/)
  else if (/py/.test(name) && discordPy.missing !== undefined) expect(failure).toMatch(/No module named 'discord'/)
  else if (/resolver/.test(name) && !hasCompiler()) expect(failure).toMatch(/there is no C compiler/)
  else if (/py/.test(name) && !hasNamespaces() && !hasCompiler())
    expect(failure).toMatch(/cannot be led by a namespace: .*cannot be led by a resolver/)
  else expect(played?.status, failure).toBe("passed")
})
