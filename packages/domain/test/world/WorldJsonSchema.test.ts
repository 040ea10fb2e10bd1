import { JsonSchema, Result, Schema, SchemaRepresentation } from "effect"
import { expect, test } from "vitest"
import { RULES } from "../../src/world/WorldFile.ts"
import { worldJsonSchema } from "../../src/world/WorldJsonSchema.ts"
import { APP, change, valid } from "../fixture/WorldFixture.ts"
import { generateWorld } from "./WorldGenerator.ts"

/** The published document, read back by its own rules. */
const published = SchemaRepresentation.fromJsonSchemaDocument(JsonSchema.fromSchemaDraft2020_12(worldJsonSchema()), {
  patterns: "apply"
})
// A document is read back as a schema of unknown type; it needs no services to decode.
const accept = Schema.decodeUnknownResult(published as unknown as Schema.ConstraintDecoder<unknown>, {
  onExcessProperty: "error"
})

const accepts = (input: unknown): boolean => Result.isSuccess(accept(input))

test("the published JSON Schema accepts a valid world", () => {
  expect(accepts(valid())).toBe(true)
})

test("the published JSON Schema accepts generated worlds", () => {
  for (let seed = 1; seed <= 30; seed++) expect(accepts(generateWorld(seed)), `seed ${seed}`).toBe(true)
})

test.each([
  ["an unknown field", "colour", 1],
  ["an unknown field inside", "guilds[0].roles[1].colour", 1],
  ["a missing id", "users[0].id", undefined],
  ["a null id", "users[0].id", null],
  ["text for a list", "guilds[0].channels", "general"],
  ["an unknown locale", "users[0].locale", "xx"],
  ["an unknown flag", "applications[0].flags", ["EMBEDED"]],
  ["an unknown scope", "guilds[0].installs[0].scopes", ["bots"]],
  ["an unknown permission", "guilds[0].roles[1].permissions", ["KICK"]],
  ["an unknown channel type", "guilds[0].channels[0].type", 7],
  ["a rate limit over 1200", `rate_limits.${APP}.per_second`, 1201],
  ["a message without id", "messages[0].id", undefined]
])("the published JSON Schema refuses %s", (_, at, value) => {
  expect(accepts(change(valid(), at, value))).toBe(false)
})

test("the published JSON Schema describes every kind of element, with its defaults", () => {
  const schema = worldJsonSchema()
  expect(Object.keys(Object(schema["$defs"])).sort()).toEqual(Object.keys(RULES).sort())
  expect(schema).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $defs: { user: { required: ["id", "username"], properties: { locale: { default: "en-US" } } } }
  })
})
