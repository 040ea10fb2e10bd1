import { execFileSync } from "node:child_process"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { quoted } from "../src/ShellWord.ts"

const read = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  JSON.parse(
    execFileSync(
      "sh",
      ["-c", `"$NODE" -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- ${words.map(quoted).join(" ")}`],
      {
        env: { NODE: process.execPath },
        encoding: "utf8"
      }
    )
  )

describe("a word", () => {
  it("is read back by a shell as it was", () => {
    const words = fc.array(
      fc.string({ unit: "binary" }).map((word) => word.replaceAll("\0", "").toWellFormed()),
      { minLength: 50, maxLength: 100 }
    )
    fc.assert(
      fc.property(words, (all) => {
        expect(read(all)).toEqual(all)
      }),
      { numRuns: 5 }
    )
    const own = ["#general", "a=b", "~", "*", "", "it's", "$HOME", "a b", "--grep=it's"]
    expect(read(own)).toEqual(own)
  })

  it.each(["node", "./bot.mjs", "--report=junit", "@bob", "Harbour/general", "-p"])(
    "has no quotes without need: %s",
    (word) => {
      expect(quoted(word)).toBe(word)
    }
  )

  it.each(["#general", "a=b", "", "a b"])("has them else: %s", (word) => {
    expect(quoted(word)).toBe(`'${word}'`)
  })
})
