import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { junitReport } from "../../src/report/JUnitReport.ts"
import { hostileText } from "./HostileText.ts"
import { everything, hostile } from "./Sample.ts"
import { all, type Node, read } from "./XmlReader.ts"

const report = read(junitReport(everything, { root: "/pets" }))

const suite = (name: string): Node => {
  const found = all(report, "testsuite").find(({ attributes }) => attributes["name"] === name)
  if (found === undefined) throw new Error(`There is no suite ${name}`)
  return found
}

/** The names of the children of each case. */
const results = (name: string) =>
  all(suite(name), "testcase").map(({ children }) => children.map((child) => child.name))

describe("a run as JUnit XML", () => {
  it("has one case per step with file and line", () => {
    const cases = all(suite("adopt a pet"), "testcase")
    expect(cases.map(({ attributes }) => attributes)).toEqual([
      {
        name: "1. alice in #general uses /adopt animal:Dog name:Rex",
        classname: "adopt a pet",
        file: "scenarios/adopt.yaml",
        line: "7",
        time: "0.041"
      },
      { name: "2. 15m go by", classname: "adopt a pet", file: "scenarios/adopt.yaml", line: "10", time: "0.041" }
    ])
  })

  it("counts cases by what came of them", () => {
    expect(report.attributes).toMatchObject({ tests: "16", failures: "2", errors: "3", skipped: "4", time: "1.234" })
    expect(suite("adopt (animal: Dog)").attributes).toMatchObject({
      tests: "3",
      failures: "1",
      errors: "0",
      skipped: "1"
    })
  })

  it("has the place and the diff in a failure", () => {
    const [failure] = all(suite("adopt (animal: Dog)"), "failure")
    expect(failure?.attributes).toEqual({
      message: 'message.content: "Hello" does not match /Rex/',
      type: "expectation"
    })
    expect(failure?.text.split("\n")).toEqual([
      "/pets/scenarios/adopt.yaml:10:5",
      'message.content: "Hello" does not match /Rex/',
      "",
      "- expected  + what there was",
      "  state: responded",
      "  message:",
      "-   content: /Rex/",
      "+   content: Hello"
    ])
  })

  it.each([
    ["a step that passes has nothing", "adopt a pet", [[], []]],
    ["a step behind a failed one is skipped", "adopt (animal: Dog)", [[], ["failure"], ["skipped"]]],
    ["a step that fails again has its further failures", "adopt again", [[], ["failure", "rerunFailure"], ["skipped"]]],
    ["a step that passes in the end has its failures", "at the second time", [[], ["flakyFailure"], []]],
    ["what fails outside of steps has a case of its own", "no app", [["skipped"], ["error"]]],
    ["what can not be played is an error", "no user", [["error"]]],
    ["a server that is gone is an error", "no server", [["error"]]],
    ["a scenario that was not played is skipped", "another day", [["skipped"]]]
  ])("%s", (_, name, expected) => {
    expect(results(name)).toEqual(expected)
  })

  it("has the transcript and the output of the app without its colours", () => {
    expect(all(suite("adopt (animal: Dog)"), "system-out")[0]?.text).toContain('→ Pet Shop: "Hello"')
    expect(all(suite("adopt (animal: Dog)"), "system-err")[0]?.text).toBe(
      "Pet Shop (node apps/pet-shop.mjs)\nlistening\nboom\n"
    )
  })

  it("is well-formed, whatever is in the run", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        expect(all(read(junitReport(hostile(text))), "testcase")).toHaveLength(3)
      })
    )
  })

  it.each([
    ['<tag> & "quotes" ]]>', '<tag> & "quotes" ]]>'],
    ["a\nb\tc", "a\nb\tc"],
    ["\u0000\u001b\ud800\uffff", "\\u0000\\u001b\\ud800\\uffff"]
  ])("reads %j as %j", (text, shown) => {
    expect(all(read(junitReport(hostile(text))), "testsuite")[0]?.attributes["name"]).toBe(shown)
  })
})
