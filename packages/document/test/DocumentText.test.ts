import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as DocumentText from "../src/DocumentText.ts"

const parse = (text: string, depth = 8) => DocumentText.parse(text, { empty: "It is empty. A list is wanted", depth })

describe("a text that people write", () => {
  it.each([
    ["YAML", "steps:\n  - as: alice\n    use: /ping\n", { line: 3, column: 5 }],
    ["JSON", '{"steps": [\n  {"as": "alice",\n   "use": "/ping"}]}', { line: 3, column: 4 }]
  ])("of %s is a value whose fields have places", (_, text, place) => {
    const { value, locate } = Result.getOrThrow(parse(text))
    expect(value).toEqual({ steps: [{ as: "alice", use: "/ping" }] })
    expect(locate(["steps", 0, "use"])).toEqual(place)
    expect(locate(["steps", 0, "missing"])).toEqual(locate(["steps", 0]))
  })

  it("keeps the digits of an id without quotes", () => {
    expect(Result.getOrThrow(parse("id: 100000000000000001")).value).toEqual({ id: "100000000000000001" })
  })

  it.each([
    ["", { line: 1, column: 1, message: "It is empty. A list is wanted" }],
    ["a: 1\na: 2", { line: 2, column: 1, message: "Map keys must be unique" }],
    ["a: [", { line: 1, column: 4 }],
    [`${"[".repeat(9)}${"]".repeat(9)}`, { line: 1, column: 9, message: "Nested deeper than 8 levels" }],
    ["a:\n  b:\n    c: [[[[[[[]]]]]]]", { line: 3, column: 13, message: "Nested deeper than 8 levels" }],
    [
      `a: &a [x]\n${"bcdefghij".replace(/./g, (one, at) => `${one}: &${one} [${`*${"abcdefghi"[at]}, `.repeat(9)}]\n`)}`,
      { message: expect.stringMatching(/^Excessive alias count/) }
    ]
  ])("%j is refused with its place", (text, fault) => {
    expect(Result.getOrThrow(Result.flip(parse(text)))).toMatchObject(fault)
  })

  it("nested deeper than the reader itself can read is refused, too", () => {
    const { message } = Result.getOrThrow(Result.flip(parse("[".repeat(20_000))))
    expect(message).toBe("Nested deeper than 8 levels")
  })
})
