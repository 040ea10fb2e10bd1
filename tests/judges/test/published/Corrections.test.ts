import { expect, it } from "vitest"
import { CORRECTIONS, type Correction, correct } from "../../src/published/Corrections.ts"

const schema = { definitions: { Thing: { type: "object" as const, description: "for people" } } }

const thing: Correction = {
  because: "things are texts",
  matches: (key) => key === "Thing",
  replace: () => ({ type: "string" })
}

it("a correction replaces what it is about", () => {
  expect(correct(schema, [thing])).toEqual({ definitions: { Thing: { type: "string" } } })
})

it("texts for people are left out, but not a field of their name", () => {
  const held = { Thing: { properties: { description: { type: "string" as const } } } }
  expect(correct(schema, [])).toEqual({ definitions: { Thing: { type: "object" } } })
  expect(correct({ definitions: held }, [])).toEqual({ definitions: held })
})

it("a correction that is about nothing is refused", () => {
  expect(() => correct(schema, [{ ...thing, matches: () => false }])).toThrow("things are texts")
})

it("every correction has its reason, once", () => {
  expect(new Set(CORRECTIONS.map(({ because }) => because)).size).toBe(CORRECTIONS.length)
})
