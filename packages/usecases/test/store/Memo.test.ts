import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { memo } from "../../src/store/Memo.ts"

/** Records the computed texts, in order. */
const counting = (maxCharacters: number) => {
  const computed: Array<string> = []
  const read = memo((text) => {
    computed.push(text)
    return { text }
  }, maxCharacters)
  return { computed, read }
}

describe("a remembered function of texts", () => {
  it("gives what the function gives, whatever is asked in whatever order", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 8 })), fc.nat(40), (texts, max) => {
        const { read } = counting(max)
        for (const text of texts) assert.deepStrictEqual(read(text), { text })
      })
    )
  })

  it("computes a text once while it is used, and gives the same value", () => {
    const { computed, read } = counting(100)
    assert.strictEqual(read("a"), read("a"))
    assert.deepStrictEqual(computed, ["a"])
  })

  it("forgets what was not used while as many characters again were read", () => {
    const { computed, read } = counting(4)
    for (const text of ["aaaa", "bbbb", "cccc", "aaaa"]) read(text)
    assert.deepStrictEqual(computed, ["aaaa", "bbbb", "cccc", "aaaa"])
  })

  it("keeps what is used among texts that are not", () => {
    const { computed, read } = counting(8)
    for (let i = 10; i < 40; i++) {
      read("used")
      read(`x${i}`)
    }
    assert.strictEqual(computed.filter((text) => text === "used").length, 1)
  })

  it("does not compute what it was told, as long as that is used", () => {
    const { computed, read } = counting(4)
    const told = { text: "aaaa" }
    read.remember("aaaa", told)
    assert.strictEqual(read("aaaa"), told)
    assert.deepStrictEqual(computed, [])
    for (const text of ["bbbb", "cccc"]) read.remember(text, { text })
    assert.notStrictEqual(read("aaaa"), told)
  })

  it("never keeps a text beyond its bound", () => {
    const { computed, read } = counting(3)
    read.remember("long one", { text: "long one" })
    read("long one")
    read("long one")
    assert.deepStrictEqual(computed, ["long one", "long one"])
  })
})
