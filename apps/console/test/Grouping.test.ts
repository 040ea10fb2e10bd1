import type { APIMessage } from "discord-api-types/v10"
import { describe, expect, it } from "vitest"
import { relativeTo } from "../src/chat/context/Times.ts"
import { rowsOf } from "../src/chat/Grouping.ts"
import { spansOf } from "../src/chat/message/EmbedFields.ts"

const said = (id: string, author: string, minutes: number, more: Partial<APIMessage> = {}) =>
  ({
    id,
    author: { id: author, username: author },
    timestamp: new Date(2026, 0, 5, 12, minutes).toISOString(),
    type: 0,
    content: "x",
    ...more
  }) as APIMessage

describe("Grouping", () => {
  it("puts messages of one author together until a pause, a reply or another day", () => {
    const rows = rowsOf([
      said("1", "a", 0),
      said("2", "a", 5),
      said("3", "a", 13),
      said("4", "b", 14),
      said("5", "b", 15, { type: 19 }),
      said("6", "b", 16),
      said("7", "b", 16, { type: 7 }),
      said("8", "b", 17),
      said("9", "b", 17 + 24 * 60)
    ])
    expect(rows.filter(({ follows }) => follows).map(({ key }) => key)).toEqual(["2", "6"])
    expect(rows.filter(({ day }) => day !== undefined).map(({ key }) => key)).toEqual(["1", "9"])
  })
})

describe("Embeds", () => {
  it("puts up to three inline fields on a line", () => {
    const inline = { inline: true }
    expect(spansOf([inline, inline, inline, inline, {}, inline, inline])).toEqual([4, 4, 4, 12, 12, 6, 6])
  })
})

describe("Times", () => {
  it.each([
    [-3_000, "3 seconds ago"],
    [90_000, "in 1 minute"],
    [-172_800_000, "2 days ago"]
  ])("says %i milliseconds from now as %s", (ms, expected) => {
    expect(relativeTo(ms, 0)).toBe(expected)
  })
})
