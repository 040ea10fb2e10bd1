import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import * as CodePoints from "../../src/base/CodePoints.ts"

it("a text has `min` to `max` code points when its count says so", () => {
  const bound = fc.nat({ max: 12 })
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 14 }), bound, bound, (text, min, max) =>
      assert.strictEqual(
        CodePoints.isBetween(text, min, max),
        CodePoints.count(text) >= min && CodePoints.count(text) <= max
      )
    ),
    { numRuns: 2000 }
  )
})
