import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { challengeOf, isChallenge, isVerifier } from "../../src/oauth/Pkce.ts"

const hex = (text: string) => createHash("sha256").update(text).digest("hex")

describe("a proof key", () => {
  it("agrees with RFC 7636, appendix B", () =>
    assert.strictEqual(
      challengeOf(hex("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")),
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    ))

  it("has a challenge of 43 base64url characters, whatever its verifier", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const challenge = challengeOf(hex(text))
        assert.isTrue(isChallenge(challenge))
        assert.strictEqual(challenge, createHash("sha256").update(text).digest("base64url"))
      })
    )
  })

  it.each([
    ["empty", ""],
    ["short", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c"],
    ["long", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cMA"],
    ["padded", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c="],
    ["in base64", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"],
    ["of other text", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw cM"],
    ["of more than 32 bytes", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cB"],
    ["with a line break behind", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\n"]
  ])("has no challenge that is %s", (_, text) => assert.isFalse(isChallenge(text)))

  it.each([43, 44, 127, 128])("has a verifier of %i characters", (length) =>
    assert.isTrue(isVerifier("Az09-._~".repeat(16).slice(0, length)))
  )

  it.each([
    ["of 42 characters", "a".repeat(42)],
    ["of 129 characters", "a".repeat(129)],
    ["with a plus", `${"a".repeat(43)}+`],
    ["with a blank", `${"a".repeat(43)} `],
    ["with a line break", `${"a".repeat(43)}\n`],
    ["of other letters", "ä".repeat(43)]
  ])("has no verifier %s", (_, text) => assert.isFalse(isVerifier(text)))
})
