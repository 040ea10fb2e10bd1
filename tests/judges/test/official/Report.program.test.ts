import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { forgetReport, nameReport, REPORT_VARIABLE, readReport, report } from "../../src/official/Report.ts"

const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-official-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it("a test file of which no child told anything leaves nothing, not even while it runs", () => {
  const file = process.env[REPORT_VARIABLE] ?? ""
  expect(basename(file)).toMatch(/^\d+-\d+\.jsonl$/)
  expect(existsSync(file)).toBe(false)
})

it("what children told is read, and forgotten for the next test file", () => {
  const folder = temporaryFolder()
  const file = nameReport(folder)
  report(file, { kind: "conforms" })
  expect(readReport(file)).toEqual([{ kind: "conforms" }])
  forgetReport(file)
  expect(readReport(file)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

it("what a killed worker left is removed by the next, what running ones have is not", () => {
  const folder = temporaryFolder()
  const killed = spawnSync(process.execPath, ["-e", "process.kill(process.pid, 'SIGKILL')"]).pid
  const own = nameReport(folder)
  const [left, kept] = [`${killed}-0.jsonl`, `${process.ppid}-0.jsonl`]
  for (const name of [left, kept, basename(own)]) writeFileSync(join(folder, name), "")
  expect(nameReport(folder)).toBe(own)
  expect(readdirSync(folder)).toEqual([kept])
})
