/** What an editor says of the files that people write: examples are sound, and a typing mistake is marked where it is. */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as DocumentText from "@backlot/document/DocumentText"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import { describe, expect, it } from "vitest"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const SCHEMAS = { scenario: "../schema/scenario.schema.json", world: "../../domain/schema/world.schema.json" }

const KINDS = [
  [
    "scenario",
    "*.scenario.{yaml,yml,json}",
    { name: "a", steps: [{ as: "alice", in: "general", usee: "/x" }] },
    "/steps/0"
  ],
  ["world", "{world,demo}.yaml", { users: [{ id: "1", usernam: "alice" }] }, "/users/0"]
] as const

describe.each(KINDS)("the published schema of a %s file", (kind, files, wrong, place) => {
  const schema = JSON.parse(readFileSync(here(SCHEMAS[kind]), "utf8"))
  // Rules may require a field of an element whose shape is judged elsewhere.
  const validate = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true
  }).compile(schema)

  it("has an id and a title", () => {
    expect(schema).toMatchObject({ $id: `urn:backlot:schema:${kind}`, title: `Backlot ${kind}` })
  })

  it("accepts each example", () => {
    const examples = globSync(here(`../../../examples/**/${files}`)).filter((file) => !file.includes("node_modules"))
    expect(examples.length).toBeGreaterThan(0)
    for (const file of examples) {
      const { value } = Result.getOrThrow(DocumentText.parse(readFileSync(file, "utf8"), { empty: "", depth: 50 }))
      validate(value)
      expect({ file, errors: validate.errors }).toEqual({ file, errors: null })
    }
  })

  it("marks a typing mistake where it is", () => {
    expect(validate(wrong)).toBe(false)
    expect(validate.errors).toContainEqual(
      expect.objectContaining({ instancePath: place, keyword: "additionalProperties" })
    )
  })
})
