import { assert, describe, it } from "@effect/vitest"
import { LOCALES } from "../../src/base/Locale.ts"
import { acceptedLocale, type LocaleHeaders, requesterLocale } from "../../src/command/RequesterLocale.ts"

describe("the requester locale", () => {
  const all = { "x-service-locale": "de", "x-discord-locale": "fr", "accept-language": "it" }
  it.each<[string, LocaleHeaders, string]>([
    ["X-Service-Locale first", all, "de"],
    ["else X-Discord-Locale", { ...all, "x-service-locale": undefined }, "fr"],
    ["else Accept-Language", { "accept-language": "it" }, "it"],
    ["else the user's setting", {}, "ko"],
    ["the next source for an unsupported value", { ...all, "x-service-locale": "xx" }, "fr"],
    ["the next source for an empty value", { ...all, "x-service-locale": "" }, "fr"],
    [
      "the next source for a bare language in a header that carries locales",
      { ...all, "x-service-locale": "en" },
      "fr"
    ],
    ["the setting when nothing is supported", { "x-discord-locale": "xx", "accept-language": "tlh, *" }, "ko"]
  ])("is %s", (_, headers, expected) => {
    assert.strictEqual(requesterLocale(headers, "ko"), expected)
  })

  it.each(LOCALES)("can be %s", (locale) => {
    assert.strictEqual(requesterLocale({ "x-service-locale": locale }, "ko"), locale)
    assert.strictEqual(requesterLocale({ "accept-language": locale }, "ko"), locale)
  })
})

describe("Accept-Language", () => {
  it.each<[string, string | undefined, string]>([
    ["de-DE,de;q=0.9,en;q=0.8", "de", "a regional tag is shortened to its language"],
    ["en;q=0.8, fr;q=0.9", "fr", "the largest weight wins"],
    ["it, fr", "it", "equal weights count in the order written"],
    ["fr;q=0.5, de", "de", "a missing weight is 1"],
    ["fr;q=0", undefined, "weight 0 refuses a language"],
    ["tlh, fr;q=0.1", "fr", "an unsupported language falls to the next one"],
    ["EN-gb", "en-GB", "case does not matter"],
    ["fr ; q=0.2 , de ; q=0.3", "de", "space is allowed around weights"],
    ["fr;q=2, de;q=0.1", "de", "a weight above 1 is malformed"],
    ["fr;q=x, de;q=0.1", "de", "a weight that is no number is malformed"],
    ["fr;level=1, de;q=0.1", "de", "another parameter is malformed"],
    ["*", undefined, "any language means no preference"],
    ["", undefined, "an empty header means no preference"],
    [",,;q=1,-", undefined, "an unreadable header means no preference"],
    ["en", "en-US", "en is read as en-US"],
    ["en-AU", "en-US", "another English is read as en-US"],
    ["es", "es-ES", "es is read as es-ES"],
    ["es-419", "es-419", "Latin American Spanish is a locale"],
    ["pt", "pt-BR", "pt is read as pt-BR"],
    ["sv", "sv-SE", "sv is read as sv-SE"],
    ["zh", "zh-CN", "zh is read as zh-CN"],
    ["zh-Hant-TW", "zh-TW", "traditional script is read as zh-TW"],
    ["zh-HK", "zh-TW", "Hong Kong is read as zh-TW"],
    ["zh-Hans-SG", "zh-CN", "simplified script is read as zh-CN"],
    ["nb-NO", "no", "Bokmål is read as no"],
    ["iw", "he", "an obsolete code is read as its successor"],
    ["constructor, __proto__", undefined, "names of object members are no languages"]
  ])("%j prefers %s: %s", (header, expected) => {
    assert.strictEqual(acceptedLocale(header), expected)
  })

  it("a very long header is read", () => {
    assert.strictEqual(acceptedLocale(`${"a-".repeat(50_000)}a,${"xx;q=0.9,".repeat(10_000)}de;q=0.5`), "de")
  })
})
