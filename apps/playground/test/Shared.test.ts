import { createHash } from "node:crypto"
import { deflateRawSync } from "node:zlib"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { START } from "../src/model/Examples.ts"
import { FRAGMENT_MAX, fromFragment, toFragment } from "../src/model/Shared.ts"

const fragmentOf = (value: unknown) =>
  `#playground=${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`

describe("the state in the fragment of an address", () => {
  it("comes back as it went", async () => {
    const fragment = await toFragment({ ...START, typed: "/grüße 🐕" })
    expect(await fromFragment(Result.getOrThrow(fragment))).toEqual({ ...START, typed: "/grüße 🐕" })
    expect(await fromFragment(fragmentOf(START))).toEqual(START)
  })

  it("is refused where a link would be too long", async () => {
    const noise = createHash("shake256", { outputLength: 9_000 }).update("noise").digest("latin1")
    const fragment = await toFragment({ ...START, definitions: noise })
    expect(Result.isFailure(fragment) && fragment.failure).toBeGreaterThan(FRAGMENT_MAX)
  })

  it.each([
    ["another fragment", "#budgets"],
    ["no base64url", "#playground=???"],
    ["nothing deflated", "#playground=aGVsbG8"],
    ["no JSON", fragmentOf("{")],
    ["no object", fragmentOf([1])],
    ["a text of another type", fragmentOf({ ...START, typed: 1 })],
    ["an unknown scope", fragmentOf({ ...START, scope: "planet" })],
    ["a text above its bound", fragmentOf({ ...START, typed: "x".repeat(5_000) })],
    ["a bomb", fragmentOf({ ...START, definitions: "x".repeat(3_000_000) })],
    ["a long fragment", `#playground=${"A".repeat(FRAGMENT_MAX)}`]
  ])("is ignored: %s", async (_, fragment) => expect(await fromFragment(fragment)).toBeUndefined())
})
