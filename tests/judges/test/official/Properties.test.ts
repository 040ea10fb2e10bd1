/** Which properties of the official document an answer has. */
import { describe, expect, it } from "vitest"
import { documentedProperties, propertiesIn } from "../../src/official/Properties.ts"

const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const of = (type: number) => ({ type: "integer", enum: [type] })
const answer = { content: { "application/json": { schema: { type: "array", items: named("Pet") } } } }

const document = {
  components: {
    schemas: {
      Pet: {
        properties: {
          name: { type: "string" },
          toys: { items: { oneOf: [named("Ball"), named("Rope")] } },
          friends: { additionalProperties: { oneOf: [{ type: "null" }, named("Pet")] } }
        }
      },
      Ball: { properties: { type: of(1), color: {} }, required: ["type"] },
      Rope: { properties: { type: of(2), length: {} }, required: ["type", "length"] },
      Fault: { properties: { code: {} } }
    }
  },
  paths: {
    "/pets": {
      get: {
        responses: { "200": answer, "400": { content: { "application/json": { schema: named("Fault") } } } }
      }
    }
  }
}

const seenIn = (body: unknown) => {
  const seen = new Set<string>()
  propertiesIn(document, { items: named("Pet") }, body, (property) => seen.add(property))
  return [...seen].sort()
}

describe("the properties", () => {
  it("that answers of success may have are found, in lists, alternatives and dictionaries", () => {
    expect([...documentedProperties(document)].sort()).toEqual([
      ...["Ball.color", "Ball.type", "Pet.friends", "Pet.name", "Pet.toys", "Rope.length", "Rope.type"]
    ])
  })

  it("of an answer are those of the alternative that it is, without what is not described", () => {
    expect(seenIn([{ name: "Rex", age: 3, toys: [{ type: 1, color: "red" }] }])).toEqual([
      ...["Ball.color", "Ball.type", "Pet.name", "Pet.toys"]
    ])
    expect(seenIn([{ friends: { a: { toys: [{ type: 2, length: 5 }] }, b: null } }])).toEqual([
      ...["Pet.friends", "Pet.toys", "Rope.length", "Rope.type"]
    ])
    expect(seenIn([{ toys: [{ type: 3 }] }])).toEqual(["Pet.toys"])
  })
})
