/** Boosts of a guild. */
import { assert, describe, it } from "@effect/vitest"
import { atLeast, boostsOf, filesAt, mostAt, recounted, tierOf } from "../../src/guild/Boost.ts"

const count = (premium_subscription_count: number, premium_tier: number) => ({
  premium_subscription_count,
  premium_tier
})

describe("boosts", () => {
  it("make a tier at 2, 7 and 14", () =>
    assert.deepStrictEqual([0, 1, 2, 6, 7, 13, 14, 99].map(tierOf), [0, 0, 1, 1, 2, 2, 3, 3]))

  it("are one of a member who says no number, and none of one who does not boost", () =>
    assert.deepStrictEqual(
      [{ premium_since: "x" }, { premium_since: "x", boosts: 3 }, { boosts: 3 }].map(boostsOf),
      [1, 3, 0]
    ))

  it("allow larger files from the second tier on; outside guilds is as without", () =>
    assert.deepStrictEqual(
      [undefined, {}, { premium_tier: 1 }, { premium_tier: 2 }, { premium_tier: 3 }].map((guild) => filesAt(guild)),
      [10, 10, 10, 50, 100].map((mib) => mib * 1024 * 1024)
    ))

  const cases: ReadonlyArray<readonly [string, ReturnType<typeof count>, number, number]> = [
    ["a tier that follows them rises", count(1, 0), 2, 1],
    ["a tier that follows them falls", count(7, 2), 6, 1],
    ["a tier above them stays", count(0, 2), 1, 2],
    ["they overtake a tier above them", count(6, 2), 14, 3],
    ["a tier that they have reached falls with them", count(2, 1), 1, 0]
  ]
  for (const [sentence, before, boosts, tier] of cases) {
    it(sentence, () => assert.deepStrictEqual(recounted(before, boosts), count(boosts, tier)))
  }

  it("are at least those of the members, and the tier at least theirs", () => {
    assert.deepStrictEqual(atLeast(count(0, 0), [{ premium_since: "x", boosts: 7 }]), count(7, 2))
    assert.deepStrictEqual(atLeast(count(20, 0), [{ premium_since: "x" }]), count(20, 3))
    assert.deepStrictEqual(atLeast(count(0, 3), []), count(0, 3))
    const many = Array.from({ length: 101 }, () => ({ premium_since: "x", boosts: 100 }))
    assert.deepStrictEqual(atLeast(count(0, 0), many), count(10_000, 3))
  })

  it("give slots", () => {
    assert.deepStrictEqual(
      [{}, { premium_tier: 1 }, { premium_tier: 2 }, { premium_tier: 3 }].map((guild) =>
        (["emojis", "stickers", "sounds", "bitrate"] as const).map((what) => mostAt(what, guild))
      ),
      [
        [50, 5, 8, 96_000],
        [100, 15, 24, 128_000],
        [150, 30, 36, 256_000],
        [250, 60, 48, 384_000]
      ]
    )
  })
})
