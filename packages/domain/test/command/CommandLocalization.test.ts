import { assert, describe, it } from "@effect/vitest"
import type { Locale } from "../../src/base/Locale.ts"
import { localize, localizedName } from "../../src/command/CommandLocalization.ts"
import type { Localizations } from "../../src/record/ApplicationCommand.ts"
import { option, stored } from "../fixture/SampleCommand.ts"

describe("what a user sees", () => {
  const table: ReadonlyArray<[string, Localizations | null, Locale, string]> = [
    ["the text of their locale", { de: "Farbe", fr: "couleur" }, "de", "Farbe"],
    ["the default without a dictionary", null, "de", "color"],
    ["the default when their locale is missing", { fr: "couleur" }, "de", "color"],
    ["en-GB text in en-US when en-US is missing", { "en-GB": "colour" }, "en-US", "colour"],
    ["en-US text in en-GB when en-GB is missing", { "en-US": "color!" }, "en-GB", "color!"],
    ["es-ES text in es-419 when es-419 is missing", { "es-ES": "color-es" }, "es-419", "color-es"],
    ["no es-419 text in es-ES", { "es-419": "color-419" }, "es-ES", "color"],
    ["their locale rather than its fallback", { "en-US": "color!", "en-GB": "colour" }, "en-US", "color!"],
    [
      "the default value under its own locale key, which stops the fallback",
      { "en-US": "color", "en-GB": "colour" },
      "en-US",
      "color"
    ],
    ["a fallback never twice: the default when the fallback is missing too", { "es-419": "c" }, "en-GB", "color"]
  ]
  it.each(table)("is %s", (_, dictionary, locale, seen) => {
    assert.strictEqual(localizedName("color", dictionary, locale), seen)
  })
})

describe("a localized command", () => {
  const leaf = option({
    name: "color",
    name_localizations: { "en-GB": "colour" },
    choices: [
      { name: "Gray", name_localizations: { "en-GB": "Grey" }, value: "gray" },
      { name: "Red", name_localizations: null, value: "red" }
    ]
  })
  const sub = option({ type: 1, name: "set", description_localizations: { "en-GB": "Sets" }, options: [leaf] })
  const command = stored(1, { name: "paint", name_localizations: { de: "malen" }, options: [sub] })

  it("has a localized text beside every default, by fallback at command, option and choice level", () => {
    const { options, ...top } = localize(command, "en-US")
    assert.deepInclude(top, { name: "paint", name_localized: "paint", description_localized: command.description })
    const [seen] = options ?? []
    assert.deepInclude(seen, { name_localized: "set", description: sub.description, description_localized: "Sets" })
    assert.deepInclude(seen?.options?.[0], { name: "color", name_localized: "colour" })
    assert.deepStrictEqual(seen?.options?.[0]?.choices, [
      { name: "Gray", name_localized: "Grey", value: "gray" },
      { name: "Red", name_localized: "Red", value: "red" }
    ])
  })

  it("has no dictionaries", () => {
    assert.notMatch(JSON.stringify(localize(command, "de")), /_localizations/)
  })

  it("keeps the default name, the id and the version", () => {
    assert.deepInclude(localize(command, "de"), { id: "1", version: "2", name: "paint", name_localized: "malen" })
  })
})
