import { assert, describe, it } from "@effect/vitest"
import {
  compare,
  EPOCH_MS,
  following,
  fromMs,
  isSnowflake,
  next,
  pad,
  toMs,
  toSnowflake
} from "../../src/base/Snowflake.ts"

const MAX = "18446744073709551615"

describe("a snowflake", () => {
  it.each(["0", "1", "175928847299117063", "9999999999999999999", "10000000000000000000", MAX])("is %s", (text) => {
    assert.isTrue(isSnowflake(text))
  })

  it.each([
    ["the number after 64 bits", "18446744073709551616"],
    ["21 digits", "100000000000000000000"],
    ["an empty text", ""],
    ["a leading zero", "01"],
    ["a sign", "-1"],
    ["a plus", "+1"],
    ["a fraction", "1.0"],
    ["an exponent", "1e3"],
    ["hexadecimal", "0x1f"],
    ["space", " 1"],
    ["a line end", "1\n"],
    ["other digits", "١٢٣"],
    ["words", "@me"],
    ["a JSON number", 1],
    ["a bigint", 1n],
    ["null", null],
    ["nothing", undefined],
    ["a list", ["1"]]
  ])("is not %s", (_, value) => {
    assert.isFalse(isSnowflake(value))
  })

  it("is sent by libraries as a string or as an exact integer", () => {
    assert.deepStrictEqual(["7", 7, 0, Number.MAX_SAFE_INTEGER].map(toSnowflake), ["7", "7", "0", "9007199254740991"])
    const others = [2 ** 53, 1e20, -1, 1.5, Number.NaN, "01", null, undefined, [7], { toString: 1 }]
    for (const value of others) assert.isUndefined(toSnowflake(value))
  })

  it("carries milliseconds since 1420070400000 in its upper 42 bits", () => {
    // The worked example of the public reference: 175928847299117063 is 2016-04-30 11:18:25.796 UTC.
    assert.strictEqual(toMs("175928847299117063"), 1_462_015_105_796)
    assert.strictEqual(toMs("0"), EPOCH_MS)
    assert.strictEqual(fromMs(1_462_015_105_796), 175928847299117063n & ~((1n << 22n) - 1n))
  })

  it("of a moment before the epoch is 0, of a part of a millisecond is that of the whole one", () => {
    assert.strictEqual(fromMs(0), 0n)
    assert.strictEqual(fromMs(EPOCH_MS + 1.9), 1n << 22n)
  })
})

describe("the next id", () => {
  const now = Date.UTC(2026, 0, 1)
  it("is the first of the moment when the last one is older", () => {
    assert.strictEqual(next(5n, now), fromMs(now))
  })

  it("has at least the 17 digits that libraries take, whatever the clock says", () => {
    assert.strictEqual(next(0n, EPOCH_MS + 1000), 10n ** 16n)
    assert.strictEqual(next(0n, 0), 10n ** 16n)
  })

  it.each([
    ["within a millisecond", fromMs(now)],
    ["when the clock goes back", fromMs(now + 60_000)]
  ])("is one above the last %s", (_, last) => {
    assert.strictEqual(next(last, now), last + 1n)
  })
})

describe("what replaces an id", () => {
  it.each([
    ["20", "100", "100"],
    ["20", "20", "21"],
    ["100", "20", "101"],
    ["99", "100", "100"]
  ])("after %s with candidate %s is %s", (last, candidate, expected) => {
    assert.strictEqual(following(last, candidate), expected)
  })
})

describe("order", () => {
  it("is numeric, by compare and by padded text alike", () => {
    const ascending = ["0", "9", "10", "99", "100", "175928847299117063", MAX]
    const shuffled = ["100", MAX, "9", "175928847299117063", "0", "99", "10"]
    assert.deepStrictEqual([...shuffled].sort(compare), ascending)
    assert.deepStrictEqual([...shuffled].map(pad).sort(), ascending.map(pad))
    assert.strictEqual(compare("10", "10"), 0)
  })

  it("of padded ids has 20 digits", () => {
    assert.strictEqual(pad("7"), "00000000000000000007")
    assert.strictEqual(pad(MAX), MAX)
  })
})
