import { describe, expect, it } from "vitest"
import { webhookEvent } from "../../src/base/Limits.ts"
import { eventBody, nextTry, pingBody, webhookStatus, webhookTarget } from "../../src/event/WebhookEvent.ts"
import type { Application } from "../../src/record/World.ts"
import { petShop } from "../fixture/Harbour.ts"

const APP = "https://pets.example/events"
const LOBBY = "https://pets.example/lobby"
const CREATE = "LOBBY_MESSAGE_CREATE"

type Webhooks = Partial<Pick<Application, "event_webhooks_url" | "event_webhooks_types" | "event_webhooks_status">>
const having = (webhooks: Webhooks): Application => ({ ...petShop, ...webhooks })

describe("the status of webhook events", () => {
  it.each<[what: string, webhooks: Webhooks, status: number]>([
    ["is disabled without a URL", { event_webhooks_types: [CREATE] }, 1],
    ["is disabled without a type", { event_webhooks_url: APP }, 1],
    ["is enabled with a URL and a type", { event_webhooks_url: APP, event_webhooks_types: [CREATE] }, 2],
    ["is what was set", { event_webhooks_url: APP, event_webhooks_types: [CREATE], event_webhooks_status: 1 }, 1]
  ])("%s", (_, webhooks, status) => expect(webhookStatus(having(webhooks))).toBe(status))
})

describe("a webhook event", () => {
  const all = { event_webhooks_url: APP, event_webhooks_types: [CREATE] }
  it.each<[what: string, webhooks: Webhooks, override: string | undefined, target: string | undefined]>([
    ["goes to the application's URL", all, undefined, APP],
    ["of a lobby with a URL of its own goes there instead", all, LOBBY, LOBBY],
    ["of such a lobby needs no URL of the application", { event_webhooks_types: [CREATE] }, LOBBY, LOBBY],
    ["of a type that was not asked for is not sent", { ...all, event_webhooks_types: ["X"] }, LOBBY, undefined],
    ["is not sent while events are disabled", { ...all, event_webhooks_status: 1 }, LOBBY, undefined],
    ["is not sent without a URL", { event_webhooks_types: [CREATE] }, undefined, undefined]
  ])("%s", (_, webhooks, override, target) => expect(webhookTarget(having(webhooks), CREATE, override)).toBe(target))

  it("says its version, application, type, time and data", () =>
    expect(eventBody("1", CREATE, 1_767_225_600_000, { id: "2" })).toEqual({
      version: 1,
      application_id: "1",
      type: 1,
      event: { type: CREATE, timestamp: "2026-01-01T00:00:00.000000+00:00", data: { id: "2" } }
    }))

  it("is preceded by a PING of type 0", () =>
    expect(pingBody("1")).toEqual({ version: 1, application_id: "1", type: 0 }))
})

describe("tries of an event", () => {
  const tries = (): ReadonlyArray<number> => {
    const at = [0]
    for (;;) {
      const next = nextTry(0, at.length, at.at(-1) ?? 0)
      if (next === null) return at
      at.push(next)
    }
  }

  it("come later and later, the last of them after 10 minutes", () =>
    expect(tries()).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 600].map((seconds) => seconds * 1_000)))

  it("are over once its time is, however few they were", () => expect(nextTry(0, 1, webhookEvent.giveUpMs)).toBeNull())
})
