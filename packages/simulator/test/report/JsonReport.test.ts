/**
 * The JSON Schema of the report is a golden file. Renew it after a wanted change with
 * `BACKLOT_RENEW_GOLDENS=1 pnpm --filter @backlot/simulator test`, and read the difference.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { jsonReport, reportOf } from "../../src/report/JsonReport.ts"
import { Report, reportJsonSchema } from "../../src/report/ReportShape.ts"
import { hostileText } from "./HostileText.ts"
import { attemptOf, everything, failing, hostile, said, scenarioOf } from "./Sample.ts"

const golden = new URL("./report.golden.json", import.meta.url)
const validate = new Ajv2020().compile(Object(reportJsonSchema()))
const decode = Schema.decodeUnknownSync(Report)

describe("a run as JSON", () => {
  it("has a JSON Schema, which is the golden file", () => {
    const text = `${JSON.stringify(reportJsonSchema(), null, 2)}\n`
    if (process.env["BACKLOT_RENEW_GOLDENS"] === "1") writeFileSync(golden, text)
    expect(text).toBe(readFileSync(golden, "utf8"))
  })

  it("is valid by that schema", () => {
    expect([validate(JSON.parse(jsonReport(everything))), validate.errors]).toEqual([true, null])
  })

  it("has what failed with mismatches and diff", () => {
    const { scenarios, totals, status } = decode(JSON.parse(jsonReport(everything)))
    expect(status).toBe("failed")
    expect(totals.scenarios).toEqual({ total: 8, passed: 1, failed: 5, flaky: 1, skipped: 1 })
    expect(scenarios[1]?.attempts[0]?.steps[1]).toMatchObject({
      number: 2,
      status: "failed",
      place: { file: "/pets/scenarios/adopt.yaml", line: 10, column: 5 },
      failure: {
        kind: "expectation",
        mismatches: [{ path: ["message", "content"], expected: "/Rex/", actual: "Hello" }],
        diff: ["  state: responded", "  message:", "-   content: /Rex/", "+   content: Hello"]
      }
    })
  })

  it("is good when what failed at first passed in the end", () => {
    expect(reportOf({ ...everything, scenarios: everything.scenarios.slice(3, 4) }).status).toBe("passed")
  })

  it("tells matchers that JSON can not say", () => {
    const isLong = (text: string) => text.length > 99
    const step = failing(
      1,
      { as: "alice", use: "/a", expect: { message: { content: isLong }, state: /x/ } },
      said("Hi")
    )
    const run = { ...everything, scenarios: [scenarioOf("a", "failed", [attemptOf([step])])] }
    const [told] = decode(JSON.parse(jsonReport(run))).scenarios[0]?.attempts[0]?.steps ?? []
    expect(told?.step).toEqual({
      as: "alice",
      use: "/a",
      expect: { message: { content: "the function isLong" }, state: "/x/" }
    })
  })

  it("tells a value that holds itself, and one that is there twice", () => {
    const twice = { id: "1" }
    const body: Record<string, unknown> = { twice: [twice, twice] }
    body["self"] = body
    const step = failing(1, { app: { get: "/" }, expect: { status: 1 } }, { status: 2, body, real_ms: 1 })
    const run = { ...everything, scenarios: [scenarioOf("a", "failed", [attemptOf([step])])] }
    expect(JSON.parse(jsonReport(run)).scenarios[0].attempts[0].steps[0].outcome.body).toEqual({
      twice: [{ id: "1" }, { id: "1" }],
      self: "(itself)"
    })
  })

  it("is JSON, whatever is in the run", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        expect(JSON.parse(jsonReport(hostile(text))).scenarios[0].tags[0].toWellFormed()).toBe(text.toWellFormed())
      })
    )
  })
})
