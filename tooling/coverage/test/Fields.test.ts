/** No operation drops a field that it does not know: each is known by its decoder, or listed with a reason. */
import { readFileSync } from "node:fs"
import { Rest } from "@backlot/protocol/rest/Rest"
import { describe, expect, it } from "vitest"
import { operationsOf, unknownFields } from "../src/Fields.ts"
import { UNKNOWN } from "../src/UnknownFields.ts"

const own = JSON.parse(JSON.stringify(Rest.document()))
const file = process.env["BACKLOT_OFFICIAL_OPENAPI"] ?? ""

describe("the fields of bodies and queries", () => {
  it("of every operation that is served are known or listed, when an official document is given", () => {
    const unknown = file === "" ? [] : unknownFields(JSON.parse(readFileSync(file, "utf8")), own)
    expect(unknown.filter((field) => !UNKNOWN.some(({ at }) => at.test(field)))).toEqual([])
    const listed = UNKNOWN.filter(({ at }) => file !== "" && !unknown.some((field) => at.test(field)))
    expect(listed, "these are known now").toEqual([])
  })

  it("are found in most operations of the own document", () => {
    const operations = [...operationsOf(own).values()]
    expect(operations.length).toBeGreaterThan(200)
    expect(operations.filter(({ fields }) => fields.size > 0).length).toBeGreaterThan(100)
    expect(operations.find(({ id }) => id.endsWith("add_guild_member"))?.fields).toContain("flags")
  })

  it("that only another document has are found, in bodies, lists, alternatives and queries", () => {
    const path = "/guilds/{guild_id}/members/{user_id}"
    const body = (schema: object) => ({ requestBody: { content: { "application/json": { schema } } } })
    const Inner = { properties: { deep: { items: { $ref: "#/components/schemas/Inner" } }, odd: {} } }
    const official = {
      components: { schemas: { Inner } },
      paths: {
        [path]: {
          parameters: [{ in: "query", name: "loud" }],
          put: {
            operationId: "add_guild_member",
            ...body({
              properties: { nick: {}, new: { oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Inner" }] } }
            })
          }
        },
        "/unserved": { post: { operationId: "unserved", ...body({ properties: { x: {} } }) } }
      }
    }
    expect(unknownFields(official, own)).toEqual(
      ["?loud", "new", "new.deep", "new.odd"].map((field) => `add_guild_member ${field}`)
    )
  })
})
