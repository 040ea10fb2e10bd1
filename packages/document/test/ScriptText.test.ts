import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as ScriptText from "../src/ScriptText.ts"

/** A » in the text marks the position. */
const marked = (text: string) => {
  const before = text.slice(0, text.indexOf("»")).split("\n")
  return {
    script: Result.getOrThrow(ScriptText.parse(text.replace("»", ""))),
    place: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }
}

const cases: ReadonlyArray<readonly [through: string, path: ReadonlyArray<string | number>, text: string]> = [
  ["an object", ["name"], `export default {\n  »name: "ping" }`],
  ["a list in an object", ["steps", 1, "use"], `export default { steps: [{ as: "a" },\n { as: "b", »use: "/ping" }] }`],
  ["an element of a list", ["steps", 1], `export default { steps: [{},\n »{}] }`],
  ["a call", ["steps", 0], `export default scenario({ steps: [»{ use: "/ping" }] })`],
  ["satisfies", ["name"], `export default { »name: "ping" } satisfies Scenario`],
  ["as const", ["name"], `export default { »name: "ping" } as const`],
  ["an assertion in an assertion", ["name"], `export default ({ »name: "ping" } as const)! satisfies Scenario`],
  ["a variable", ["name"], `const it: Scenario = { »name: "ping" }\nexport default it`],
  ["a variable that is exported", ["name"], `export const it = { »name: "ping" }\nexport default it`],
  ["a renamed export", ["name"], `const it = { »name: "ping" }\nexport { it as default }`],
  ["a variable as a value", ["steps", 0, "use"], `const steps = [{ »use: "/ping" }]\nexport default { steps }`],
  ["a member of a variable", ["steps", 0], `const all = { one: [»{}] }\nexport default { steps: all.one }`],
  ["a spread object", ["as"], `const who = { »as: "alice" }\nexport default { ...who, use: "/ping" }`],
  ["the last of two fields", ["as"], `const who = { as: "alice" }\nexport default { ...who, »as: "bob" }`],
  [
    "a spread list",
    ["steps", 2, "use"],
    `const two = [{}, { »use: "/a" }]\nexport default { steps: [{}, ...two, {}] }`
  ],
  ["what follows a spread list", ["steps", 3], `const two = [{}, {}]\nexport default { steps: [{}, ...two, »{}] }`],
  ["a quoted name", ["a-b"], `export default { »"a-b": 1 }`],
  ["a computed literal name", ["a-b"], `export default { »["a-b"]: 1 }`],
  ["await", ["name"], `export default await ({ »name: "ping" })`],
  [
    "types and decorated code around it",
    ["name"],
    `enum Color { Red }\nexport default { »name: "x" } as { name: string }`
  ]
]

const nearest: ReadonlyArray<readonly [why: string, path: ReadonlyArray<string | number>, text: string]> = [
  ["a field that is missing", ["steps", 0, "expect"], `export default { steps: [»{ use: "/ping" }] }`],
  ["an element of a list that is computed", ["steps", 0], `export default { »steps: [1].map(String) }`],
  ["an element of a spread that is computed", ["steps", 4], `export default { steps: [{}, »...make(), {}] }`],
  ["what is imported", ["name"], `import it from "./it.ts"\nexport default »it`],
  ["a method", ["steps", 0], `export default { »steps() {} }`],
  ["what a variable that refers to itself has", ["name"], `const a = b, b = a\nexport default »a`],
  ["no default export", ["name"], `»export const other = { name: "x" }`],
  ["a function", ["name"], `»export default function f() {}`]
]

describe("the text of a module", () => {
  it.each(cases)("has the places of its default export, through %s", (_, path, text) => {
    const { script, place } = marked(text)
    expect(script.locate(path)).toEqual(place)
  })

  it.each(nearest)("gives for %s the nearest place above", (_, path, text) => {
    const { script, place } = marked(text)
    expect(script.locate(path)).toEqual(place)
  })

  it.each([
    "var it = { ...it, ...it }\nexport default »it",
    "var it = [...it]\nexport default »it",
    "const one = other.steps\nconst other = one.steps\nexport default »one"
  ])("ends where values refer to one another in turn: %j", (text) => {
    const { script, place } = marked(text)
    expect(script.locate(["steps"])).toEqual(place)
  })

  it("has the places of its other exports by name", () => {
    const { script, place } = marked(`export default {}\nexport const commands = [{ »name: "ping" }]`)
    expect(script.locate([0, "name"], "commands")).toEqual(place)
    expect(["default", "commands", "other"].map(script.exports)).toEqual([true, true, false])
  })

  it.each([
    ["export default {", { line: 1, column: 17 }],
    ["const a = 1\nconst a = 2", { line: 2, column: 7 }]
  ])("%j is refused with its place", (text, place) => {
    const fault = Result.getOrThrow(Result.flip(ScriptText.parse(text)))
    expect(fault).toMatchObject(place)
    expect(fault.message).not.toMatch(/\(\d+:\d+\)/)
  })
})
