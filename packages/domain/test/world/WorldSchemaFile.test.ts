/**
 * The published schema of world files: the rules of `worldJsonSchema`, with the words of docs/world.md for each field, which an
 * editor shows. After a change of either renew it with `BACKLOT_RENEW_GOLDENS=1 pnpm --filter @backlot/domain test
 * WorldSchemaFile`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import { worldJsonSchema } from "../../src/world/WorldJsonSchema.ts"

const golden = new URL("../../schema/world.schema.json", import.meta.url)
const page = readFileSync(new URL("../../../../docs/world.md", import.meta.url), "utf8")

type Json = Readonly<Record<string, unknown>>

/** Meaning, type and default of each field, from the table behind the marker of its kind. */
const wordsOf = (kind: string): ReadonlyMap<string, string> => {
  const [, table = ""] = page.split(`<!-- ${kind} -->\n\n`)
  const [rows = ""] = table.split("\n\n")
  const cells = rows.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \| ?(.*?) ?\|$/gm)
  return new Map(
    Array.from(cells, ([, field = "", type = "", standard = "", meaning = ""]) => {
      const needed = standard.startsWith("required") ? `${capital(standard)}.` : `Default: ${standard}.`
      return [field, plain([meaning, `${capital(type)}.`, needed].filter((part) => part !== "").join(" "))]
    })
  )
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const plain = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "")

/** Beside a reference, a description stands for this field alone. */
const described = (kind: string, definition: Json): Json => {
  const words = wordsOf(kind)
  const fields = Object.entries(Object(definition["properties"]))
  const told = fields.map(([field, shape]) => [field, { description: words.get(field), ...Object(shape) }])
  return fields.length === 0 ? definition : { ...definition, properties: Object.fromEntries(told) }
}

const published = (): Json => {
  const { $defs, ...schema } = worldJsonSchema()
  const kinds = Object.entries<Json>(Object($defs))
  return { ...schema, $defs: Object.fromEntries(kinds.map(([kind, one]) => [kind, described(kind, one)])) }
}

it("the published schema is that of the rules, with the words of docs/world.md", () => {
  const text = `${JSON.stringify(published(), null, 2)}\n`
  if (process.env["BACKLOT_RENEW_GOLDENS"] === "1") writeFileSync(golden, text)
  expect(readFileSync(golden, "utf8")).toBe(text)
})

it("it has an id, a title, and a description for every field", () => {
  const { $id, title, description, $defs } = JSON.parse(readFileSync(golden, "utf8"))
  expect({ $id, title, description }).toEqual({
    $id: "urn:backlot:schema:world",
    title: expect.any(String),
    description: expect.any(String)
  })
  const fields = Object.entries<Json>($defs).flatMap(([kind, { properties }]) =>
    Object.entries<Json>(Object(properties)).map(
      ([field, shape]) => [`${kind}.${field}`, shape["description"]] as const
    )
  )
  expect(fields.length).toBeGreaterThan(500)
  expect(fields.filter(([, words]) => typeof words !== "string" || words.length < 8)).toEqual([])
})
