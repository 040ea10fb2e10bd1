/**
 * The generated OpenAPI documents as golden files. Renew them after a wanted change of a contract with
 * `BACKLOT_RENEW_GOLDENS=1 pnpm --filter @backlot/protocol test`, and read the difference.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { Control } from "@backlot/protocol/Control"
import { Rest } from "@backlot/protocol/Rest"
import { OpenApi } from "effect/http-api"
import { describe, expect, test } from "vitest"

const DOCUMENTS = [
  { name: "rest", document: OpenApi.fromApi(Rest) },
  { name: "control", document: OpenApi.fromApi(Control) }
]

describe.each(DOCUMENTS)("the OpenAPI document of $name", ({ name, document }) => {
  const golden = new URL(`./${name}.golden.json`, import.meta.url)
  const text = `${JSON.stringify(document, null, 2)}\n`

  test("is the golden file", () => {
    if (process.env["BACKLOT_RENEW_GOLDENS"] === "1") writeFileSync(golden, text)
    expect(text).toBe(readFileSync(golden, "utf8"))
  })
})
