import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { toUri, urlError } from "../../src/component/ComponentUrl.ts"
import * as FormError from "../../src/error/FormError.ts"

describe("the address of a link", () => {
  it.each([
    ["a high surrogate", "https://a.b/\ud800"],
    ["a low surrogate", "https://a.b/\udc00/c"],
    ["surrogates in the wrong order", "https://a.b/\udc00\ud800"],
    ["many of them", `https://a.b/${"\ud800".repeat(1_000)}`]
  ])("with %s that stands alone is no URL", (_, text) => assert.deepStrictEqual(urlError(text), FormError.notUrl))

  it("with a whole pair is one", () => {
    assert.isUndefined(urlError("https://a.b/\u{1f600}"))
    assert.strictEqual(toUri("https://a.b/\u{1f600}"), "https://a.b/%F0%9F%98%80")
  })

  it("is judged and answered as ASCII, whatever text it is", () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        urlError(text)
        assert.match(toUri(text), /^[!-~]*$/)
      })
    )
  })
})
