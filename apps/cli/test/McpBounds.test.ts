/** Answers to agents are bounded in bytes. Source: docs/agents.md. */
import { describe, expect, it } from "vitest"
import { bounded, cut, TEXT_BYTES, VALUE_BYTES } from "../src/mcp/Bounded.ts"
import { notes } from "../src/mcp/Place.ts"

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe("an answer", () => {
  it("that is small stays as it is", () => {
    const small = { text: "done", value: { list: [1, 2, 3] } }
    expect(bounded(small)).toEqual(small)
  })

  it.each([
    ["many small things", { list: Array.from({ length: 100_000 }, (_, id) => ({ id })) }],
    ["one long text", { body: { text: "ü".repeat(100_000) } }],
    [
      "long texts in lists in lists",
      { a: Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => "x".repeat(300))) }
    ],
    ["many fields", Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, at]))]
  ])("of %s is cut and says so", (_, value) => {
    const short = bounded({ text: "", value }).value
    expect(bytesOf(short)).toBeLessThanOrEqual(VALUE_BYTES)
    expect(short).toMatchObject({ shortened: expect.stringContaining("46 KiB") })
  })
})

it.each(["ü".repeat(40_000), "🐕 says\n".repeat(9_000)])(
  "a text ends at a whole character, with what to do",
  (text) => {
    const short = cut(text, TEXT_BYTES)
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(TEXT_BYTES)
    const [kept = "", more] = [short.slice(0, short.lastIndexOf("\n")), short.slice(short.lastIndexOf("\n") + 1)]
    expect(text.startsWith(kept)).toBe(true)
    expect(more).toMatch(/^… the rest was left out/)
  }
)

it("the transcript keeps the newest acts", () => {
  const kept = notes()
  for (let at = 0; at < 300; at++) kept.add([`act ${at}`])
  expect(kept.text().split("\n\n")).toHaveLength(200)
  expect(kept.text()).toMatch(/^act 100\n[\s\S]*act 299$/)
})
