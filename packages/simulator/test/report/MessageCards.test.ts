import type { Outcome } from "@backlot/scenario/Outcome"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cardNamesOf } from "../../src/report/CardNames.ts"
import { cardsOf } from "../../src/report/MessageCards.ts"
import { attemptOf, said, stepOf } from "./Sample.ts"

const cards = (outcome: object) =>
  cardsOf({ real_ms: 1, ...outcome } as Outcome, (id) => (id === "7" ? "Pet Shop" : undefined))
const author = { id: "7", username: "pet-shop", bot: true }
const message = (fields: object) => ({ author, content: "", flags: 0, ...fields })

describe("a message as a card", () => {
  it("has author, mark of a bot, time and who sees it", () => {
    const [card] = cards({
      message: message({ content: "Hi", flags: 64, timestamp: "2026-01-01T00:00:00Z", pinned: true })
    })
    expect(card).toMatchObject({
      ...{ author: "pet-shop", bot: true, content: "Hi", at: "2026-01-01T00:00:00Z" },
      marks: ["only this user sees it", "pinned"]
    })
    expect(cards({ message: message({ author: { username: "bob", global_name: "Bob" } }) })[0]).toMatchObject({
      ...{ author: "Bob", bot: false, marks: [] }
    })
  })

  it("has embeds with colour, texts, fields, pictures and footer", () => {
    const embed = {
      ...{ color: 0x00ff88, title: "T", description: "D", author: { name: "A" }, footer: { text: "F" } },
      ...{ fields: [{ name: "N", value: "V", inline: true }], image: { url: "http://a/b.png" } }
    }
    expect(cards({ message: message({ embeds: [embed] }) })[0]?.embeds).toEqual([
      {
        ...{ colour: "#00ff88", title: "T", description: "D", author: "A", footer: "F" },
        ...{ fields: [{ name: "N", value: "V", inline: true }], images: ["http://a/b.png"] }
      }
    ])
  })

  it("has buttons and selects as drawn, disabled where they are", () => {
    const components = [
      {
        type: 1,
        components: [
          { type: 2, style: 4, label: "Go", custom_id: "go", disabled: true },
          { type: 2, style: 5, label: "Site", url: "http://a" }
        ]
      },
      {
        type: 1,
        components: [{ type: 3, custom_id: "s", placeholder: "Which?", options: [{ label: "A", default: true }] }]
      },
      { type: 17, accent_color: 1, components: [{ type: 10, content: "text" }, { type: 14 }] },
      { type: 99 }
    ]
    expect(cards({ message: message({ components }) })[0]?.parts).toEqual([
      {
        kind: "row",
        parts: [
          { kind: "button", label: "Go", style: 4, disabled: true },
          { kind: "button", label: "Site ↗", style: 5, disabled: false }
        ]
      },
      {
        kind: "row",
        parts: [{ kind: "select", label: "Which?", disabled: false, options: [{ label: "A", chosen: true }] }]
      },
      { kind: "box", colour: "#000001", parts: [{ kind: "text", label: "text" }, { kind: "separator" }] },
      { kind: "text", label: "component of type 99" }
    ])
  })

  it.each([
    ["deferred", { state: "deferred", message: message({ flags: 128 }) }, "waiting", "deferred: is thinking…"],
    ["timed out", { state: "timed_out", application_id: "7" }, "failed", "the application did not respond in time"],
    ["failed", { state: "failed", application_id: "7", error: "no" }, "failed", "the interaction failed: no"],
    ["thinking", { message: message({ flags: 128 }) }, "waiting", "is thinking…"]
  ])("says that an answer is %s", (_, outcome, tone, text) => {
    expect(cards(outcome)[0]?.state).toEqual({ tone, text })
    expect(cards({ state: "failed", application_id: "7" })[0]?.author).toBe("Pet Shop")
  })

  it("is there for a modal, for each message that was read, and for a message that a call answered with", () => {
    const modal = {
      title: "Name it",
      custom_id: "m",
      components: [{ type: 18, label: "Name", component: { type: 4, custom_id: "n" } }]
    }
    expect(cards({ state: "responded", modal })[0]?.parts).toMatchObject([
      { kind: "modal", label: "Name it", parts: [{ kind: "box", label: "Name", parts: [{ kind: "input" }] }] }
    ])
    expect(
      cards({ messages: [message({ content: "a" }), message({ content: "b" })] }).map(({ content }) => content)
    ).toEqual(["a", "b"])
    expect(
      cards({ status: 200, body: message({ channel_id: "1", content: "c" }) }).map(({ content }) => content)
    ).toEqual(["c"])
    for (const none of [{}, { state: "responded" }, { status: 200, body: { id: "1" } }]) expect(cards(none)).toEqual([])
  })

  it("is made of any shape that an answer may have", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (any) => {
        const list = [any]
        expect(
          cards({ message: message({ embeds: list, components: list, attachments: list, content: any }) })
        ).toHaveLength(1)
        expect(cards({ message: any, messages: list, body: any }).length).toBeGreaterThan(0)
      })
    )
  })
})

describe("names of mentions", () => {
  it("come from the world and the outcomes, for those that are mentioned", () => {
    const outcome = said("Ask <@1>, <@!2>, <@&3> in <#4>, not <@9>")
    const world_after = {
      users: [
        { id: "1", username: "alice", global_name: "Alice" },
        { id: "2", username: "bob" },
        { id: "8", username: "eve" }
      ],
      guilds: [{ id: "5", roles: [{ id: "3", name: "Crew" }], channels: [{ id: "4", name: "general" }] }]
    }
    expect(cardNamesOf(attemptOf([stepOf(1, {}, outcome)], { world_after }))).toEqual({
      ...{ "1": "Alice", "2": "bob", "3": "Crew", "4": "general" },
      "100000000000000001": "Pet Shop"
    })
  })
})
