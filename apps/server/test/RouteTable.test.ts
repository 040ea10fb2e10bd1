import { tableOf } from "@backlot/server/http/RouteTable"
import { assert, describe, it } from "@effect/vitest"

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

  it("knows the methods of an address that has no route for this one", () => {
    assert.isUndefined(tableOf(routes).find("DELETE", "/users/7"))
    assert.deepStrictEqual(tableOf(routes).allowed("/users/7"), ["GET", "PATCH"])
    assert.isUndefined(tableOf(routes).allowed("/nothing"))
  })
})
