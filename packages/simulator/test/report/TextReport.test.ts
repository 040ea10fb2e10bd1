import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { textReport } from "../../src/report/TextReport.ts"
import { hostileText } from "./HostileText.ts"
import { attemptOf, everything, hostile, said, scenarioOf, stepOf } from "./Sample.ts"

const frame = () => "   9 |   - as: alice\n> 10 |     use: /adopt\n     |     ^"

const of = (name: string) => ({ ...everything, scenarios: everything.scenarios.filter((one) => one.name === name) })

describe("a run as text", () => {
  it("has a line for each scenario, everything about what failed, and the counts", () => {
    expect(
      textReport({ ...everything, scenarios: everything.scenarios.slice(0, 2) }, { root: "/pets", frame })
    ).toMatchInlineSnapshot(`
      "✓ adopt a pet  2 steps, 400 ms  scenarios/adopt.yaml
      ✗ adopt (animal: Dog)  3 steps, 400 ms  scenarios/adopt.yaml

      FAILED  adopt (animal: Dog)  scenarios/adopt.yaml
        step 2: alice in #general uses /adopt animal:Dog name:Rex
        scenarios/adopt.yaml:10:5

             9 |   - as: alice
          > 10 |     use: /adopt
               |     ^

          ✗ message.content: "Hello" does not match /Rex/

          - expected  + what there was
            state: responded
            message:
          -   content: /Rex/
          +   content: Hello

        What happened
            1  alice in #general uses /adopt animal:Dog name:Rex
                 → responded
                 → Pet Shop: "Hello"
            2  alice in #general uses /adopt animal:Dog name:Rex
                 → responded
                 → Pet Shop: "Hello"
                 ✗ message.content: "Hello" does not match /Rex/

        Trace of the interaction
               +0 ms  created { command: { name: "adopt" } }
               +0 ms  delivering http://127.0.0.1:4001/interactions {"type":2,"data":{"name":"adopt"}}
              +12 ms  answered 200 {"data":{"content":"Hello"}}

        Output of Pet Shop (node apps/pet-shop.mjs), which ended with 1
          listening
          boom

      Scenarios  1 failed, 1 passed (2)
      Steps      1 failed, 3 passed, 1 not played (5)
      Time       1.2 s
      Seed       42
      "
    `)
  })

  it("says of a flaky scenario what failed before it passed, in short", () => {
    expect(textReport(of("at the second time"), { root: "/pets" })).toMatchInlineSnapshot(`
      "~ at the second time  3 steps, 400 ms, flaky: passed at attempt 2  scenarios/adopt.yaml

      FLAKY  at the second time  scenarios/adopt.yaml
        attempt 1 of 2
        step 2: alice in #general uses /adopt animal:Dog name:Rex
        scenarios/adopt.yaml:10:5

          ✗ message.content: "Hello" does not match /Rex/

          - expected  + what there was
            state: responded
            message:
          -   content: /Rex/
          +   content: Hello

      Scenarios  1 flaky (1)
      Steps      3 passed (3)
      Time       1.2 s
      Seed       42
      "
    `)
  })

  it("numbers attempts that failed", () => {
    const text = textReport(of("adopt again"))
    expect(text).toContain("attempt 1 of 2")
    expect(text).toContain("attempt 2 of 2")
    expect(text.match(/What happened/g)).toHaveLength(1)
  })

  it.each([
    ["no app", "Pet Shop ended with 1 before it was ready"],
    ["no user", "✗ as: there is no user alice"],
    ["no server", "✗ the server is gone"]
  ])("of %s says: %s", (name, said) => {
    expect(textReport(of(name))).toContain(said)
  })

  it("is only counts where all passed and the lines were shown before", () => {
    expect(textReport(of("adopt a pet"), { brief: true })).toBe(
      "Scenarios  1 passed (1)\nSteps      2 passed (2)\nTime       1.2 s\nSeed       42\n"
    )
  })

  it("is the same text in colours", () => {
    const coloured = textReport(everything, { colours: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(coloured.replace(/\u001b\[\d+m/g, "").replace(/ +$/gm, "")).toBe(textReport(everything))
    expect(coloured).toContain("\u001b[31m")
  })

  it("has no control character, whatever is in the run", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        expect(textReport(hostile(text)).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u)
      }),
      { numRuns: 50 }
    )
  })

  it("of many scenarios is made at once", () => {
    const attempt = attemptOf(
      Array.from({ length: 10 }, (_, i) => stepOf(i + 1, { as: "a", in: "b", use: "/c" }, said("d")))
    )
    const scenarios = Array.from({ length: 1_000 }, (_, i) => scenarioOf(`scenario ${i}`, "passed", [attempt]))
    expect(textReport({ ...everything, scenarios })).toContain("1000 passed (1000)")
  })
})
