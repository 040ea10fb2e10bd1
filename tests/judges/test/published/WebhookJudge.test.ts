import { describe, expect, it } from "vitest"
import { isWebhookEvent, judgeWebhookEvent } from "../../src/published/WebhookJudge.ts"
import { SLASH } from "./SamplePayload.ts"

/** The first look at a type compiles all of them, unless their code is kept already. */
const FIRST_LOOK_MS = 60_000

const user = { id: "3", username: "alice", discriminator: "0", global_name: null, avatar: null }
const event = (type: string, data: object, timestamp = "2026-01-01T00:00:00.000000+00:00") => ({
  version: 1,
  application_id: "1",
  type: 1,
  event: { type, timestamp, data }
})

it("an interaction is no webhook event", () => expect(isWebhookEvent(SLASH)).toBe(false))

describe("a webhook event has no deviation", () => {
  it.each([
    ["that is a PING", { version: 1, application_id: "1", type: 0 }],
    ["of an authorization", event("APPLICATION_AUTHORIZED", { user, scopes: ["identify"] })],
    ["of the end of one", event("APPLICATION_DEAUTHORIZED", { user })],
    ["of a lobby, whatever is in it", event("LOBBY_MESSAGE_DELETE", {})]
  ])("%s", { timeout: FIRST_LOOK_MS }, (_, payload) => {
    expect(isWebhookEvent(payload)).toBe(true)
    expect(judgeWebhookEvent(payload)).toEqual([])
  })
})

describe("a deviation is told", () => {
  it.each([
    ["of a version", { ...event("LOBBY_MESSAGE_CREATE", {}), version: 2 }, "version is 2"],
    ["of a PING with an event", { ...event("LOBBY_MESSAGE_CREATE", {}), type: 0 }, "a PING has an event"],
    ["of a time", event("LOBBY_MESSAGE_CREATE", {}, "soon"), "timestamp is soon"],
    ["of a name", event("LOBBY_CREATE", {}), "LOBBY_CREATE is no webhook event"],
    ["of who authorized", event("APPLICATION_AUTHORIZED", { scopes: [] }), "must have required property 'user'"]
  ])("%s", (_, payload, told) => expect(judgeWebhookEvent(payload).join("\n")).toContain(told))
})
