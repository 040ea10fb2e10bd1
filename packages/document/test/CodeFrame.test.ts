import { stripVTControlCharacters } from "node:util"
import { describe, expect, it } from "vitest"
import { frame } from "../src/CodeFrame.ts"

const text = ["name: ping", "steps:", "  - us: /ping", "    in: general", ""].join("\n")

describe("a code frame", () => {
  it("shows the lines around a place with a caret below it", () => {
    expect(frame(text, { line: 3, column: 5 }, { message: "unknown field" })).toBe(
      [
        "  1 | name: ping",
        "  2 | steps:",
        "> 3 |   - us: /ping",
        "    |     ^ unknown field",
        "  4 |     in: general"
      ].join("\n")
    )
  })

  it("shows as many lines as are asked for", () => {
    expect(frame(text, { line: 3, column: 5 }, { before: 0, after: 0 })).toBe("> 3 |   - us: /ping\n    |     ^")
  })

  it("numbers its lines in one width", () => {
    const long = Array.from({ length: 12 }, (_, index) => `line${index + 1}`).join("\r\n")
    expect(frame(long, { line: 9, column: 1 }, { before: 0 })).toBe(">  9 | line9\n     | ^\n  10 | line10")
  })

  it("keeps tabs, so that the caret stands below what it means", () => {
    expect(frame("\tuse: x", { line: 1, column: 2 })).toBe("> 1 | \tuse: x\n    | \t^")
  })

  it.each([
    ["Chinese", "宠物店", 6],
    ["Japanese and Korean", "ペット상점", 10],
    ["full width", "ａ！", 4],
    ["an emoji with a tone of skin", "👍🏽", 2],
    ["an emoji of several", "👩‍🚀", 2],
    ["a flag", "🇩🇪", 2],
    ["an accent of its own", "e\u0301", 1],
    ["Latin, Greek and Cyrillic", "éαж", 3]
  ])("puts the caret below what it means behind %s", (_, before, width) => {
    expect(frame(`${before}x`, { line: 1, column: before.length + 1 })).toBe(
      `> 1 | ${before}x\n    | ${" ".repeat(width)}^`
    )
  })

  it("shows of a long line the part around the place", () => {
    const shown = frame(`${"a".repeat(500)}b${"c".repeat(500)}`, { line: 1, column: 501 })
    const [row = "", caret = ""] = shown.split("\n")
    expect(row.length).toBeLessThan(180)
    expect(row[caret.indexOf("^")]).toBe("b")
  })

  it("is coloured for terminals, and the same text without", () => {
    const colored = frame(text, { line: 3, column: 5 }, { message: "unknown field", color: true })
    expect(colored).toContain("\u001b[31m^ unknown field\u001b[39m")
    expect(stripVTControlCharacters(colored)).toBe(frame(text, { line: 3, column: 5 }, { message: "unknown field" }))
  })

  it("lets no control character through to a terminal", () => {
    expect(frame("a\u001b[2Jb", { line: 1, column: 1 })).toBe("> 1 | a\u{FFFD}[2Jb\n    | ^")
  })

  it.each([0, 6, -1])("of line %d, which the text does not have, is empty", (line) => {
    expect(frame(text, { line, column: 1 })).toBe("")
  })

  it("stays within the line where the column does not", () => {
    expect(frame("ab", { line: 1, column: 99 })).toBe("> 1 | ab\n    |   ^")
  })
})
