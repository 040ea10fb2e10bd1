import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { parseText, parseTyping } from "../../src/typing/CommandText.ts"
import { validateAutocomplete, validateUse } from "../../src/typing/Options.ts"
import { faultsInText } from "../../src/typing/UseReading.ts"
import { blep, command, directory, everyType, permissions } from "./PetShop.ts"

const context = { candidates: [command("all", everyType), blep, permissions], locale: "de", directory } as const

/** Reads and validates both ways; an exception fails the test. */
const play = (text: string) => {
  const use = Result.flatMap(parseText(text, context), (p) => validateUse(p.command, p.options, directory))
  const typing = Result.flatMap(parseTyping(text, context), (p) =>
    validateAutocomplete(p.command, p.options, directory)
  )
  return [use, typing]
}

const starts = ["", "/", "/all", "/all ", "/all text:", '/all text:"', "/all count:", "/all who:", "/permissions user "]
const tails: ReadonlyArray<readonly [what: string, unit: string]> = [
  ["spaces", " "],
  ["quotes", '"'],
  ["backslashes", "\\"],
  ["colons", ":"],
  ["words with colons", "a:"],
  ["option names", " text:"],
  ["nearly option names", " texts:"],
  ["quoted options", ' text:"a" '],
  ["slashes", "/"],
  ["emoji", "👩‍🚀"],
  ["high surrogates", "\ud83d"],
  ["low surrogates", "\ude00"],
  ["line ends", "\n"],
  ["control characters", "\0\u001b\u2028"],
  ["digits", "9"],
  ["opened mentions", "<@"],
  ["names of prototypes", " __proto__:constructor"]
]

describe("every text has an answer", () => {
  it.each(tails)("10,000 characters of %s", (_, unit) => {
    const tail = unit.repeat(Math.ceil(10_000 / unit.length))
    for (const start of starts) assert.strictEqual(play(start + tail).length, 2)
  })

  // A quadratic reader would need 10^12 steps for each, far beyond the time limit of a test.
  it.each(tails)("in time linear in its length: a million characters of %s", (_, unit) => {
    const tail = unit.repeat(Math.ceil(1_000_000 / unit.length))
    for (const start of ["/", "/all text:", '/all text:"']) assert.strictEqual(play(start + tail).length, 2)
  })

  it("a fault quotes at most 100 characters", () => {
    const fault = Result.getOrThrow(Result.flip(parseText(`/${"x".repeat(10_000)}`, context)))
    assert.strictEqual(fault.found.length, 100)
  })

  it("a lone surrogate is read as it is, for validation to refuse", () => {
    const { options } = Result.getOrThrow(parseText("/all text:\ud83d", context))
    assert.deepStrictEqual(options, [{ name: "text", type: 3, value: "\ud83d" }])
  })

  it("faults of a long text find their columns in time linear in its length", () => {
    const parsed = Result.getOrThrow(parseText(`/all${" text:a".repeat(100_000)}`, context))
    const { faults } = Result.getOrThrow(Result.flip(validateUse(parsed.command, parsed.options, directory)))
    const last = faultsInText(parsed, faults).at(-1)
    assert.strictEqual(last?.message, "text (column 699998): This option is given twice")
  })
})
