import { wire as limits } from "@backlot/domain/base/KeptLimits"
import { assert, describe, it } from "@effect/vitest"
import { clip, SECRETS_OF_REQUESTS, withoutTokens } from "../../src/observability/WireText.ts"

describe("a text of the wire", () => {
  it.each([
    ['{"token":"abc"}', '{"token":"…"}'],
    ['{"d":{"token":"a\\"b","token_type":"Bearer"}}', '{"d":{"token":"…","token_type":"Bearer"}}'],
    ['{"access_token":"a","refresh_token" : "b","n":1}', '{"access_token":"…","refresh_token" : "…","n":1}'],
    ['{"client_secret":"a","secret":null,"private_key":"k"}', '{"client_secret":"…","secret":null,"private_key":"…"}'],
    ['{"code":50035,"errors":{"code":"BASE_TYPE"}}', '{"code":50035,"errors":{"code":"BASE_TYPE"}}'],
    ['{"url":"http://a/api/webhooks/12/a_b-c","id":"12"}', '{"url":"http://a/api/webhooks/12/…","id":"12"}'],
    ['{"location":"http://a/?code=abc&state=x"}', '{"location":"http://a/?code=…&state=x"}'],
    [
      '{"location":"http://a/#token_type=Bearer&access_token=abc"}',
      '{"location":"http://a/#token_type=Bearer&access_token=…"}'
    ]
  ])("has no secrets: %s", (json, expected) => {
    assert.deepStrictEqual(clip(json), { text: expected, clipped: false })
  })

  it("has no authorization code in a request", () => {
    const { text } = clip('{"code":"abc","code_verifier":"d"}', true, SECRETS_OF_REQUESTS)
    assert.strictEqual(text, '{"code":"…","code_verifier":"…"}')
  })

  it("is clipped, also in the middle of a secret", () => {
    const padding = "x".repeat(limits.text - 20)
    for (const secret of ["s".repeat(40), `${"s".repeat(5)}\\\\\\"${"s".repeat(20)}`]) {
      const { text, clipped } = clip(`{"a":"${padding}","token":"${secret}"}`)
      assert.isTrue(clipped)
      assert.isAtMost(text.length, limits.text)
      assert.notInclude(text, "ss")
    }
  })

  it("has no tokens in a path or a query", () => {
    const token = "aW50ZXJhY3Rpb246MTIz"
    const path = (part: string) => `/api/v10/webhooks/1/${part}/messages/@original`
    assert.strictEqual(withoutTokens(path(token), [token]), path("aW50ZXJh…"))
    assert.strictEqual(withoutTokens(path("y".repeat(200)), []), path("yyyyyyyy…"))
    assert.strictEqual(
      withoutTokens("/oauth2/x?client_secret=a&code=b&state=c", []),
      "/oauth2/x?client_secret=…&code=…&state=c"
    )
  })
})
