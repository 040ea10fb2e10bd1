import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { sections, storageSuite } from "../src/conformance/StorageSuite.ts"
import { select } from "../src/conformance/suite/Suite.ts"
import { type Fault, layerNaive } from "./NaiveStorage.ts"

storageSuite("a naive store that runs bodies again", () => layerNaive())

/** The sections that must notice each fault. */
const FAULTS: Readonly<Record<Fault, keyof typeof sections>> = {
  "sees writes of others at once": "isolation",
  "keeps the writes of a failed body": "rollback",
  "keeps the writes of an earlier run": "serializability",
  "notices no conflict": "serializability",
  "notices conflicts of writes only": "serializability",
  "gives the value of the first run": "serializability",
  "takes any key": "reading",
  "orders without regard to case": "listing",
  "counts ids as numbers": "listing",
  "ends a prefix at its last character plus one": "listing",
  "includes after": "listing",
  "ignores after when reversed": "listing",
  "takes a limit of 0 for none": "listing",
  "lists only what was kept": "reading",
  "trims values": "values"
}

describe("the suite finds a store that", () => {
  // Object.entries widens the keys; all of them are faults.
  for (const [fault, section] of Object.entries(FAULTS) as ReadonlyArray<[Fault, keyof typeof sections]>) {
    it.live(fault, () =>
      Effect.gen(function* () {
        const exits = yield* Effect.forEach(sections[section], ({ run }) =>
          Effect.exit(Effect.provide(run, layerNaive(fault)))
        )
        assert.isTrue(exits.some(Exit.isFailure))
      })
    )
  }
})

describe("a suite", () => {
  it("refuses an empty selection", () => {
    assert.throws(() => select("storage", sections, { only: [] }), /holds no test/)
    assert.throws(() => select("storage", { reading: [] }), /holds no test/)
    assert.throws(() => select("storage", {}), /holds no test/)
  })

  it("refuses a section it does not have", () => {
    assert.throws(
      () => select<string, unknown>("storage", sections, { only: ["reading", "wrting"] }),
      /no section wrting/
    )
  })

  it("runs the chosen sections only", () => {
    const chosen = select("storage", sections, { only: ["values"] })
    assert.deepStrictEqual(
      chosen.map(([section]) => section),
      ["values"]
    )
  })
})
