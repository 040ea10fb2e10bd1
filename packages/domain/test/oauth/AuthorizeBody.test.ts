import { describe, expect, it } from "vitest"
import { authorizeBody } from "../../src/oauth/AuthorizeBody.ts"

const USER = "300000000000000001"

const faultsOf = (sent: unknown) => authorizeBody(sent).faults.map(({ path, code }) => `${path.join(".")} ${code}`)

describe("the decision of a script", () => {
  it.each<[sent: object, read: object]>([
    [
      { user_id: USER, authorize: false },
      { user_id: USER, authorize: false }
    ],
    [
      { user_id: USER, authorize: true, guild_id: null, permissions: null },
      { user_id: USER, authorize: true }
    ],
    [
      { user_id: USER, authorize: true, guild_id: "2", permissions: 8 },
      { user_id: USER, authorize: true, guild_id: "2", permissions: "8" }
    ],
    [
      { user_id: USER, authorize: true, permissions: "2048" },
      { user_id: USER, authorize: true, permissions: "2048" }
    ]
  ])("%j is read", (sent, read) => {
    expect(authorizeBody(sent)).toEqual({ body: read, faults: [] })
  })

  it.each<[sent: unknown, faults: ReadonlyArray<string>]>([
    [{}, ["user_id BASE_TYPE_REQUIRED", "authorize BASE_TYPE_REQUIRED"]],
    [{ user_id: null, authorize: true }, ["user_id BASE_TYPE_REQUIRED"]],
    [{ user_id: "alice" }, ["user_id NUMBER_TYPE_COERCE", "authorize BASE_TYPE_REQUIRED"]],
    [{ user_id: USER, authorize: "true" }, ["authorize BOOLEAN_TYPE_CONVERT"]],
    [{ user_id: USER, authorize: true, permissions: "all" }, ["permissions NUMBER_TYPE_COERCE"]],
    [[], [" MODEL_TYPE_CONVERT"]],
    ["yes", [" MODEL_TYPE_CONVERT"]]
  ])("%j is refused with every fault", (sent, faults) => {
    expect(faultsOf(sent)).toEqual(faults)
    expect(authorizeBody(sent).body).toBeUndefined()
  })
})
