import { spawnSync } from "node:child_process"
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { forgetReport, nameReport, REPORT_VARIABLE, reportReader } from "../../src/official/Report.ts"

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

const ANSWER = { method: "GET", target: "/api/v10/users/@me", status: 200, contentType: "application/json", body: "{}" }

it("what children told is read once, and forgotten for the next test file", () => {
  const folder = temporaryFolder()
  const file = nameReport(folder)
  const read = reportReader(file)
  expect([...read()]).toEqual([])
  appendFileSync(file, `${JSON.stringify(ANSWER)}\n`)
  expect([...read()]).toEqual([ANSWER])
  expect([...read()]).toEqual([])
  forgetReport(file)
  expect([...reportReader(file)()]).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

it("answers of any length are read, and one that is still being written when it is whole", () => {
  const file = nameReport(temporaryFolder())
  const read = reportReader(file)
  const long = { ...ANSWER, body: "\u00fc".repeat(1_500_000) }
  const last = `${JSON.stringify({ ...ANSWER, status: 404 })}\n`
  appendFileSync(file, [ANSWER, long, ANSWER].map((one) => `${JSON.stringify(one)}\n`).join("") + last.slice(0, 30))
  expect([...read()].map(({ body }) => body.length)).toEqual([2, 1_500_000, 2])
  appendFileSync(file, last.slice(30))
  expect([...read()].map(({ status }) => status)).toEqual([404])
})

it("the half line of a child that was killed takes no other answer with it", () => {
  const file = nameReport(temporaryFolder())
  appendFileSync(file, JSON.stringify(ANSWER).slice(0, 30))
  appendFileSync(file, `\n${JSON.stringify(ANSWER)}\n`)
  expect([...reportReader(file)()]).toEqual([ANSWER])
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
