import { createHash } from "node:crypto"
import { deflateRawSync } from "node:zlib"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { START } from "../src/model/Examples.ts"
import { FRAGMENT_MAX, fromFragment, toFragment } from "../src/model/Shared.ts"
import { TEXT_MAX } from "../src/model/Text.ts"

const fragmentOf = (value: unknown) =>
  `#playground=${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`

describe("the state in the fragment of an address", () => {
  it("comes back as it went", async () => {
    const fragment = await toFragment({ ...START, typed: "/grüße 🐕" })
    expect(await fromFragment(Result.getOrThrow(fragment))).toEqual(Result.succeed({ ...START, typed: "/grüße 🐕" }))
    expect(await fromFragment(fragmentOf(START))).toEqual(Result.succeed(START))
  })

  it.each(["x", "é", "\u0001", "\ud800"])("comes back with texts as long as they may be, of %j", async (character) => {
    const long = character.repeat(TEXT_MAX)
    const state = { ...START, definitions: long, world: long }
    expect(await fromFragment(Result.getOrThrow(await toFragment(state)))).toEqual(Result.succeed(state))
  })

  it("makes no link that does not open: a text above its bound is refused, however small it is packed", async () => {
    const fragment = await toFragment({ ...START, world: "x".repeat(TEXT_MAX + 1) })
    expect(fragment).toEqual(Result.fail(expect.stringMatching(/too large for a link: world of 262145 .*262144/)))
  })

  it("is refused where a link would be too long", async () => {
    const noise = createHash("shake256", { outputLength: 9_000 }).update("noise").digest("latin1")
    const fragment = await toFragment({ ...START, definitions: noise })
    expect(fragment).toEqual(Result.fail(expect.stringMatching(/too large for a link: \d{5} characters, where 8000/)))
  })

  it("is ignored where the fragment is another's", async () => expect(await fromFragment("#budgets")).toBeUndefined())

  it.each([
    ["a link that was cut off", fragmentOf(START).slice(0, 300)],
    ["no base64url", "#playground=???"],
    ["nothing deflated", "#playground=aGVsbG8"],
    ["no JSON", fragmentOf("{")],
    ["no object", fragmentOf([1])],
    ["a text of another type", fragmentOf({ ...START, typed: 1 })],
    ["an unknown scope", fragmentOf({ ...START, scope: "planet" })],
    ["a text above its bound", fragmentOf({ ...START, typed: "x".repeat(5_000) })],
    ["a bomb", fragmentOf({ ...START, definitions: "x".repeat(3_000_000) })],
    ["a long fragment", `#playground=${"A".repeat(FRAGMENT_MAX)}`]
  ])("says that the link cannot be read: %s", async (_, fragment) =>
    expect(await fromFragment(fragment)).toEqual(Result.fail(expect.stringContaining("This link cannot be read")))
  )
})
