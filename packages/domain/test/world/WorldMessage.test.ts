import { describe, expect, test } from "vitest"
import { recordOf, worldMessage } from "../../src/world/WorldMessage.ts"

const given = { id: "7", reactions: [], channel_id: "2", content: "hello" }

describe("a message of a world", () => {
  test.each([
    ["without reactions", given],
    ["with counts copied off the wire", { ...given, reactions: [{ emoji: { id: null, name: "🐈" }, count: 2 }] }],
    ["that is pinned", { ...given, pinned_at: "2026-01-01" }]
  ])("%s keeps its fields and their order", (_, message) => {
    expect(JSON.stringify(worldMessage(recordOf(message)))).toBe(JSON.stringify(message))
  })

  test("with users who reacted is the same record after a round trip", () => {
    const record = recordOf({ ...given, reactions: [{ emoji: { id: null, name: "🐈" }, user_ids: ["9"] }] })
    expect(recordOf(worldMessage(record))).toEqual(record)
    expect(record.message).not.toHaveProperty("reactions")
  })
})
