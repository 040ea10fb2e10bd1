import type { Locale } from "@backlot/domain/base/Locale"
import { type ApplicationCommand, CommandType } from "@backlot/domain/record/ApplicationCommand"
import { assert, describe, it } from "@effect/vitest"
import {
  commandsOf,
  type OfferedCommand,
  type PickerQuestion,
  pick,
  rowCommand,
  rowsOf,
  wholeCommand
} from "../../src/typing/Picker.ts"
import { rankOf } from "../../src/typing/PickerRank.ts"
import { adopt, blep, command, option, permissions } from "./PetShop.ts"

const of = (given: ApplicationCommand, id: string, application_name = "Pet Shop"): OfferedCommand => ({
  command: { ...given, id },
  application_name
})

const SHOP = [of(permissions, "3"), of(blep, "2"), of(adopt, "1")]

const paths = (offered: ReadonlyArray<OfferedCommand>, question: Partial<PickerQuestion> = {}) =>
  pick(offered, { locale: "en-US", ...question }).map(({ path_localized }) => path_localized)

describe("the rows of a picker", () => {
  it("each leaf is one row, shown as name group sub", () => {
    assert.deepStrictEqual(paths(SHOP), [
      "adopt",
      "blep",
      "permissions list",
      "permissions user edit",
      "permissions user get"
    ])
  })

  it("groups without subcommands and commands of empty groups only are left out", () => {
    const hollow = command("hollow", [option(2, "one", { options: [] }), option(2, "two")])
    assert.deepStrictEqual(paths([of(hollow, "1")]), [])
    assert.notInclude(paths([of(permissions, "3")]).join(), "empty")
  })

  it("a command without options is a row of its own", () => {
    assert.deepStrictEqual(paths([of(command("ping"), "1")]), ["ping"])
  })

  const localized = command("greet", [option(1, "wave", { name_localizations: { "en-GB": "nod" } })], {
    name_localizations: { de: "grüßen", "es-ES": "saludar", "en-GB": "salute" },
    description_localizations: { "es-ES": "Saluda" }
  })

  it.each<[Locale, string]>([
    ["de", "grüßen wave"],
    ["en-GB", "salute nod"],
    ["en-US", "salute nod"],
    ["es-419", "saludar wave"],
    ["fr", "greet wave"]
  ])("a user of %s reads the name in their locale, else in its fallback, else the default", (locale, shown) => {
    assert.deepStrictEqual(paths([of(localized, "1")], { locale }), [shown])
  })

  const kinds = Object.values(CommandType).map((type) => of(command(`kind ${type}`, [], { type }), String(type)))

  it("entry points are listed only where their type is asked for", () => {
    assert.deepStrictEqual(paths(kinds), ["kind 1", "kind 2", "kind 3"])
    assert.deepStrictEqual(paths(kinds, { types: [4] }), ["kind 4"])
    assert.deepStrictEqual(paths(kinds, { types: [1] }), ["kind 1"])
  })

  it("whole commands stand once, where their first row stands", () => {
    const rows = pick(SHOP, { locale: "en-US" })
    assert.deepStrictEqual(
      commandsOf(rows).map(({ command: { name } }) => name),
      ["adopt", "blep", "permissions"]
    )
  })
})

describe("the answer for a row", () => {
  const [, edit] = rowsOf([of(permissions, "3")], "de")

  it("of a subcommand is its command with the subcommand's texts, options and path", () => {
    assert.isDefined(edit)
    const told = edit && rowCommand(edit, "de")
    assert.deepInclude(told, {
      id: "3",
      name: "permissions",
      name_localized: "permissions",
      path: "permissions user edit",
      path_localized: "permissions benutzer ändern",
      description: "edit",
      description_localized: "edit",
      application_name: "Pet Shop"
    })
    assert.deepStrictEqual(
      told?.options?.map(({ name, type }) => [name, type]),
      [["user", 6]]
    )
  })

  it("keeps every dictionary, and has what the user reads beside each text", () => {
    const told = wholeCommand(of(blep, "2"), "de")
    assert.notProperty(told, "path")
    assert.deepStrictEqual(told.options?.[0]?.choices?.[0], {
      name: "Dog",
      name_localizations: { de: "Hund" },
      name_localized: "Hund",
      value: "animal_dog"
    })
  })
})

describe("a search", () => {
  const row = { path: "permissions user get", path_localized: "rechte benutzer holen", application_name: "Pet Shop" }
  const order = [
    "rechte benutzer holen",
    "permissions user get",
    "RECHTE BENUTZER HOLEN",
    "Permissions User Get",
    "rech",
    "perm",
    "benutzer",
    "user",
    "pet shop",
    "pet",
    "shop",
    "enutz",
    "issions",
    "hop",
    "rchtbhln",
    "psug"
  ]

  it("ranks exact, prefix, word prefix, substring and subsequence, shown before default names", () => {
    assert.deepStrictEqual(
      order.map((query) => rankOf(row, query)),
      order.map((_, rank) => rank)
    )
  })

  it.each([
    ["the slash before it", "/adopt"],
    ["white space around it", "  adopt "],
    ["case", "ADOPT"],
    ["diacritics", "ádöpt"]
  ])("does not regard %s", (_, query) => {
    assert.deepStrictEqual(paths(SHOP, { query }), ["adopt"])
  })

  it("diacritics of the name do not count either", () => {
    const wave = of(command("grüßen"), "1")
    assert.deepStrictEqual(paths([wave], { query: "gru" }), ["grüßen"])
  })

  it("what is read exactly so comes before what is so without its diacritics", () => {
    const offered = [of(command("resume"), "1"), of(command("résumé"), "2")]
    assert.deepStrictEqual(paths(offered, { query: "résumé" }), ["résumé", "resume"])
    assert.deepStrictEqual(paths(offered, { query: "resume" }), ["resume", "résumé"])
  })

  it("finds a command by its default name where the user reads another", () => {
    const offered = [of(command("adopt", [], { name_localizations: { de: "aufnehmen" } }), "1")]
    assert.deepStrictEqual(paths(offered, { query: "adopt", locale: "de" }), ["aufnehmen"])
  })

  it("finds the commands of an application by its name, after commands of that name", () => {
    const offered = [of(command("zoo"), "1", "Pet Shop"), of(command("pet"), "2", "Zoo Keeper")]
    assert.deepStrictEqual(paths(offered, { query: "pet" }), ["pet", "zoo"])
  })

  it("ties go by name, then by id", () => {
    const offered = [of(command("b"), "3"), of(command("a"), "20"), of(command("a"), "3")]
    assert.deepStrictEqual(
      pick(offered, { locale: "en-US" }).map(({ command: { id } }) => id),
      ["3", "20", "3"]
    )
  })

  it("finds nothing where nothing fits", () => {
    assert.deepStrictEqual(paths(SHOP, { query: "xyzzy" }), [])
  })
})
