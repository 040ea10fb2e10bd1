import { describe, expect, it } from "vitest"
import { type Scenario, scenario, type WrittenScenario } from "../src/file/Scenario.ts"
import { OPERATORS } from "../src/match/MatchOperators.ts"
import type { Operators } from "../src/step/Expected.ts"
import type { Step } from "../src/step/Step.ts"
import type { WrittenStep } from "../src/step/Written.ts"

// Compiled with the tests: a mistake here is a compile error, and so is one that the compiler does not find.
const steps = (...written: ReadonlyArray<WrittenStep>): ReadonlyArray<Step> => written

describe("a scenario in TypeScript", () => {
  it("is a scenario like any other", () => {
    const written: WrittenScenario = scenario({
      name: "adopt a pet",
      world: "worlds/harbour.yaml",
      fragments: { greet: [{ say: "hello", in: "@bob" }] },
      steps: [
        { as: "alice", in: "general", type: "/adopt animal:d", expect: { choices: [{ name: "Dog" }] } },
        {
          use: "/adopt animal:Dog name:Rex",
          until: "responded",
          expect: {
            state: "responded",
            message: { content: /Rex/, ephemeral: false, embeds: [{ title: "Adopted" }] },
            within: "3s"
          },
          capture: { adoption: "message.id" }
        },
        { as: "bob", use: { command: "adopt", options: { animal: "Dog" } }, expect: { refused: "permission" } },
        { press: "confirm", on: "${adoption}", expect: { message: (message) => message.content.includes("Rex") } },
        { select: "size", values: ["L"], expect: { state: { $any: ["responded", "deferred"] } } },
        { advance: "15m" },
        { app: { get: "/users/@me" }, expect: { status: 200, body: { id: (id: string) => id.length > 16 } } },
        { expect: { message: null, refused: false, state: "/respon/" } }
      ]
    })
    const decoded: Scenario = written
    expect(decoded.steps).toHaveLength(8)
  })

  it("is checked by the compiler", () => {
    const wrong = [
      // @ts-expect-error two acts
      steps({ use: "/ping", press: "x" }),
      // @ts-expect-error an unknown act
      steps({ uses: "/ping" }),
      // @ts-expect-error a field that the act does not take
      steps({ use: "/ping", on: "last" }),
      // @ts-expect-error a restricted field without an act
      steps({ values: ["L"], expect: {} }),
      // @ts-expect-error an unknown state
      steps({ use: "/ping", expect: { state: "respnded" } }),
      // @ts-expect-error an unknown field
      steps({ use: "/ping", expect: { mesage: null } }),
      // @ts-expect-error an operand of the wrong type
      steps({ use: "/ping", expect: { status: { $above: true } } }),
      // @ts-expect-error a field of a message with a wrong type
      steps({ use: "/ping", expect: { message: (message) => message.content.lenght > 1 } }),
      // @ts-expect-error a message has no such field
      steps({ use: "/ping", expect: { message: { contnt: "Rex" } } }),
      // @ts-expect-error nor has an embed of it
      steps({ use: "/ping", expect: { messages: { $contains: { embeds: [{ titel: "Rex" }] } } } })
    ]
    expect(wrong).toHaveLength(10)
  })

  it("has every operator", () => {
    const known: Record<keyof Operators<unknown>, true> = {
      $not: true,
      $any: true,
      $all: true,
      $contains: true,
      $length: true,
      $above: true,
      $below: true,
      $atLeast: true,
      $atMost: true,
      $exists: true,
      $type: true,
      $exactly: true,
      $schema: true
    }
    expect(Object.keys(known)).toEqual(Object.keys(OPERATORS))
  })
})
