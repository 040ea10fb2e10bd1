/** The generated reference has everything that its sources have. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { worldJsonSchema } from "@backlot/domain/world/WorldJsonSchema"
import { Control } from "@backlot/protocol/control/Control"
import { describe, expect, it } from "vitest"
import { ROOT } from "../build/Places.ts"
import { controlPages } from "../build/reference/ControlPages.ts"
import { filePages } from "../build/reference/FilePages.ts"
import { cell, code, prose } from "../build/reference/Reference.ts"
import { typeOf } from "../build/reference/Schema.ts"

const textOf = (place: string) => [...filePages(), ...controlPages()].find((page) => page.place === place)?.text ?? ""

/** The names of all fields of a schema and of what it holds. */
const fieldsOf = (schema: unknown): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  const { properties, ...rest } = schema as { readonly properties?: Readonly<Record<string, unknown>> }
  return [
    ...Object.keys(properties ?? {}),
    ...Object.values(properties ?? {}).flatMap(fieldsOf),
    ...Object.values(rest).flatMap(fieldsOf)
  ]
}

describe("the reference", () => {
  it.each([
    ["scenario", () => JSON.parse(readFileSync(join(ROOT, "packages/scenario/schema/scenario.schema.json"), "utf8"))],
    ["world", worldJsonSchema]
  ])("has every field of a %s file", (name, schema) => {
    const text = textOf(`reference/${name}-fields.md`)
    const fields = [...new Set(fieldsOf(schema()))]
    expect(fields.length).toBeGreaterThan(100)
    expect(fields.filter((field) => !text.includes(`\`${field}\``) && !text.includes(`.${field}\``))).toEqual([])
  })

  it("has every operation of the control plane once, with its answers", () => {
    const { paths } = Control.document() as unknown as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
    }
    const headings = controlPages().flatMap(({ place, text }) =>
      /(?:shapes|index)\.md$/.test(place) ? [] : [...text.matchAll(/^## (\S+)$/gm)].map(([, name]) => name)
    )
    const operations = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId)
    )
    expect(operations.length).toBeGreaterThan(100)
    expect(headings.toSorted()).toEqual(operations.toSorted())
    expect(textOf("reference/control/the-clock.md")).toContain("| `advance_ms` | whole number | 0 or more. |")
  })
})

describe("a type in words", () => {
  const schemas = {
    definitions: { Step: { properties: { as: {} } }, Id: { type: "string", pattern: "^\\d+$" } },
    home: "/shapes.md"
  }

  it.each([
    [{ type: "string", minLength: 1, maxLength: 32 }, "text of 1 to 32 characters"],
    [{ type: "array", items: { $ref: "#/$defs/Step" }, maxItems: 5 }, "list of at most 5 [Step](/shapes.md#step)"],
    [{ anyOf: [{ $ref: "#/$defs/Id" }, { type: "null" }] }, "text like `^\\d+$` or `null`"],
    [{ anyOf: [{ type: "string" }, { anyOf: [{ type: "string" }, { type: "null" }] }] }, "text or `null`"],
    [{ enum: ["a", 1] }, '`"a"`, `1`'],
    [{ type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, "whole number"],
    [{ type: "object", additionalProperties: { type: "boolean" } }, "map of `true` or `false`"],
    [{}, "anything"]
  ])("%j is %s", (schema, words) => {
    expect(typeOf(schema, schemas)).toBe(words)
  })
})

describe("text from sources", () => {
  it("is taken neither for HTML nor for an expression of Vue, but for code in backticks", () => {
    expect(prose("a <b> {{ c }} & `<@id> {{d}}`")).toBe("a &lt;b> &#123;&#123; c }} &amp; `<@id> {{d}}`")
  })

  it("keeps to its cell", () => {
    expect([cell("a |\n b"), code("a|b"), code("a`b")]).toEqual(["a \\| b", "`a\\|b`", "``a`b``"])
  })
})
