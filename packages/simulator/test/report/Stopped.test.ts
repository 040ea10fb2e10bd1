/** A step in progress when the app ended: each report shows it as failed, once, with its place and its act. */
import { StepStopped } from "@backlot/player/stage/Failure"
import { describe, expect, it } from "vitest"
import { formatSteps } from "../../src/report/Amount.ts"
import { htmlReport } from "../../src/report/HtmlReport.ts"
import { jsonReport } from "../../src/report/JsonReport.ts"
import { junitReport } from "../../src/report/JUnitReport.ts"
import { textReport } from "../../src/report/TextReport.ts"
import { attemptOf, everything, scenarioOf, stepOf } from "./Sample.ts"
import { all, read } from "./XmlReader.ts"

const message = 'The app "node app.mjs" ended with exit code 3 while this step was under way.'
const stopped = stepOf(1, { as: "alice", in: "general", use: "/adopt" }, undefined, new StepStopped({ message }))
const failure = 'The app "node app.mjs" ended with exit code 3. It was in step 1 (alice in #general uses /adopt)'
const result = { ...everything, scenarios: [scenarioOf("crash", "failed", [attemptOf([stopped], { failure })])] }

describe("a step that was stopped", () => {
  it("has its place, its frame and its reason as text, and counts as failed", () => {
    const text = textReport(result, { root: "/pets", frame: () => "> 7 | - use: /adopt" })
    expect(text).toContain(`
  step 1: alice in #general uses /adopt
  scenarios/adopt.yaml:7:5

    > 7 | - use: /adopt

    ✗ ${message}

  What happened
      1  alice in #general uses /adopt
           ✗ ${message}
`)
    expect(text).toContain("Steps      1 failed (1)")
    expect(text).not.toContain(failure)
  })

  it("is one error as JUnit, that of its case", () => {
    const report = read(junitReport(result))
    expect(all(report, "testcase").map(({ attributes }) => attributes["name"])).toEqual([
      "1. alice in #general uses /adopt"
    ])
    expect(all(report, "error").map(({ attributes }) => attributes)).toEqual([{ message, type: "stopped" }])
  })

  it("is told as JSON, beside the failure of the attempt", () => {
    expect(JSON.parse(jsonReport(result)).scenarios[0].attempts[0]).toMatchObject({
      status: "failed",
      failure,
      steps: [{ status: "failed", failure: { kind: "stopped", message, mismatches: [], diff: [] } }]
    })
  })

  it("is told in HTML, which counts one step as one", () => {
    const page = htmlReport(result)
    expect(page).toContain("while this step was under way.")
    expect([1, 2].map(formatSteps)).toEqual(["1 step", "2 steps"])
  })
})
