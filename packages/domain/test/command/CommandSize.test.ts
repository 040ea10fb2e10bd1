import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { size } from "../../src/command/CommandRules.ts"
import { validate } from "../../src/command/CommandValidation.ts"
import { inGlobal, option, slash } from "../fixture/CommandFixture.ts"

const base = { name: "ab", name_localizations: null, description: "cde", description_localizations: null }
const choice = { name: "xy", name_localizations: null, value: "12345" }

describe("the combined length of name, description and value of the command, its options and its choices", () => {
  it.each([
    ["name and description of the command", base, 5],
    ["options add theirs", { ...base, options: [base, base] }, 15],
    [
      "subcommands and groups are included",
      { ...base, options: [{ ...base, options: [{ ...base, options: [base] }] }] },
      20
    ],
    ["choices add name and value", { ...base, options: [{ ...base, choices: [choice, choice] }] }, 24],
    [
      "a number counts as its JSON text",
      { ...base, options: [{ ...base, choices: [{ ...choice, value: -1.5 }] }] },
      16
    ],
    ["an integer too", { ...base, options: [{ ...base, choices: [{ ...choice, value: 1e21 }] }] }, 17],
    ["a code point counts once", { ...base, name: "\u{10330}\u{10330}", description: "\u{1F525}" }, 3],
    ["nothing counts as nothing", {}, 0]
  ])("%s", (_, command, expected) => expect(size(command)).toBe(expected))
})

describe("only the longest variant of each field counts, the default included", () => {
  it.each([
    ["a longer localization", { ...base, name_localizations: { de: "abcd", fr: "abc" } }, 7],
    ["a shorter one", { ...base, name_localizations: { de: "a" } }, 5],
    [
      "of each field by itself",
      { ...base, name_localizations: { de: "abc" }, description_localizations: { fr: "abcdef" } },
      9
    ],
    ["counted in code points", { ...base, name_localizations: { de: "\u{10330}\u{10330}" } }, 5],
    [
      "of choices",
      { ...base, options: [{ ...base, choices: [{ ...choice, name_localizations: { de: "xyz" } }] }] },
      18
    ],
    ["no localization for null", { ...base, name_localizations: { de: null } }, 5]
  ])("%s", (_, command, expected) => expect(size(command)).toBe(expected))
})

it("validated content has the size of its body", () => {
  const body = slash({ options: [option({ choices: [{ name: "Dog", value: "dog" }] })] })
  expect(size(Result.getOrThrow(validate(body, inGlobal)))).toBe(size(body))
})
