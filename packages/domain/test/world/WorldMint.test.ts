import { expect, test } from "vitest"
import { freshIds, fromSeed, largestMinted } from "../../src/world/WorldMint.ts"
import { APP, OTHER_APP, sha256 } from "../fixture/WorldFixture.ts"

const minted = (seed: string) => fromSeed({ seed, sha256, ids: ["1", "2"] })

test("the same seed gives the same secrets, another seed others", () => {
  expect(minted("a").privateKey(APP)).toBe(minted("a").privateKey(APP))
  expect(minted("a").privateKey(APP)).not.toBe(minted("b").privateKey(APP))
})

test("each application has secrets of its own", () => {
  const { privateKey, secret } = minted("a")
  const all = [APP, OTHER_APP].flatMap((id) => [privateKey(id), secret("bot_token", id), secret("client_secret", id)])
  expect(new Set(all).size).toBe(all.length)
})

test("a private key is 64 hexadecimal digits", () => {
  expect(minted("a").privateKey(APP)).toMatch(/^[0-9a-f]{64}$/)
})

test("a bot token has three parts, the first of them the id in Base64", () => {
  const [id = "", ...rest] = minted("a").secret("bot_token", APP).split(".")
  expect(atob(id)).toBe(APP)
  expect(rest.map((part) => part.length)).toEqual([6, 38])
})

test("a webhook's token fits into an address", () => {
  expect(minted("a").secret("webhook_token", APP)).toMatch(/^[0-9a-f]{64}$/)
})

test("its second part is the time of the id, in seconds, so that the same seed gives the same token", () => {
  const seconds = (id: string) => {
    const [, time = ""] = minted("a").secret("bot_token", id).split(".")
    return Buffer.from(time, "base64url").readUInt32BE()
  }
  // 2015-10-03T22:44:17Z.
  expect([seconds(APP), seconds("18446744073709551615")]).toEqual([1_443_912_257, expect.any(Number)])
  expect(minted("a").secret("bot_token", "1").split(".")[1]).toHaveLength(6)
})

test("fresh ids are those that were drawn, and one too many is a bug", () => {
  expect([0, 1].map(minted("a").snowflake)).toEqual(["1", "2"])
  expect(() => minted("a").snowflake(2)).toThrow(RangeError)
})

test.each([
  [{ commands: [{}, {}] }, 4],
  [{ commands: [{ id: "1", version: "2" }, { id: "3" }] }, 4],
  [{ commands: [{ id: "1", version: "2" }] }, 0],
  [{ commands: [{ id: "1", version: ["2"] }] }, 2],
  [{ commands: [{ id: {}, version: "2" }] }, 2],
  [{ commands: "x" }, 0],
  [{}, 0],
  [null, 0]
])("a command that has none needs an id and a version: %j", (input, count) => {
  expect(freshIds(input)).toBe(count)
})

test.each([
  [{ commands: [{ id: "9", version: "10" }], lobbies: [{ id: "8" }] }, "10"],
  [{ messages: [{ id: "7" }], direct_channels: [{ id: "11" }] }, "11"],
  [{ applications: [{ id: "12" }], guilds: [{ id: "13" }] }, undefined],
  [{ commands: [{ id: 7 }, null, "x"], lobbies: {} }, undefined],
  [{ commands: [{ id: "18446744073709551615", version: "5" }] }, "5"],
  [null, undefined]
])("the service goes on behind what it may have minted itself: %j", (world, id) => {
  expect(largestMinted(world)).toBe(id)
})
