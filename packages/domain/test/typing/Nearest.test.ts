import { assert, describe, it } from "@effect/vitest"
import { nearest } from "../../src/typing/Nearest.ts"

describe("the nearest names", () => {
  const names = ["adopt", "adapt", "animal", "blep", "sleep", "b"]
  const cases: ReadonlyArray<readonly [sentence: string, word: string, nearest: ReadonlyArray<string>]> = [
    ["differ by at most two letters", "adpt", ["adopt", "adapt"]],
    ["come first by distance", "adapt", ["adapt", "adopt"]],
    ["continue the word", "ani", ["animal"]],
    ["may differ in case", "ADOPT", ["adopt", "adapt"]],
    ["are none when all are far", "zzzzzz", []]
  ]
  it.each(cases)("%s", (_, word, expected) => {
    assert.deepStrictEqual(nearest(word, names), expected)
  })

  it("are at most three", () => {
    assert.deepStrictEqual(nearest("pets", ["pet1", "pet2", "pet3", "pet4"]), ["pet1", "pet2", "pet3"])
  })
})
