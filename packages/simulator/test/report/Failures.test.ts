import { describe, expect, it } from "vitest"
import { anchorOf, numbersOf } from "../../src/report/Anchor.ts"
import { failingOf, verdictOf } from "../../src/report/Failures.ts"
import type { RunResult } from "../../src/run/RunResult.ts"
import { attemptOf, everything, failing, said, scenarioOf, stepOf } from "./Sample.ts"

const use = { as: "alice", in: "general", use: "/adopt" }
const good = attemptOf([stepOf(1, use, said("Hi"))])
const bad = attemptOf([failing(1, { ...use, expect: { state: "failed", message: { content: "Bye" } } }, said("Hi"))])
const runOf = (scenarios: RunResult["scenarios"]): RunResult => ({ ...everything, scenarios })
const passed = scenarioOf("a", "passed", [good])
const failed = scenarioOf("b", "failed", [bad])
const flaky = scenarioOf("c", "flaky", [bad, good])
const skipped = scenarioOf("d", "skipped", [])
/** The steps held, and yet it failed. */
const misbehaved = (failure: string) => scenarioOf("e", "failed", [{ ...good, failure }])

describe("the verdict of a run in words", () => {
  it.each([
    ["failed", "Failed", "1 of 2 scenarios failed.", [passed, failed, skipped]],
    ["failed", "Failed", "The scenario failed.", [failed]],
    ["failed", "Failed", "The scenario failed.", [misbehaved("It was interrupted.")]],
    ["passed", "Passed", "All 2 scenarios passed.", [passed, passed]],
    ["flaky", "Passed, but unsteady", "All 2 scenarios passed, 1 only at a later attempt.", [passed, flaky]],
    ["skipped", "Nothing was played", "No scenario was selected.", [skipped]]
  ] as const)("%s: %s. %s", (status, word, sentence, scenarios) => {
    expect(verdictOf(runOf(scenarios))).toEqual({ status, word, sentence })
  })
})

describe("why scenarios failed", () => {
  const told = (scenarios: RunResult["scenarios"]) =>
    failingOf(runOf(scenarios)).map(({ anchor, step, reason }) => [anchor, step, reason])

  it("names the step that failed, the first of its reasons, and where the page shows it", () => {
    expect(told([passed, failed])).toEqual([
      ["2-1-1", "step 1: alice in #general uses /adopt", 'state: "responded" is not "failed" (and 1 more line)']
    ])
  })

  it("names the reason of a scenario whose steps all held: refused calls, an exit, what Backlot lacks", () => {
    const refused = "Every step held, but calls of the app were refused:\n  PUT /bans was answered 403; in step 1"
    expect(
      told([misbehaved("Pet Shop ended with 1"), misbehaved(refused), misbehaved(`${refused}\n  and one`)])
    ).toEqual([
      ["1-1", undefined, "Pet Shop ended with 1"],
      ["2-1", undefined, `${refused.replace("\n  ", " ")}`],
      ["3-1", undefined, `${refused.replace("\n  ", " ")} (and 1 more line)`]
    ])
  })

  it("puts flaky scenarios behind failed ones, with the attempt that failed", () => {
    expect(told([flaky, failed]).map(([anchor]) => anchor)).toEqual(["2-1-1", "1-1-1"])
  })

  it("is one line of limited length whatever the failure holds", () => {
    const [, , reason = ""] = told([misbehaved(`a\u202e${"b".repeat(9_000)}\nc`)])[0] ?? []
    expect(reason).toMatch(/^a\\u202eb+… \(and 1 more line\)$/)
    expect(reason.length).toBeLessThan(400)
  })
})

describe("an address within the page", () => {
  it("is read as it was written, and no other hash is", () => {
    expect(numbersOf(`#${anchorOf(2, 1, 3)}`)).toEqual([2, 1, 3])
    for (const other of ["", "#", "#chosen", "#1-2-3-4", "#1-", "#-1", "#1e3"]) expect(numbersOf(other)).toEqual([])
  })
})
