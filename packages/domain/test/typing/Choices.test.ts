import { assert, describe, it } from "@effect/vitest"
import { findChoice, showChoices } from "../../src/typing/TypedName.ts"
import { animals, choice } from "./PetShop.ts"

describe("choices shown", () => {
  it("have the name of the user's locale, else of its fallback, else the default", () => {
    const named = (locale: "en-US") => showChoices(choices, locale).map((one) => [one.name_localized, one.value])
    const choices = [
      choice("a", 1, { "en-GB": "a (GB)" }),
      choice("b", 2, { "en-GB": "b (GB)", "en-US": "b" }),
      choice("c", 3, { de: "c (de)" }),
      { name: "d", value: 4 }
    ]
    assert.deepStrictEqual(named("en-US"), [
      ["a (GB)", 1],
      ["b", 2],
      ["c", 3],
      ["d", 4]
    ])
  })

  it("keep what the app said of them", () => {
    const [dog] = animals
    assert.deepStrictEqual(
      showChoices(
        [dog].flatMap((one) => one ?? []),
        "de"
      ),
      [{ name: "Dog", name_localizations: { de: "Hund" }, name_localized: "Hund", value: "animal_dog" }]
    )
  })

  it("keep the app's order", () => {
    assert.deepStrictEqual(
      showChoices(animals, "de").map(({ name_localized }) => name_localized),
      ["Hund", "Katze", "Penguin"]
    )
  })

  it.each([null, []])("may be none: %j", (none) => {
    assert.deepStrictEqual(showChoices(none, "de"), [])
  })
})

describe("a choice typed", () => {
  const cases: ReadonlyArray<readonly [sentence: string, typed: string, value: string | undefined]> = [
    ["is found by its shown name", "Hund", "animal_dog"],
    ["is found by its default name", "Dog", "animal_dog"],
    ["is found by its value", "animal_cat", "animal_cat"],
    ["is found without regard to case", "kATZE", "animal_cat"],
    ["is found by its default name without regard to case", "cat", "animal_cat"],
    ["is found whole only", "Pen", undefined]
  ]
  it.each(cases)("%s", (_, typed, value) => {
    assert.strictEqual(findChoice(animals, typed, "de")?.value, value)
  })

  it("is what the user reads, before what the app receives", () => {
    const swapped = [choice("1", 2), choice("2", 1)]
    assert.strictEqual(findChoice(swapped, "1", "en-US")?.value, 2)
  })

  it("is the exact one of two that differ in case", () => {
    assert.strictEqual(findChoice([choice("it", 1), choice("IT", 2)], "IT", "en-US")?.value, 2)
  })
})
