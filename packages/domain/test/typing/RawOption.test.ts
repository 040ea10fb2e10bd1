import { assert, describe, it } from "@effect/vitest"
import { formatPath } from "../../src/error/Fault.ts"
import { decodeOptions } from "../../src/typing/RawOption.ts"

const faults = (input: unknown) => decodeOptions(input).faults.map(({ path, code }) => `${formatPath(path)}: ${code}`)

describe("options of a request", () => {
  const sound: ReadonlyArray<readonly [sentence: string, input: unknown, options: unknown]> = [
    ["may be left out", undefined, []],
    ["may be null", null, []],
    ["keep any value", [{ name: "a", value: [1] }], [{ name: "a", value: [1] }]],
    [
      "nest three levels",
      [{ name: "g", type: 2, options: [{ name: "s", options: [{ name: "a", value: 1, focused: true }] }] }],
      [{ name: "g", type: 2, options: [{ name: "s", options: [{ name: "a", value: 1, focused: true }] }] }]
    ],
    ["leave out what is null", [{ name: "a", type: null, value: null, options: null, focused: null }], [{ name: "a" }]],
    ["have the name that is missing as an empty one", [{ value: 1 }], [{ name: "", value: 1 }]],
    [
      "are only counted below the third level",
      [{ name: "1", options: [{ name: "2", options: [{ name: "3", options: [5, { name: "4", options: [{}] }] }] }] }],
      [{ name: "1", options: [{ name: "2", options: [{ name: "3", options: [{ name: "" }, { name: "" }] }] }] }]
    ]
  ]
  it.each(sound)("%s", (_, input, options) => {
    assert.deepStrictEqual(decodeOptions(input), { options, faults: [] } as never)
  })

  const unsound: ReadonlyArray<readonly [sentence: string, input: unknown, faults: ReadonlyArray<string>]> = [
    ["are a list", { name: "a" }, [": LIST_TYPE_CONVERT"]],
    ["are objects", [5], ["[0]: MODEL_TYPE_CONVERT"]],
    ["have textual names", [{ name: 5 }], ["[0].name: STRING_TYPE_CONVERT"]],
    ["have numeric types", [{ name: "a", type: "x" }], ["[0].type: NUMBER_TYPE_COERCE"]],
    ["are focused or not", [{ name: "a", focused: 1 }], ["[0].focused: BOOLEAN_TYPE_CONVERT"]],
    [
      "show every fault",
      [{ name: 5 }, { name: "g", options: [{ options: 1 }] }],
      ["[0].name: STRING_TYPE_CONVERT", "[1].options[0].options: LIST_TYPE_CONVERT"]
    ]
  ]
  it.each(unsound)("%s", (_, input, expected) => {
    assert.deepStrictEqual(faults(input), expected)
  })

  it("keep their places beside one that cannot be read", () => {
    assert.deepStrictEqual(decodeOptions([5, { name: "a" }]).options, [{ name: "" }, { name: "a" }])
  })
})
