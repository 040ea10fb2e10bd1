/**
 * The generated OpenAPI documents as golden files. Renew them after a wanted change of a contract with
 * `BACKLOT_RENEW_GOLDENS=1 pnpm --filter @backlot/protocol test`, and read the difference.
 */
import { readFileSync, writeFileSync } from "node:fs"
import type { OpenApi } from "effect/http-api"
import { describe, expect, test } from "vitest"
import { Control } from "../../src/control/Control.ts"
import { nobody, restGroup } from "../../src/openapi/RestDocument.ts"
import { Rest } from "../../src/rest/Rest.ts"

const DOCUMENTS = [
  { name: "rest", document: Rest.document() },
  { name: "control", document: Control.document() }
]

const METHODS = ["get", "put", "post", "patch", "delete"] as const

const operationsOf = (document: OpenApi.OpenAPISpec) =>
  Object.values(document.paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []))

describe.each(DOCUMENTS)("the OpenAPI document of $name", ({ name, document }) => {
  const golden = new URL(`./${name}.golden.json`, import.meta.url)
  const text = `${JSON.stringify(document, null, 2)}\n`

  test("is the golden file", () => {
    if (process.env["BACKLOT_RENEW_GOLDENS"] === "1") writeFileSync(golden, text)
    expect(text).toBe(readFileSync(golden, "utf8"))
  })

  test("is open: unknown fields are ignored", () => {
    expect(text).not.toContain('"additionalProperties": false')
  })

  test("describes every body", () => {
    const bodies = operationsOf(document).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    expect(bodies.length).toBeGreaterThan(1)
    // A world is described by its own JSON Schema.
    const empty = bodies.filter(({ schema }) => Object.keys(schema).length === 0)
    expect(empty.length).toBe(name === "control" ? 1 : 0)
  })
})

test("operation ids are those of the official document", () => {
  const ids = operationsOf(Rest.document()).map(({ operationId }) => operationId)
  expect(ids).toContain("bulk_set_application_commands")
  expect(ids).toContain("create_interaction_response")
  expect(ids.filter((id) => id.includes("."))).toEqual([])
})

test("every operation of the control plane says what it does, but reading an element of the world", () => {
  const silent = operationsOf(Control.document()).filter(({ description }) => description === undefined)
  expect(silent.filter(({ operationId }) => !operationId.startsWith("get_world_"))).toEqual([])
})

test("every operation says who may call it and how it fails", () => {
  const operations = operationsOf(Rest.document())
  expect(operations.length).toBe(Rest.groups.flatMap((group) => Object.keys(group.endpoints)).length)
  for (const { security, responses } of operations) {
    expect(security).not.toEqual([])
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["429", "4XX"]))
  }
})

test("an endpoint without declared security does not compile", () => {
  // @ts-expect-error: `security` is missing.
  const undeclared = () => restGroup("a", { get_a: { method: "GET", path: "/a" } })
  // @ts-expect-error: an empty list is no way to call it.
  const unreachable = () => restGroup("a", { get_a: { method: "GET", path: "/a", security: [] } })
  const declared = () => restGroup("a", { get_a: { method: "GET", path: "/a", security: [nobody] } })
  expect([undeclared, unreachable, declared].map((make) => Object.keys(make().endpoints))).toEqual(
    Array(3).fill(["get_a"])
  )
})

test.each(DOCUMENTS)("every reference of the document of $name leads somewhere", ({ document: given }) => {
  const text = JSON.stringify(given)
  const document: unknown = JSON.parse(text)
  const references = [...new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path))]
  expect(references.length).toBeGreaterThan(5)
  for (const path of references) {
    const found = path
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
    expect(found, path).toBeDefined()
  }
})
