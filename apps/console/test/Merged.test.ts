import type { APIMessage } from "discord-api-types/v10"
import { describe, expect, it } from "vitest"
import { merged } from "../src/api/Merged.ts"

const message = (id: string, content = "") => ({ id, content }) as APIMessage
const shown = (conversation: ReturnType<typeof merged>) => conversation.messages.map(({ id, content }) => id + content)
const known = { messages: [message("10"), message("20"), message("30")], older: true }

describe("merged", () => {
  it.each([
    ["adds new ones at the end", ["40", "50"], [message("40"), message("50")], ["10", "20", "30", "40", "50"]],
    ["replaces changed ones where they are", ["20"], [message("20", "!")], ["10", "20!", "30"]],
    ["takes those away that were not found", ["20", "30"], [], ["10"]],
    ["puts late ones in order", ["25", "40"], [message("40"), message("25")], ["10", "20", "25", "30", "40"]],
    ["leaves out what comes with an older page", ["5"], [message("5")], ["10", "20", "30"]]
  ])("%s", (_, ids, found, expected) => {
    expect(shown(merged(known, new Set(ids), found))).toEqual(expected)
  })
})
