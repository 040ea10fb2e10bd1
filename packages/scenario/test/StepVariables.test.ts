import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { placeVariables } from "../src/file/StepVariables.ts"
import type { Step } from "../src/step/Step.ts"

const variables = { id: "1", count: 5, list: ["a"], fields: { name: "Rex" }, soon: "soon" }
const placed = (step: Step) => placeVariables(step, variables)

describe("what earlier steps captured", () => {
  const good: ReadonlyArray<readonly [Step, Step]> = [
    [
      { press: "adopt", on: "${id}" },
      { press: "adopt", on: "1" }
    ],
    [{ say: "${count}" }, { say: "5" }],
    [{ say: { content: "${count}" } }, { say: { content: "5" } }],
    [{ expect: { code: "${count}" } }, { expect: { code: 5 } }],
    [{ use: { command: "a", options: { n: "${count}" } } }, { use: { command: "a", options: { n: 5 } } }],
    [{ advance: "${count}s" }, { advance: "5s" }],
    [{ say: "$${id}" }, { say: "${id}" }]
  ]
  it.each(good)("is put in place: %j", (step, expected) => {
    expect(Result.getOrThrow(placed(step))).toStrictEqual(expected)
  })

  it("may stand for what is no text", () => {
    // As in a file: the value is known later.
    const step = { select: "size", values: "${list}" }
    expect(Result.getOrThrow(placed(step))).toStrictEqual({ select: "size", values: ["a"] })
  })

  const bad: ReadonlyArray<readonly [Step, ReadonlyArray<string | number>, string]> = [
    [
      { advance: "${soon}" },
      ["advance"],
      '"soon" is not allowed: a duration is a number with a unit: 200ms, 3s, 15m, 1h, 7d'
    ],
    [{ say: "${list}" }, ["say"], "must be a text or an object, not a list"],
    [{ say: "${nobody}" }, ["say"], "${nobody}: unknown variable nobody; there are id, count, list, fields, soon"]
  ]
  it.each(bad)("is refused where it will not do: %j", (step, path, message) => {
    expect(Result.getOrThrow(Result.flip(placed(step)))).toEqual([{ path, message }])
  })
})
