import { describe, expect, it } from "vitest"
import { addressIn } from "../src/composer/ActivityAddress.ts"
import { fromWire, suggestionsFor, tokenAt, toWire } from "../src/composer/Completion.ts"
import { around } from "./Using.ts"

describe("a word that asks for suggestions", () => {
  it.each([
    ["hello @bo", 9, "@bo"],
    ["#gen", 4, "#gen"],
    ["a :do", 5, ":do"],
    ["at 12:30", 8, undefined],
    ["mail@host", 9, undefined],
    ["@bob and more", 13, undefined]
  ])("in %j at %i is %j", (text, caret, word) => {
    const token = tokenAt(text, caret)
    expect(token && `${token.sigil}${token.typed}`).toBe(word)
  })

  it("finds people by any of their names, best first", () => {
    const token = tokenAt("@bob", 4)
    const found = token === undefined ? [] : suggestionsFor(token, around)
    expect(found.map(({ name, sent }) => `${name} ${sent}`)).toEqual(["Bobby <@32>", "Bobby <@33>"])
  })
})

it("sends mentions for the names that were chosen, and shows names of mentions again", () => {
  const mentions = { "@Bob": "<@32>", "@Bobby": "<@33>" }
  expect(toWire("@Bobby, ask @Bob or @Bobs", mentions)).toBe("<@33>, ask <@32> or @Bobs")
  expect(fromWire("<@!31> in <#22> and <@404>", around)).toEqual({
    text: "@Alice in #adoption questions and <@404>",
    mentions: { "@Alice": "<@!31>", "#adoption questions": "<#22>" }
  })
})

describe("the address of an Activity", () => {
  const launched = { instance_id: "i-1", channel_id: "21", guild_id: undefined }
  it("has the query of the platform", () => {
    expect(addressIn("http://localhost:5173/play?x=1", launched, "http://127.0.0.1:6780").url).toBe(
      "http://localhost:5173/play?x=1&instance_id=i-1&frame_id=i-1&platform=desktop&channel_id=21"
    )
  })
  it.each(["javascript:alert(1)", "https://example.com/", "http://127.0.0.1:6780/", "http://127.0.0.1.evil.test/", ""])(
    "is not %j",
    (given) => {
      expect(addressIn(given, launched, "http://127.0.0.1:6780").url).toBeUndefined()
    }
  )
})
