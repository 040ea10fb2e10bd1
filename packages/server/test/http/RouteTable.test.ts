import { assert, describe, it } from "@effect/vitest"
import { tableOf } from "../../src/http/RouteTable.ts"

const routes = [
  { method: "GET", path: "/users/:user_id" },
  { method: "GET", path: "/users/@me" },
  { method: "PATCH", path: "/users/:id" },
  { method: "POST", path: "/messages" }
]

describe("a table of routes", () => {
  it("is made once of a list, however many servers serve it", () => {
    assert.strictEqual(tableOf(routes), tableOf(routes))
    assert.notStrictEqual(tableOf(routes), tableOf([...routes]))
  })

  it.each([
    ["GET", "/users/7", 0, { user_id: "7" }],
    ["GET", "/users/@me", 1, {}],
    ["GET", "/users/%40me", 1, {}],
    ["PATCH", "/users/7?with=more", 2, { id: "7" }],
    ["POST", "/messages/", 3, {}]
  ] as const)("says which route is for %s %s, and its parameters", (method, url, at, params) => {
    const found = tableOf(routes).find(method, url)
    assert.strictEqual(found?.at, at)
    assert.deepStrictEqual({ ...found?.params }, params)
  })

  it.each([
    ["/api/v10/users/7", 0],
    ["/api/v9/users/7", 0],
    ["/api/users/7?x=/api/v9/", 0],
    ["/api/v", 1],
    ["/api/openapi.json", 2],
    ["/api/openapi.json?x", 2],
    ["/api/v8/users/7", undefined],
    ["/api/v9/v9/users/7", undefined],
    ["/api/v10/v9/users/7", undefined],
    ["/api/v10/openapi.json", undefined],
    ["/api", undefined]
  ] as const)("serves version 9 and no version by the routes of version 10: %s", (url, at) => {
    const rest = ["/api/v10/users/:user_id", "/api/v10/v", "/api/openapi.json"]
    const table = tableOf(rest.map((path) => ({ method: "GET", path })))
    assert.strictEqual(table.find("GET", url)?.at, at)
    assert.deepStrictEqual(table.allowed(url), at === undefined ? undefined : ["GET"])
  })

  it("knows the methods of an address that has no route for this one", () => {
    assert.isUndefined(tableOf(routes).find("DELETE", "/users/7"))
    assert.deepStrictEqual(tableOf(routes).allowed("/users/7"), ["GET", "PATCH"])
    assert.isUndefined(tableOf(routes).allowed("/nothing"))
  })
})
