import { describe, expect, it } from "vitest"
import * as Limits from "../../src/base/Limits.ts"
import { distinct, type Fault, formatPath, type Path, toErrorTree, under } from "../../src/error/Fault.ts"

const at = (path: Path, code = "A"): Fault => ({ path, code, message: `m ${code}` })
const leaf = (...codes: ReadonlyArray<string>) => ({ _errors: codes.map((code) => ({ code, message: `m ${code}` })) })

describe("errors is a tree: object keys are field names, array positions decimal keys, a leaf is _errors", () => {
  it.each([
    ["no fault", [], {}],
    ["a field", [at(["name"])], { name: leaf("A") }],
    ["an index", [at([3, "options", 0])], { "3": { options: { "0": leaf("A") } } }],
    ["the root", [at([])], leaf("A")],
    ["two at one place keep their order", [at(["a"], "B"), at(["a"], "A")], { a: leaf("B", "A") }],
    ["a place and what is below it", [at(["a"]), at(["a", 0], "B")], { a: { ...leaf("A"), "0": leaf("B") } }],
    ["below it first", [at(["a", 0], "B"), at(["a"])], { a: { ...leaf("A"), "0": leaf("B") } }]
  ])("%s", (_, faults, expected) => expect(JSON.parse(JSON.stringify(toErrorTree(faults)))).toEqual(expected))

  it("a field that is called _errors does not pass for a leaf", () =>
    expect(JSON.stringify(toErrorTree([at(["_errors", "a"])]))).toBe(
      '{"_errors_":{"a":{"_errors":[{"code":"A","message":"m A"}]}}}'
    ))

  it.each(["__proto__", "constructor", "toString"])("a field that is called %s is a field", (name) => {
    expect(JSON.stringify(toErrorTree([at([name, "a"])]))).toBe(
      `{"${name}":{"a":{"_errors":[{"code":"A","message":"m A"}]}}}`
    )
    expect({}).not.toHaveProperty("a")
  })
})

it("a tree holds as many faults as an answer may carry, the first ones", () => {
  const tree = toErrorTree(Array.from({ length: 5000 }, (_, i) => at(["a", i])))
  expect(Object.keys(Object(tree["a"]))).toEqual(Array.from({ length: Limits.http.faults }, (_, i) => String(i)))
})

it("faults are distinct by place and code", () =>
  expect(distinct([at(["a"]), at(["a"], "B"), at(["a"]), at(["b"])])).toEqual([at(["a"]), at(["a"], "B"), at(["b"])]))

it("faults move below a prefix", () => expect(under([2], [at(["a"]), at([])])).toEqual([at([2, "a"]), at([2])]))

it.each([
  [[], ""],
  [["a", "b", 0, "c"], "a.b[0].c"],
  [[0, "options", 1], "[0].options[1]"]
] as const)("the path %j reads %s", (path, text) => expect(formatPath(path)).toBe(text))
