import { runInNewContext } from "node:vm"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { escapeVariables, interpolate, referencesIn } from "../src/variable/Interpolation.ts"

const variables = {
  name: "Rex",
  count: 3,
  adult: true,
  nothing: null,
  adoption: { pets: [{ name: "Rex", "fur-color": "red" }, { name: "Tom" }] }
}

const put = (value: unknown) => Result.getOrThrow(interpolate(value, variables))
const faults = (value: unknown) => Result.getOrThrow(Result.flip(interpolate(value, variables)))

describe("a variable in a text", () => {
  it.each([
    ["${name}", "Rex"],
    ["/adopt name:${name}!", "/adopt name:Rex!"],
    ["${adoption.pets[1].name}", "Tom"],
    ["${adoption.pets[-1].name}", "Tom"],
    ["${adoption.pets[0].fur-color}", "red"],
    ["${ name }", "Rex"],
    ["${name}${count}", "Rex3"],
    ["it is ${adult}", "it is true"]
  ])("%s becomes %j", (text, value) => {
    expect(put(text)).toBe(value)
  })

  it.each([
    ["${count}", 3],
    ["${adult}", true],
    ["${nothing}", null],
    ["${adoption.pets[1]}", { name: "Tom" }]
  ])("that is all of it keeps the value's type: %s", (text, value) => {
    expect(put(text)).toStrictEqual(value)
  })

  it.each([
    ["$${name}", "${name}"],
    ["a $${name} b ${name}", "a ${name} b Rex"],
    ["costs $5", "costs $5"],
    ["${name", "${name"]
  ])("is written as it is with two dollars: %s", (text, value) => {
    expect(put(text)).toBe(value)
  })

  it("is replaced at any depth, and keys, functions and patterns stay", () => {
    const judge = () => true
    const written = { "${name}": [{ a: "${name}" }], judge, pattern: /\${name}/ }
    expect(put(written)).toStrictEqual({ "${name}": [{ a: "Rex" }], judge, pattern: written.pattern })
  })

  it.each([
    ["${nme}", "${nme}: unknown variable nme; did you mean name?"],
    ["${zzzzzz}", "${zzzzzz}: unknown variable zzzzzz; there are name, count, adult, nothing, adoption"],
    ["${adoption.pets[7].name}", "${adoption.pets[7].name}: adoption.pets has 2 elements, and no [7]"],
    ["${adoption.pts}", "${adoption.pts}: adoption has no pts; did you mean pets?"],
    ["${adoption.constructor}", "${adoption.constructor}: adoption has no constructor"],
    ["${name.first}", "${name.first}: name has no parts"],
    ["${name.length}", "${name.length}: name has no parts"],
    ["${constructor}", "${constructor}: unknown variable constructor; there are name, count, adult, nothing, adoption"],
    [
      "a ${adoption}",
      "${adoption} is an object, which a longer text cannot hold; write ${adoption} alone, or a field of it"
    ],
    ["a ${nothing}", "${nothing} is null, which a longer text cannot hold; write ${nothing} alone, or a field of it"],
    [
      "${1 + 1}",
      "${1 + 1} is not a variable; write a name and a path, such as ${adoption.pets[0].name}; for this text write $${1 + 1}"
    ]
  ])("%s is refused", (text, message) => {
    expect(faults(text)).toEqual([{ path: [], message }])
  })

  it("is replaced in objects of another realm, and in none of a class", () => {
    expect(put(runInNewContext('({ a: ["${name}"] })'))).toEqual({ a: ["Rex"] })
    const map = new Map([["a", "${name}"]])
    expect(put({ map })).toEqual({ map })
  })

  it("that is wrong is told with all others", () => {
    expect(faults({ a: ["${x}"], b: "${y} ${z}" }).map(({ path }) => path)).toEqual([["a", 0], ["b"], ["b"]])
  })

  it("is found with its place", () => {
    expect(referencesIn({ a: ["x ${name.b[0]}", "$${no}"], b: "${count}" })).toEqual([
      { source: "name.b[0]", name: "name", path: ["b", 0], at: ["a", 0] },
      { source: "count", name: "count", path: [], at: ["b"] }
    ])
  })

  it("is no part of a value that was escaped", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.constantFrom("$", "{", "}", "${", "$${", "a")), (json, parts) => {
        const value = { json, text: parts.join("") }
        expect(put(escapeVariables(value))).toEqual(value)
        expect(referencesIn(escapeVariables(value))).toEqual([])
      })
    )
  })
})
