import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { decodeBotPresence } from "../../src/gateway/BotPresence.ts"
import { ONLINE } from "../../src/gateway/Presence.ts"

const failure = (d: unknown) =>
  Result.match(decodeBotPresence(d), { onFailure: (because) => because, onSuccess: () => "" })

describe("the presence that a bot sets", () => {
  it("has a status and activities", () => {
    const activities = [
      { name: "waves", type: 1, url: "https://example.com/waves" },
      { name: "Custom", type: 4, state: "busy" }
    ]
    const sent = {
      since: null,
      afk: false,
      status: "dnd",
      activities: activities.map((one) => ({ ...one, flags: 1, details: "deep", emoji: { name: "x" } }))
    }
    assert.deepStrictEqual(Result.getOrThrow(decodeBotPresence(sent)), {
      status: "dnd",
      activities,
      client_status: { web: "dnd" }
    })
  })

  it.each([{}, { activities: null }, { status: "online", activities: [] }])("is online without more: %j", (sent) => {
    assert.deepStrictEqual(Result.getOrThrow(decodeBotPresence(sent)), ONLINE)
  })

  it.each(["invisible", "offline"])("is offline without activities when it is %s", (status) => {
    const sent = { status, activities: [{ name: "Chess", type: 0 }] }
    assert.deepStrictEqual(Result.getOrThrow(decodeBotPresence(sent)), {
      status: "offline",
      activities: [],
      client_status: { web: "offline" }
    })
  })

  it.each([
    [null, "object"],
    [[], "object"],
    [{ status: "asleep" }, "status"],
    [{ status: 1 }, "status"],
    [{ activities: {} }, "list"],
    [{ activities: Array.from({ length: 6 }, () => ({ name: "x" })) }, "at most 5"],
    [{ activities: [{ name: "" }] }, "name"],
    [{ activities: [{ name: "x".repeat(129) }] }, "name"],
    [{ activities: [{ name: "x", type: 6 }] }, "type"],
    [{ activities: [{ name: "x", state: "x".repeat(129) }] }, "texts"],
    [{ activities: [{ name: "x", url: "x".repeat(513) }] }, "texts"],
    [{ activities: [7] }, "activity"]
  ])("is refused in words: %j", (sent, words) => {
    assert.include(failure(sent), words)
  })

  it("is judged whatever it is", () => {
    fc.assert(fc.property(fc.anything(), (d) => void failure(d)))
  })
})
