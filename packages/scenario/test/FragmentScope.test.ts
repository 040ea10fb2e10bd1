import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { faultsOf, loaded } from "./Files.ts"

const file = (inner: string) => `name: a
variables: { place: general }
fragments:
  outer:
    - { as: alice, in: "\${place}", say: "\${animal}" }
    - ${inner}
  inner:
    - say: "inner \${animal} in \${place}"
steps:
  - { run: outer, with: { animal: Dog } }
`

describe("a fragment that another one runs", () => {
  it.effect("does not have what that one was given", () =>
    Effect.gen(function* () {
      expect(yield* faultsOf({ "a.yaml": file("{ run: inner }") })).toEqual([
        expect.stringMatching(
          /^8:\d+ fragments\.inner\[0\]\.say: \$\{animal\}: unknown variable animal.*run by a\.yaml:6:/
        )
      ])
    })
  )

  it.effect("has what it is given itself, and the variables of the scenario", () =>
    Effect.gen(function* () {
      const { scenarios } = yield* loaded({ "a.yaml": file('{ run: inner, with: { animal: "big ${animal}" } }') })
      expect(scenarios[0]?.steps.map(({ step }) => step.say)).toEqual(["Dog", "inner big Dog in general"])
    })
  )
})
