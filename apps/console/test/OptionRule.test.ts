import { expect, it } from "vitest"
import { faultOf, ruleOf } from "../src/composer/OptionRule.ts"
import { type Entry, type Option, OptionType } from "../src/composer/Picked.ts"
import { option } from "./Using.ts"

const { STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER, ATTACHMENT } = OptionType
const text = { name: "o", type: STRING, min_length: 2, max_length: 3 } as const
const count = { name: "o", type: INTEGER, min_value: 1, max_value: 5 } as const

it.each<[string, Partial<Option> & Pick<Option, "name" | "type">, Partial<Entry>, string | undefined]>([
  ["a missing value", { name: "o", type: STRING, required: true }, { text: " " }, "o is required."],
  ["an empty option", { name: "o", type: STRING }, { text: "" }, "Give it a value, or remove it with Backspace."],
  ["a short text", text, { text: "🐕" }, "At least 2 characters: 1 so far."],
  ["a long text", text, { text: "Rexo" }, "At most 3 characters: 4 typed."],
  ["a text that fits", text, { text: "🐕🐕🐕" }, undefined],
  ["a fraction", count, { text: "1.5" }, "A whole number from 1 to 5 belongs here."],
  ["a small number", count, { text: "0" }, "At least 1."],
  ["a large number", count, { text: "6" }, "At most 5."],
  [
    "more than an integer holds",
    { name: "o", type: INTEGER },
    { text: "9007199254740993" },
    "At most 9007199254740991."
  ],
  ["a number", { name: "o", type: NUMBER }, { text: "1e3" }, undefined],
  ["no boolean", { name: "o", type: BOOLEAN }, { text: "maybe" }, "True or false belongs here."],
  ["no person", { name: "o", type: USER }, { text: "bo" }, "A person belongs here."],
  ["the id of a person", { name: "o", type: USER }, { text: "300000000000000001" }, undefined],
  [
    "no choice",
    { name: "o", type: STRING, choices: [{ name: "Red", value: "r" }] },
    { text: "blue" },
    "One of the choices belongs here."
  ],
  [
    "a choice in other letters",
    { name: "o", type: STRING, choices: [{ name: "Red", value: "r" }] },
    { text: "rED" },
    undefined
  ],
  ["a missing file", { name: "o", type: ATTACHMENT, required: true }, { text: "" }, "A file is required."],
  [
    "a large file",
    { name: "o", type: ATTACHMENT },
    { text: "", file: { filename: "a", content_type: "", size: 11 * 1024 * 1024, base64: "" } },
    "At most 10 MiB: this file has 11 MiB."
  ]
])("says of %s what is wrong", (_, given, entry, because) => {
  expect(faultOf(option(given), { name: "o", text: "", ...entry })).toBe(because)
})

it("names the kinds of channels", () => {
  expect(ruleOf(option({ name: "o", type: CHANNEL, channel_types: [0, 5] }))).toBe(
    "A text channel or announcement channel"
  )
})
