import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import * as WorldFile from "../../src/world/GivenWorld.ts"
import { formatOf, pretty, type WorldFormat } from "../../src/world/WorldText.ts"

const read = (text: string) => Result.getOrThrow(WorldFile.parse(text)).value

/** Ordinary and difficult texts: quotes, line ends, texts that look like another type, lone surrogates. */
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\ud800", "\u0085", "\u2028", "\ufeff", "\t", "\r", "\n", " ", "#", ": ", "- ", "'")
  }),
  fc.constantFrom(
    "null",
    "~",
    "yes",
    "1e3",
    "0x10",
    "007",
    "1_000",
    "2026-01-01",
    "<<",
    "*a",
    "&a",
    "!t",
    "---",
    "%",
    ""
  )
)

const value = fc.letrec<{ readonly any: unknown; readonly leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    fc.constantFrom(2 ** 53, -(2 ** 53), 2 ** 53 + 2, 1e20, 1e21, 5e-324, Number.MAX_VALUE),
    fc.integer(),
    fc.boolean(),
    fc.constant(null)
  ),
  any: fc.oneof({ maxDepth: 3 }, tie("leaf"), fc.array(tie("any")), fc.dictionary(text, tie("any")))
})).any

describe.each<WorldFormat>(["json", "yaml"])("an export as %s", (format) => {
  test("is read as exactly what was written, whatever its texts and numbers", () => {
    fc.assert(
      fc.property(value, (given) => {
        const written = pretty(given, format)
        expect(read(written)).toEqual(given)
        expect(pretty(read(written), format)).toBe(written)
      }),
      { numRuns: 300 }
    )
  })

  test("ends its last line", () => {
    expect(pretty({ users: [] }, format)).toMatch(/\]\n?\}?\n$/)
  })
})

test.each([
  ["world.yaml", "yaml"],
  ["WORLD.YML", "yaml"],
  ["world.json", "json"],
  ["world", "json"]
] as const)("%s is written as %s", (name, format) => {
  expect(formatOf(name)).toBe(format)
})
