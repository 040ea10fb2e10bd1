import * as DocumentText from "@backlot/document/DocumentText"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import fc from "fast-check"
import type { Scenario } from "../src/file/Scenario.ts"
import { format } from "../src/file/ScenarioText.ts"
import { escapeVariables } from "../src/variable/Interpolation.ts"
import { loaded } from "./Files.ts"
import { SAMPLES } from "./StepSamples.ts"

const textOf = (scenario: Scenario) => Result.getOrThrow(format(scenario))
const read = (text: string): unknown => Result.getOrThrow(DocumentText.parse(text, { empty: "", depth: 100 })).value

describe("a scenario as a text", () => {
  it("is YAML as people write it", () => {
    const scenario: Scenario = {
      name: "adopt a pet",
      tags: ["pets", "slow"],
      fragments: { greet: [{ say: "hello" }] },
      steps: [
        {
          expect: { state: "responded", message: { content: /Rex/i, embeds: [{ title: "Adopted: Rex" }] } },
          use: "/adopt animal:Dog name:Rex",
          in: "general",
          as: "alice"
        },
        { app: { patch: "/webhooks/{application}/{token}", body: { content: "one\ntwo", flags: 64, id: "123" } } }
      ]
    }
    const options = { schema: "./scenario.schema.json", comment: "Found by random users.\nSeed 7." }
    expect(Result.getOrThrow(format(scenario, options))).toBe(`# yaml-language-server: $schema=./scenario.schema.json
# Found by random users.
# Seed 7.

name: adopt a pet
tags: [ pets, slow ]
fragments:
  greet:
    - say: hello
steps:
  - as: alice
    in: general
    use: /adopt animal:Dog name:Rex
    expect: { state: responded, message: { content: /Rex/i, embeds: [ { title: "Adopted: Rex" } ] } }
  - app:
      patch: /webhooks/{application}/{token}
      body:
        content: |-
          one
          two
        flags: 64
        id: "123"
`)
  })

  it("is read back as the same value, whatever texts and numbers it has", () => {
    const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()).map((value) => value + 0)
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: "grapheme" }),
        fc.string({
          unit: fc.constantFrom("#", ":", " ", "\n", "\t", "-", "'", '"', "{", "}", "$", "&", "*", "!", "a", "1", "~")
        }),
        fc.constantFrom("true", "null", "1e3", "0x1F", "2026-01-01", "yes", "<<", "=", "100000000000000001", "---", ""),
        number,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("json")),
        fc.dictionary(fc.string(), tie("json"), { noNullPrototype: true })
      )
    }))
    fc.assert(
      fc.property(json, (body) => {
        const scenario: Scenario = { name: "a", steps: [{ expect: { body } }] }
        expect(read(textOf(scenario))).toEqual(scenario)
      }),
      { numRuns: 200 }
    )
  })

  it.each([
    " \n",
    "\n",
    "a\n\n",
    "a \nb",
    " a\nb",
    "a\n b",
    "a\tb\n",
    "a\n\n\nb",
    "-0",
    "1e400",
    2 ** 60,
    -(2 ** 70),
    1e21,
    0.1
  ])("is read back with %j", (body) => {
    const scenario: Scenario = { name: "a", steps: [{ expect: { body } }] }
    expect(read(textOf(scenario))).toEqual(scenario)
  })

  it.effect("is loaded as the same scenario, with every kind of step", () =>
    Effect.gen(function* () {
      const steps = SAMPLES.filter((step) => !JSON.stringify(step).includes("cat.png") && !("run" in step))
      const scenario = { name: "all: steps", tags: ["a"], world: { users: [] }, steps }
      const [first] = (yield* loaded({ "a.yaml": textOf(scenario) })).scenarios
      expect(first?.scenario).toEqual(scenario)
      expect(first?.steps.map(({ step }) => step)).toEqual(steps)
    })
  )

  it.effect("keeps texts that look like variables, where they are escaped", () =>
    Effect.gen(function* () {
      const steps = escapeVariables([{ say: "${who} $${x}", expect: { body: "${y}" } }])
      const [first] = (yield* loaded({ "a.yaml": textOf({ name: "a", steps }) })).scenarios
      expect(first?.steps.map(({ step }) => step)).toEqual(steps)
    })
  )

  it("leaves out what is undefined", () => {
    // A program may make such a step.
    const scenario = { name: "a", steps: [{ read: true, as: undefined }] } as unknown as Scenario
    expect(textOf(scenario)).toBe("name: a\nsteps:\n  - read: true\n")
  })

  it("cannot hold functions, and says where they are", () => {
    const scenario: Scenario = { name: "a", steps: [{ expect: { body: [() => true], code: Number.NaN } }] }
    expect(Result.getOrThrow(Result.flip(format(scenario)))).toEqual([
      { path: ["steps", 0, "expect", "body", 0], message: "a function cannot be written into a file" },
      { path: ["steps", 0, "expect", "code"], message: "a number cannot be written into a file" }
    ])
  })
})
