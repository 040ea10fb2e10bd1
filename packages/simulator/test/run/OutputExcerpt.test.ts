import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { excerptOf } from "../../src/run/ProgramOutput.ts"

const lines = (count: number, word = "said") => Array.from({ length: count }, (_, at) => `${word} ${at}`)

describe("the part of an output that stands in a message", () => {
  it("is all of it where it is short, else its end, and says how much is left out", () => {
    expect(excerptOf(lines(20), 20)).toEqual(lines(20))
    expect(excerptOf(lines(21), 20)).toEqual(["… 1 line before", ...lines(21).slice(1)])
    expect(excerptOf(lines(30), 20)[0]).toBe("… 10 lines before")
  })

  it.each([
    "DiscordAPIError[10062]: Unknown interaction",
    "TypeError: Cannot read properties of undefined",
    "Error",
    "Error [ERR_X]: no",
    "Uncaught RangeError: far",
    "discord.errors.NotFound.Exception: gone",
    "Traceback (most recent call last):",
    "panic: runtime error: index out of range"
  ])("keeps the error that was told with the nearest of its stack: %s", (error) => {
    const stack = ["    at handle (bot.mjs:3:9)", "    at next (bot.mjs:9:1) {"]
    const all = [...lines(23), "", error, ...stack, ...lines(40, "  property")]
    const shown = excerptOf(all, 20)
    expect(shown.slice(0, 4)).toEqual(["… 24 lines before", error, ...stack])
    expect(shown.slice(9)).toEqual(["… 23 lines between", ...lines(40, "  property").slice(28)])
  })

  it("keeps the last of several errors, and takes what is indented for a part of one", () => {
    const all = ["Error: first", ...lines(10), "Error: last", "  [cause]: Error: inner", "  Error: inner", ...lines(40)]
    expect(excerptOf(all, 20).slice(0, 2)).toEqual(["… 11 lines before", "Error: last"])
  })

  it("tells how many lines there are but those that it shows, each once and in order", () => {
    const line = fc.constantFrom("said", "Error: no", "  at x", "Traceback (most recent call last):")
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 2, max: 30 }), (words, most) => {
        const all = words.map((word, at) => `${word} ${at}`)
        const shown = excerptOf(all, most)
        const kept = shown.filter((one) => !one.startsWith("…"))
        const missing = shown.flatMap((one) => (one.startsWith("…") ? [Number(one.split(" ")[1])] : []))
        expect(kept.length).toBe(Math.min(most, all.length))
        expect(kept.length + missing.reduce((sum, one) => sum + one, 0)).toBe(all.length)
        expect(kept).toEqual(all.filter((one) => kept.includes(one)))
        expect(kept.at(-1)).toBe(all.at(-1))
      })
    )
  })
})
