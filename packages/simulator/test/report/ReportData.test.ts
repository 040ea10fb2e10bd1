import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { jsonReport } from "../../src/report/JsonReport.ts"
import { runOfReport } from "../../src/report/ReportData.ts"
import { attemptOf, indexOf } from "../../src/report/RunData.ts"
import { everything } from "./Sample.ts"

describe("a JSON report in the viewer", () => {
  it("shows the same as the HTML report of the run, but for the world", () => {
    const run = Result.getOrThrow(runOfReport(jsonReport(everything)))
    expect(run.scenarios).toEqual(JSON.parse(JSON.stringify(indexOf(everything, undefined).scenarios)))
    for (const [index, { attempts }] of everything.scenarios.entries()) {
      const made = attempts.map((attempt) => attemptOf(attempt, undefined))
      const shown = (attempt: (typeof made)[number]) =>
        attempt.steps.map(({ number, title, status, place, cards, trace, failure, faults }) => {
          return { number, title, status, place, cards, trace, failure, faults: faults.length > 0 }
        })
      expect(run.attempts(index).map(shown)).toEqual(JSON.parse(JSON.stringify(made.map(shown))))
    }
  })

  it.each([
    ["not JSON", "<html>", /not JSON/],
    ["another document", "{}", /no report of a run/],
    ["another version", '{"format":"backlot-run","version":2}', /another version/]
  ])("is refused in words where it is %s", (_, text, words) => {
    expect(Result.getOrThrow(Result.flip(runOfReport(text)))).toMatch(words)
  })
})
