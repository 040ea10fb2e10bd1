import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { decodeJson } from "../../src/validation/JsonText.ts"

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
const outcome = (text: string) => Result.match(decodeJson(text), { onSuccess: () => "sound", onFailure: (e) => e._tag })

describe("a JSON text", () => {
  it.each([
    ["that is none is invalid JSON", "{", "InvalidJson"],
    ["may nest 32 levels", nested(32), "sound"],
    ["may not nest 33", nested(33), "InvalidForm"],
    ["may nest 32 levels of objects", `${'{"a":'.repeat(31)}{}${"}".repeat(31)}`, "sound"],
    ["may not nest 33 of objects and lists", `[1,${'{"a":'.repeat(31)}[]${"}".repeat(31)}]`, "InvalidForm"],
    ["may not nest a million", nested(1_000_000), "InvalidForm"],
    ["may hold a bare value", "1", "sound"]
  ])("%s", (_, text, expected) => assert.strictEqual(outcome(text), expected))

  it("counts the last of several fields of one name", () =>
    assert.deepStrictEqual(Result.getOrThrow(decodeJson('{"a":1,"b":2,"a":3}')), { a: 3, b: 2 }))

  it("keeps names such as __proto__ as data", () =>
    assert.deepStrictEqual(
      Object.entries(Object(Result.getOrThrow(decodeJson('{"__proto__":{"a":1},"constructor":2}')))),
      [
        ["__proto__", { a: 1 }],
        ["constructor", 2]
      ]
    ))

  it("keeps the digits of integers beyond 2^53, as text, and other numbers as they are", () =>
    assert.deepStrictEqual(Result.getOrThrow(decodeJson('{"id":300000000000000001,"n":5,"x":1.5e300}')), {
      id: "300000000000000001",
      n: 5,
      x: 1.5e300
    }))

  it("keeps the digits of an integer wherever in a text it stands", () => {
    for (const place of [0, 1, 7, 15, 16, 17, 100]) {
      const [before, long] = ["x".repeat(place), "1234567890123456789"]
      assert.deepStrictEqual(Result.getOrThrow(decodeJson(`["${before}",${long}]`)), [before, long])
    }
  })

  it("reads 2^53 and -2^53, the ends of NUMBER, as numbers: nothing of them is lost", () =>
    assert.deepStrictEqual(Result.getOrThrow(decodeJson("[9007199254740992,-9007199254740992,9007199254740993]")), [
      2 ** 53,
      -(2 ** 53),
      "9007199254740993"
    ]))
})
