import { formatPath } from "@backlot/domain/error/Fault"
import { describe, expect, it } from "vitest"
import { judgeStep } from "../src/schema/StepJudge.ts"

const cases: ReadonlyArray<readonly [step: object, problem: string]> = [
  [{ expect: { content: "Rex" } }, "expect.content: unknown field; did you mean message: { content }?"],
  [{ expect: { embed: [] } }, "expect.embed: unknown field; did you mean message: { embeds }?"],
  [{ expect: { title: "Rex" } }, "expect.title: unknown field; did you mean modal: { title }?"],
  [{ use: "/ping", message: "Rex" }, "message: unknown field; did you mean expect: { message }?"],
  [{ use: "/ping", state: "pending" }, "state: unknown field; did you mean expect: { state }?"],
  [{ use: "/ping", content: "Rex" }, "content: unknown field; did you mean expect: { message: { content } }?"],
  [{ use: "/ping", expct: {} }, "expct: unknown field; did you mean expect?"],
  [{ wait: { content: "Rex" } }, "wait.content: unknown field; did you mean message: { content }?"]
]

describe("a field on the wrong level", () => {
  it.each(cases)("%j is told where it belongs", (step, problem) => {
    const problems = judgeStep(step, { variables: true })
    expect(problems.map(({ path, message }) => `${formatPath(path)}: ${message}`)).toContain(problem)
  })
})
