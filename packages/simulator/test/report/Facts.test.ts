/** What every report says besides steps: rows of a table, tags, attempts, failures outside of steps, and omissions. */

import { describe, expect, it } from "vitest"
import { htmlReport } from "../../src/report/HtmlReport.ts"
import { reportOf } from "../../src/report/JsonReport.ts"
import { junitReport } from "../../src/report/JUnitReport.ts"
import { advance, begin, liveLines } from "../../src/report/Progress.ts"
import { textReport } from "../../src/report/TextReport.ts"
import type { Attempt, RunResult, ScenarioResult } from "../../src/run/RunResult.ts"
import { attemptOf, FILE, failing, said, scenarioOf, stepOf } from "./Sample.ts"
import { all, read } from "./XmlReader.ts"

const use = { as: "alice", in: "general", use: "/adopt" }
const passed = stepOf(1, use, said("Hi"))
const failed = failing(1, { ...use, expect: { message: { content: "Bye" } } }, said("Hi"))
const good = attemptOf([passed])
const dead = (failure: string) => attemptOf([passed], { failure })

const runOf = (scenario: Partial<ScenarioResult>): RunResult => ({
  began: "2026-01-01T00:00:00.000Z",
  real_ms: 1_234,
  seed: 42,
  scenarios: [{ ...scenarioOf("adopt", "passed", [good]), ...scenario }]
})
const failedRun = (attempt: Partial<Attempt>) =>
  runOf({ status: "failed", attempts: [{ ...attemptOf([failed]), ...attempt }] })

describe("JUnit XML", () => {
  it("has seed, row, tags and number of attempts as properties of the suite", () => {
    const result = runOf({ example: 2, tags: ["pets", "slow"], status: "flaky", attempts: [attemptOf([failed]), good] })
    const properties = all(read(junitReport(result)), "property").map(({ attributes: { name, value } }) => [
      name,
      value
    ])
    expect(properties).toEqual([
      ["seed", "42"],
      ["example", "2"],
      ["tag", "pets"],
      ["tag", "slow"],
      ["attempts", "2"]
    ])
  })

  it.each([
    ["passes in the end", "flaky", [dead("the app died\nof cold"), good], ["flakyError"]],
    ["goes wrong again", "failed", [dead("the app died"), dead("once more")], ["error", "rerunError"]],
    ["goes wrong the last time only", "failed", [attemptOf([failed]), dead("at last")], ["error"]]
  ] as const)("tells of what went wrong outside of steps and %s", (_, status, attempts, kinds) => {
    const cases = all(read(junitReport(runOf({ status, attempts }))), "testcase")
    expect(cases.at(-1)?.attributes["name"]).toBe("outside of steps")
    expect(cases.at(-1)?.children.map(({ name }) => name)).toEqual(kinds)
  })
})

describe("text", () => {
  it("says how much of a long trace and of a long output it leaves out, and shows the end of the output", () => {
    const trace = Array.from({ length: 200 }, (_, at) => ({ at, what: `line ${at}.`, detail: null }))
    const lines = Array.from({ length: 200 }, (_, at) => ({
      at_ms: at,
      stream: "stdout" as const,
      text: `said ${at}.`
    }))
    const step = { ...failed, outcome: { ...said("Hi"), trace } }
    const app = { application: "Pet Shop", command: "node app.mjs", output: "", lines, exit_code: undefined }
    const text = textReport(failedRun({ steps: [step], apps: [app] }))
    const shown = (what: string) =>
      Array.from(text.matchAll(new RegExp(`${what} (\\d+)\\.`, "g")), ([, at]) => Number(at))
    const [traced, told] = [shown("line"), shown("said")]
    expect([traced[0], told.at(-1)]).toEqual([0, 199])
    expect(Number(/… and (\d+) more/.exec(text)?.[1])).toBe(200 - traced.length)
    expect(Number(/… (\d+) lines before/.exec(text)?.[1])).toBe(200 - told.length)
  })

  it("says which decision refused, of all that were made", () => {
    const detail = [
      { step: "installation", outcome: "pass", because: "it is installed" },
      { step: "overwrite", outcome: "fail", because: "bob is denied" }
    ]
    const traced = (...decisions: ReadonlyArray<object>) => {
      const outcome = { ...said("Hi"), trace: [{ at: 0, what: "evaluated", detail: decisions }] }
      return textReport(failedRun({ steps: [{ ...failed, outcome }] }))
    }
    expect(traced(...detail)).toContain("evaluated fails: bob is denied")
    expect(traced(...detail.slice(0, 1), ...detail.slice(0, 1))).toContain("evaluated 2 decisions")
  })
})

const pageData = (html: string) =>
  [...html.matchAll(/<script type="application\/json" id="[\w-]+">([\s\S]*?)<\/script>/g)].map(([, text]) =>
    JSON.parse(text ?? "")
  )

describe("the HTML page", () => {
  it("has the seed, how the app ended, and whether the server could be asked for its world at the end", () => {
    const app = { application: "Pet Shop", command: "node app.mjs", output: "", lines: [], exit_code: 3 }
    const html = htmlReport(failedRun({ apps: [app], world_after: undefined }), { title: "Pets" })
    expect(html).toContain("seed 42")
    const [, [attempt]] = pageData(html)
    expect(attempt).toMatchObject({ apps: [{ exit_code: 3 }], asked: false, world: [] })
    const [, [whole]] = pageData(htmlReport(runOf({}), { title: "Pets" }))
    expect(whole.asked).toBe(true)
  })
})

describe("JSON", () => {
  it("has the row, who ran a step of a fragment, and the service's time at its end", () => {
    const via = [{ fragment: "login", place: { file: FILE, line: 9, column: 3 } }]
    const result = reportOf(runOf({ example: 3, attempts: [attemptOf([{ ...passed, via }])] }))
    expect(result.scenarios[0]).toMatchObject({
      example: 3,
      attempts: [{ steps: [{ via, now: "2026-01-01T00:00:00.000Z", began_ms: 100 }] }]
    })
  })
})

describe("progress", () => {
  it.each([
    [true, "is played again"],
    [false, "stops"]
  ])("tells at the end of an attempt, with more to come %s, that it %s", (again, doing) => {
    const playing = { index: 0, file: FILE, name: "adopt", attempt: 1 }
    const began = advance(begin, { type: "attempt.began", playing, steps: 1 }, 0)
    const ended = advance(began, { type: "attempt.ended", playing, failed: true, again }, 1_000)
    expect(liveLines(ended, 1_000)[0]).toBe(`▶ adopt  0/1  1.0 s  ${doing}`)
  })
})
