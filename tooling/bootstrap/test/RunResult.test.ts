import { expect, it } from "vitest"
import { closingLine, officialCheck, outcome } from "../src/RunResult.mjs"

const result = { passed: 3, failed: 0, judged: 5, undescribed: 1, unjudged: 0 }

it("a run in which everything passed has no failure", () => {
  expect(outcome(result, [])).toEqual({ passed: 3, failed: 0, faults: [] })
})

it("failed tests are counted, and each failed step once", () => {
  expect(outcome({ ...result, failed: 2 }, ["style: see `npm run lint`"])).toEqual({
    passed: 3,
    failed: 3,
    faults: ["style: see `npm run lint`"]
  })
})

it.each([
  ["a run without a test", { ...result, passed: 0 }, "no test ran"],
  ["tests that ended without a result", undefined, "the tests ended without a result"]
])("%s fails", (_, given, fault) => {
  expect(outcome(given, [])).toEqual({ passed: 0, failed: 1, faults: [fault] })
})

it("answers that the official document judged are told", () => {
  expect(officialCheck(result, true)).toEqual({
    line: "official OpenAPI document: 5 answers judged, 1 of operations it does not describe",
    fault: undefined
  })
})

it.each([
  { ...result, judged: 0 },
  { ...result, unjudged: 2 }
])("a document that was given and did not judge everything fails the run: %j", (given) => {
  expect(officialCheck(given, true).fault).toContain("were not judged by it")
})

it("without the official document the line says how many answers it did not judge", () => {
  const { line, fault } = officialCheck({ ...result, judged: 0, unjudged: 7 }, false)
  expect(line).toContain("not given, so 7 answers were not judged by it")
  expect(fault).toBeUndefined()
})

it("the closing line has the counts", () => {
  expect(closingLine(12, 1)).toBe("12 passed, 1 failed")
})
