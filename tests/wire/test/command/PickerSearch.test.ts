/** Properties of the picker's search, over generated commands. */

import type { Locale } from "@backlot/domain/base/Locale"
import { type ApplicationCommand, type CommandOption, CommandType } from "@backlot/domain/record/ApplicationCommand"
import { commandsOf, type OfferedCommand, pick, rowsOf, searchRows } from "@backlot/domain/typing/Picker"
import { rankOf } from "@backlot/domain/typing/PickerRank"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { CAP, parameters } from "../hostile/Runs.ts"

const LOCALES: ReadonlyArray<Locale> = ["en-US", "en-GB", "de", "es-419"]

/** Similar names, and names of any letters. */
const name = fc.oneof(
  fc.constantFrom("adopt", "ädopt", "adopt-a", "a", "ab", "b", "résumé", "resume", "กิ", "กา", "ﬁnd", "find", "ß", "I"),
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).filter((text) => text.trim() === text && text !== "/")
)

const named = fc.record({
  name,
  name_localizations: fc.option(fc.record({ "en-GB": name, de: name, "es-ES": name }, { requiredKeys: [] }), {
    nil: null
  }),
  description: fc.constant(""),
  description_localizations: fc.constant(null)
})

const leaf: fc.Arbitrary<CommandOption> = named.map((texts) => ({ ...texts, type: 1 }))
const group: fc.Arbitrary<CommandOption> = fc
  .tuple(named, fc.array(leaf, { maxLength: 3 }))
  .map(([texts, options]) => ({ ...texts, type: 2, options }))
const parameter: fc.Arbitrary<CommandOption> = named.map((texts) => ({ ...texts, type: 3 }))

const options = fc.oneof(
  fc.array(parameter, { maxLength: 3 }),
  fc.array(fc.oneof(leaf, group), { minLength: 1, maxLength: 3 })
)

const offered: fc.Arbitrary<ReadonlyArray<OfferedCommand>> = fc
  .array(fc.tuple(named, options, fc.constantFrom(...Object.values(CommandType)), name), { maxLength: 8 })
  .map((all) =>
    all.map(([texts, given, type, application_name], index) => {
      const command: ApplicationCommand = {
        ...texts,
        id: String(index + 1),
        application_id: "1",
        version: "1",
        default_member_permissions: null,
        type,
        options: given,
        nsfw: false
      }
      return { command, application_name }
    })
  )

const locale = fc.constantFrom(...LOCALES)
const query = fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), name, fc.constantFrom("", "/", " ", "a", "́"))

describe("a search of the picker", () => {
  it(
    "finds each row of the empty query by its own name, before every row that reads differently",
    () => {
      fc.assert(
        fc.property(offered, locale, (given, language) => {
          const all = pick(given, { locale: language, types: Object.values(CommandType) })
          for (const row of all) {
            const [first] = searchRows(all, row.path_localized)
            assert.strictEqual(first?.path_localized.trim(), row.path_localized.trim())
          }
        }),
        parameters(75)
      )
    },
    CAP
  )

  it(
    "is total: every query has an answer, of rows that are there, each once",
    () => {
      fc.assert(
        fc.property(offered, locale, query, (given, language, text) => {
          const all = rowsOf(given, language)
          const found = searchRows(all, text)
          assert.strictEqual(new Set(found).size, found.length)
          assert.isTrue(found.every((row) => all.includes(row)))
        }),
        parameters(75)
      )
    },
    CAP
  )

  it(
    "is stable: the order of the commands given changes nothing, and the worse rank never stands before the better",
    () => {
      fc.assert(
        fc.property(offered, locale, query, (given, language, text) => {
          const found = searchRows(rowsOf(given, language), text)
          const again = searchRows(rowsOf(given.toReversed(), language), text)
          const told = (rows: typeof found) => rows.map(({ command, path }) => `${command.id} ${path}`)
          assert.sameMembers(told(again), told(found))
          assert.deepStrictEqual(commandsOf(again).map(idOf), commandsOf(found).map(idOf))
          const ranks = found.map((row) => rankOf(row, text) ?? Number.NaN)
          assert.deepStrictEqual(
            ranks,
            ranks.toSorted((a, b) => a - b)
          )
        }),
        parameters(75)
      )
    },
    CAP
  )

  it(
    "no row stands for a group, and none for a command of empty groups",
    () => {
      fc.assert(
        fc.property(offered, locale, (given, language) => {
          for (const { chain, command } of rowsOf(given, language)) {
            const last = chain.at(-1)
            assert.notStrictEqual(last?.type, 2)
            const nests = (command.options ?? []).some(({ type }) => type <= 2)
            assert.strictEqual(chain.length > 0, nests)
          }
        }),
        parameters(75)
      )
    },
    CAP
  )
})

const idOf = ({ command }: OfferedCommand): string => command.id
