/** docs/world.md has every field of the world file with its default. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { worldJsonSchema } from "../../src/world/WorldJsonSchema.ts"

const page = readFileSync(new URL("../../../../docs/world.md", import.meta.url), "utf8")
const schema = Object(worldJsonSchema())
const kinds = Object.entries<Readonly<Record<string, unknown>>>({ ...schema["$defs"] })

/** Rows of the table behind the marker of a kind, by field. */
const rowsOf = (kind: string) => {
  const [, table = ""] = page.split(`<!-- ${kind} -->\n\n`)
  const [rows = ""] = table.split("\n\n")
  return new Map(
    Array.from(rows.matchAll(/^\| `(\w+)` \| .*? \| (.*?) \| .*\|$/gm), ([, field = "", standard = ""]) => [
      field,
      standard
    ])
  )
}

describe("docs/world.md", () => {
  const named = kinds.filter(([, { properties }]) => properties !== undefined)

  it.each(named)("has the fields of %s, and says which are required", (kind, definition) => {
    const rows = rowsOf(kind)
    expect([...rows.keys()]).toEqual(Object.keys(Object(definition["properties"])))
    const required: ReadonlyArray<string> = Object(definition["required"] ?? [])
    expect(required.filter((field) => !rows.get(field)?.startsWith("required"))).toEqual([])
  })

  it.each(named)("has the defaults of %s that are numbers or truth values", (kind, definition) => {
    const rows = rowsOf(kind)
    for (const [field, property] of Object.entries(Object(definition["properties"]))) {
      const standard = Object(property)["default"]
      if (typeof standard === "number" || typeof standard === "boolean") expect(rows.get(field)).toBe(String(standard))
    }
  })
})
