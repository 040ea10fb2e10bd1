import { expect, test } from "vitest"
import { ANSWERED_BY, coverageOf, signatureOf } from "../../src/openapi/Coverage.ts"
import { officialOperations } from "../../src/openapi/OfficialOperations.ts"

const implemented = (...endpoints: ReadonlyArray<readonly [method: string, path: string]>) =>
  coverageOf(endpoints.map(([method, path]) => ({ method, path })))
    .filter((row) => row.implemented)
    .map(({ operation }) => operation.id)

test("an operation is implemented by the endpoint of its method and path, whatever its parameters are called", () => {
  expect(implemented(["GET", "/guilds/:id/audit-logs"])).toEqual(["list_guild_audit_log_entries"])
  expect(implemented(["PUT", "/guilds/:id/audit-logs"], ["GET", "/guilds/:id/audit"])).toEqual([])
})

test("a literal segment is not implemented by a parameter in its place", () => {
  expect(implemented(["PATCH", "/guilds/:guild_id/members/:user_id"])).toEqual(["update_guild_member"])
})

test("@original is one value of a message's id", () => {
  expect(implemented(["GET", "/webhooks/:webhook_id/:webhook_token/messages/:message_id"])).toEqual([
    "get_original_webhook_message",
    "get_webhook_message"
  ])
})

test("every operation that another endpoint answers is official, and so is what answers it", () => {
  const operations = officialOperations()
  expect(operations.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(ANSWERED_BY)))
  expect(operations.map(signatureOf)).toEqual(expect.arrayContaining(Object.values(ANSWERED_BY)))
})

test("each operation stands in the list once, with a name of its own", () => {
  const operations = officialOperations()
  expect(operations.length).toBeGreaterThan(200)
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  expect(new Set(operations.map(signatureOf)).size).toBe(operations.length)
})
