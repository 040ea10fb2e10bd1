import { ExpectationFailed, StepUnplayable } from "@backlot/player/stage/Failure"
import { failurePlace } from "@backlot/simulator/run/StepResults"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { loaded } from "../WrittenFiles.ts"

const text = `name: a
fragments:
  look:
    - read: true
      expect:
        messages: []
steps:
  - as: bob
    in: genral
    use: /order
    expect:
      message: { content: /Tea/,
        components: [] }
      seen_by: [carl]
  - wait:
      message: /bill/
      within: 1s
  - run: look
`

const unplayable = (...path: ReadonlyArray<string>) => new StepUnplayable({ path, message: "no" })
const unmet = (...paths: ReadonlyArray<ReadonlyArray<string | number>>) =>
  new ExpectationFailed({
    message: "no",
    mismatches: paths.map((path) => ({ path, expected: 1, actual: 2, message: "is not" }))
  })

describe("a failure of a step stands where", () => {
  it.effect.each([
    ["the channel that nobody has is written", 0, unplayable("in"), "9:5"],
    ["the user who nobody is is written", 0, unplayable("expect", "seen_by"), "14:7"],
    ["what was expected is written", 0, unmet(["message", "content"]), "12:18"],
    ["the first of several is written", 0, unmet(["message", "components", 0, "label"], ["state"]), "13:9"],
    ["the expectation is written, of what it does not say", 0, unmet(["state"]), "11:5"],
    ["a wait says what it is for", 1, unmet(["wait", "message"]), "16:7"],
    ["the fragment says it", 2, unmet(["messages"]), "6:9"],
    ["the step is written, without any failure", 0, undefined, "8:5"]
  ] as const)("%s", ([, index, failure, place]) =>
    Effect.gen(function* () {
      const step = (yield* loaded({ "a.yaml": text })).scenarios[0]?.steps[index]
      const { line, column } = step === undefined ? { line: 0, column: 0 } : failurePlace(step, failure)
      expect(`${line}:${column}`).toBe(place)
    })
  )
})
