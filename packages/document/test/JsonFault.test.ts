import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as DocumentText from "../src/DocumentText.ts"
import { jsonFault } from "../src/JsonFault.ts"

const parse = (text: string) =>
  DocumentText.parse(text, { empty: "It is empty", depth: 8, format: DocumentText.formatOf("world.json") })

const BROKEN = [
  ["a comma behind the last element", "[1,\n 2,\n]", "2:3 JSON has no comma after the last element"],
  ["a comma behind the last field", '{"a": 1,}', "1:8 JSON has no comma after the last element"],
  ["a comma alone", "[,]", "1:2 A value is missing before ,"],
  ["two commas", "[1,,2]", "1:4 A value is missing before ,"],
  ["a name without quotes", "{a: 1}", '1:2 "a" is not JSON; texts and names need double quotes'],
  ["single quotes", "{'a': 1}", "1:2 JSON writes texts in double quotes"],
  ["a number for a name", "{1: 1}", "1:2 A name in double quotes is missing here"],
  ["no colon", '{"a" 1}', "1:6 A colon is missing between name and value"],
  ["no comma in a list", "[1 2]", "1:4 A comma or ] is missing here"],
  ["no comma in an object", '{"a": 1\n"b": 2}', "2:1 A comma or } is missing here"],
  ["a comment", "// x\r\n{}", "1:1 JSON has no comments"],
  ["a text of two lines", '{"a":\r\n"x\ny"}', "2:1 A text is not closed on its line"],
  ["an escape of its own", '["\\q"]', "1:2 A text has an escape, or a sign, that JSON does not have"],
  [
    "such an escape far behind its beginning",
    `["${"x".repeat(2_000)}\\q"]`,
    "1:2 A text has an escape, or a sign, that JSON does not have"
  ],
  ["a tab inside a text", '["a\tb"]', "1:2 A text has an escape, or a sign, that JSON does not have"],
  ["no value", '{"a":}', "1:6 A value is missing before }"],
  ["no end", '{"a": [1', "1:9 The text ends before its ]"],
  ["something behind its end", "[] []", "1:4 Nothing can follow the end"],
  ["a mistyped literal", "[tru]", '1:2 "tru" is not JSON; texts and names need double quotes'],
  ["a number with a leading zero", "[01]", '1:2 "01" is not JSON; texts and names need double quotes'],
  ["YAML", "a: 1", '1:1 "a" is not JSON; texts and names need double quotes'],
  ["nothing", " \n", "1:1 It is empty"],
  ["too much inside one another", `${"[".repeat(9)}${"]".repeat(9)}`, "1:9 Nested deeper than 8 levels"]
] as const

describe("a text that must be JSON", () => {
  it.each(BROKEN)("is refused with %s", (_, text, fault) => {
    const { line, column, message } = Result.getOrThrow(Result.flip(parse(text)))
    expect(`${line}:${column} ${message}`).toBe(fault)
  })

  it("is a value whose fields have places, and ids keep their digits", () => {
    const { value, locate } = Result.getOrThrow(
      parse('\u{FEFF}{"a": [{}, -1.5e3, "\\u0041", null, 100000000000000001]}')
    )
    expect(value).toEqual({ a: [{}, -1500, "A", null, "100000000000000001"] })
    expect(locate(["a"])).toEqual({ line: 1, column: 3 })
  })

  it.each(["{}", "[]", '{"a": {"b": []}, "c": [[], {}]}', " 0 ", "-0.1E+2", '"\\"\\\\"', '"é😀\u007f"', "null"])(
    "%j has no fault, as the engine says",
    (text) => {
      expect(() => JSON.parse(text)).not.toThrow()
      expect(jsonFault(text)).toBeUndefined()
    }
  )

  it.each(["x", "😀", "\\n"])("may have texts as long as it likes for its fault to be found: %s", (part) => {
    const long = part.repeat(5_000_000)
    expect(jsonFault(`["${long}",]`)?.message).toBe("JSON has no comma after the last element")
    expect(jsonFault(`["${long}`)).toEqual({ offset: 1, message: "A text is not closed on its line" })
  })

  it("may be nested as deeply as it likes for its fault to be found", () => {
    expect(jsonFault("[".repeat(100_000))).toEqual({ offset: 100_000, message: "The text ends before its ]" })
  })
})

describe("a text that may be YAML", () => {
  it.each(["stdin", "a.yaml", "a.yml", "-"])("%s may have what JSON has not", (name) => {
    const kind = { empty: "", depth: 8, format: DocumentText.formatOf(name) }
    expect(Result.getOrThrow(DocumentText.parse('{"a": [1,],}', kind)).value).toEqual({ a: [1] })
  })
})
