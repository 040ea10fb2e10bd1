/** The folder of traces: whose files it removes, and what a trace does that cannot be written. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { traceFor } from "../../src/library/Trace.ts"
import { closeFolder, NOTE, openFolder } from "../../src/library/TraceFolder.ts"

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backlot-traces-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const FILE = "/project/pets.test.ts"

const traced = (run: number, test: string | undefined, warnings: Array<string> = []) => {
  const trace = traceFor({ BACKLOT_TRACES: folder, BACKLOT_TRACES_RUN: String(run) }, (line) => warnings.push(line))
  trace?.usedIn(FILE, test)
  return trace
}

/** No process has it: a pid is below 2^22. */
const ENDED = 2 ** 30

describe("the folder of traces", () => {
  it.each([
    ["a file that a test of ours once had", "tests.json", "[]"],
    ["a file of our name with other JSON", NOTE, '{"file":"a","tests":[]}'],
    ["the half of a file of our name", NOTE, '{"is":"a trace of Back']
  ])("keeps a folder of the user's with %s, at the start and at the end", (_, name, text) => {
    mkdirSync(join(folder, "data"))
    writeFileSync(join(folder, "data", name), text)
    openFolder({ folder })
    expect(closeFolder(folder, [{ file: "a", name: undefined }], false)).toBe("")
    expect(readdirSync(join(folder, "data"))).toEqual([name])
  })

  it("removes the traces of runs that have ended and keeps those of one that goes on", () => {
    traced(ENDED, "ended")
    traced(process.ppid, "goes on")
    traced(process.pid, "of an earlier run of this watcher")
    openFolder({ folder })
    expect(readdirSync(folder)).toEqual(["pets-test-ts-goes-on"])
    traced(process.pid, "passes")
    expect(closeFolder(folder, [], false)).toBe("")
    expect(readdirSync(folder)).toEqual(["pets-test-ts-goes-on"])
  })

  it("keeps every trace of a file whose hook failed", async () => {
    traced(process.pid, "passes")
    const inHook = traced(process.pid, undefined)
    await inHook?.write({ transcript: "", traces: [], logs: [] })
    const told = closeFolder(folder, [{ file: FILE, name: undefined }], false)
    expect(told.match(/ {2}pets\.test\.ts: a hook\n/g)).toHaveLength(2)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it("writes no command of a test's name to GitHub's runner", () => {
    const name = "adopts\n::error::forged\n##[error]forged"
    traced(process.pid, name)
    const lines = closeFolder(folder, [{ file: FILE, name }], true).split("\n")
    const mark = lines[1]?.replace("::stop-commands::", "") ?? ""
    expect(mark).toMatch(/^[0-9a-f-]{36}$/)
    const end = lines.indexOf(`::${mark}::`)
    expect(end).toBeGreaterThan(lines.lastIndexOf("::error::forged"))
    expect(lines.slice(end + 1)).toEqual([expect.stringMatching(/^::notice file=[^\n]*adopts%0A/), ""])
  })
})

describe("a trace that cannot be written", () => {
  it("is given up with one warning, and the test goes on", async () => {
    const warnings: Array<string> = []
    rmSync(folder, { recursive: true })
    writeFileSync(folder, "a file where the folder was")
    const trace = traced(process.pid, "first", warnings)
    trace?.usedIn(FILE, "second")
    await trace?.write({ transcript: "", traces: [], logs: [] })
    expect(warnings).toEqual([expect.stringMatching(/^The trace of this test cannot be written: \S/)])
    expect(trace?.path).toBeUndefined()
  })

  it("is made in a folder that a run beside it has removed", () => {
    rmSync(folder, { recursive: true })
    expect(existsSync(join(traced(process.pid, "adopts")?.path ?? "", NOTE))).toBe(true)
  })
})
