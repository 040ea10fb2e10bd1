import { expect, it } from "vitest"
import { closingLine, officialCheck, outcome, parseRecord, TaskLogs, testCounts } from "../src/TestReport.mjs"

const logs = (...lines: ReadonlyArray<readonly [source: string, text: string, level?: string]>) => {
  const all = new TaskLogs()
  for (const [source, text, level = "stdout"] of lines) all.add({ source, level, text })
  return all
}

const started = "cache miss, executing 0123456789abcdef"

it.each([
  ["      Tests  12 passed (12)", { passed: 12, failed: 0 }],
  ["Tests  1 failed | 11 passed (12)", { passed: 11, failed: 1 }],
  ["      Tests  2 failed (2)", { passed: 0, failed: 2 }],
  ["Tests  3 passed | 1 skipped (4)", { passed: 3, failed: 0 }],
  [" Test Files  1 passed (1)", undefined],
  ["      Tests  no tests", undefined],
  ["the log says Tests  12 passed (12)", undefined]
])("counts come from vitest's closing line only: %j", (text, counts) => {
  expect(testCounts(text)).toEqual(counts)
})

it("a record of turbo is read without its colours", () => {
  const line = JSON.stringify({ source: "a#test", level: "stdout", timestamp: 1, text: "\u001b[2m Tests \u001b[22m x" })
  expect(parseRecord(line)).toEqual({ source: "a#test", level: "stdout", text: " Tests  x" })
})

it.each(["", "• turbo 2", "{broken", '{"level":"info"}'])("%j is no record", (line) => {
  expect(parseRecord(line)).toBeUndefined()
})

it("counts of all packages are summed", () => {
  const all = logs(
    ["a#test", started],
    ["a#test", "Tests  3 passed (3)"],
    ["b#conformance", "cache hit, replaying logs 0123456789abcdef"],
    ["b#conformance", "Tests  4 passed (4)"]
  )
  expect(outcome(all, 0)).toEqual({ passed: 7, failed: 0, faults: [] })
})

it("a task's last counts count, so that a test may print such a line", () => {
  const all = logs(["a#test", "Tests  99 passed (99)"], ["a#test", "Tests  1 failed | 2 passed (3)"])
  expect(outcome(all, 1)).toMatchObject({ passed: 2, failed: 1 })
})

it("a build task's output is not counted", () => {
  const all = logs(["a#build", "Tests  99 passed (99)"], ["a#test", "Tests  1 passed (1)"])
  expect(outcome(all, 0)).toMatchObject({ passed: 1, failed: 0 })
})

it("failed tests of a failed task are counted once", () => {
  const all = logs(["a#test", "Tests  2 failed | 1 passed (3)"], ["turbo", "Failed:    a#test"])
  expect(outcome(all, 1)).toEqual({ passed: 1, failed: 2, faults: ["a#test: 2 failed"] })
})

it("a task that fails without a failed test is one failure", () => {
  const all = logs(
    ["a#test", "Tests  1 passed (1)"],
    ["b#build", "error TS2322"],
    ["c#test", "Tests  5 passed (5)"],
    ["turbo", " Failed:    b#build, c#test"]
  )
  expect(outcome(all, 2)).toMatchObject({ passed: 6, failed: 2 })
})

it("a test task without counts is one failure", () => {
  const all = logs(["a#test", started], ["b#test", "Tests  1 passed (1)"])
  expect(outcome(all, 0)).toMatchObject({ passed: 1, failed: 1 })
})

it("a run without a test is a failure", () => {
  expect(outcome(logs(["a#build", started]), 0)).toMatchObject({ passed: 0, failed: 1 })
})

it("a run that turbo could not start is a failure and shows why", () => {
  const all = logs(["turbo", "could not resolve workspaces", "error"])
  expect(outcome(all, 1)).toMatchObject({ passed: 0, failed: 1 })
  expect(all.complaints()).toEqual(["could not resolve workspaces"])
})

it("the closing line is what a machine reads", () => {
  expect(closingLine(12, 1)).toBe("12 passed, 1 failed")
})

const ANSWERS = "Official document: 40 answers judged, 1 not described by it, 0 not judged"
const UNJUDGED = "Official document: 0 answers judged, 0 not described by it, 7 not judged"

it("answers judged by the official document are summed over all test files", () => {
  expect(officialCheck(["stdout | test/A.test.ts", ANSWERS, ANSWERS], true)).toEqual({
    line: "official OpenAPI document: 80 answers judged, 2 of operations it does not describe",
    fault: undefined
  })
})

it("the run says how many answers it did not judge, and what to do", () => {
  expect(officialCheck([UNJUDGED, UNJUDGED], false)).toEqual({
    line: "official OpenAPI document: not given, so 14 answers were not judged by it; set BACKLOT_OFFICIAL_OPENAPI to its path",
    fault: undefined
  })
})

it.each([
  ["judges nothing", []],
  ["leaves answers out", [ANSWERS, UNJUDGED]]
])("a document that was given and %s is a fault", (_, lines) => {
  expect(officialCheck(lines, true).fault).toContain("was given")
})
