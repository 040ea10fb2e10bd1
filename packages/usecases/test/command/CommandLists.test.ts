/** Lists answer with stored text; these tests compare it with the text that encoding gives. */

import type { Locale } from "@backlot/domain/base/Locale"
import { listed } from "@backlot/domain/command/CommandWire"
import type { Scope } from "@backlot/domain/record/ApplicationCommand"
import * as Body from "@backlot/ports/Body"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import * as Commands from "../../src/command/Commands.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import { listOf, textOf } from "../../src/store/StoredText.ts"
import { HARBOUR, PET_SHOP, settle, slash, target } from "../fixture/Harbour.ts"
import { create, edit, get, list, made, overwrite, remove } from "../fixture/Registering.ts"
import { describeOnEachStore, transact } from "../fixture/Stores.ts"

const LOCALES: ReadonlyArray<Locale> = ["en-US", "de", "fr"]

const listText = (view: Locale | "whole", scope: Scope = "global") =>
  Effect.flatMap(target(scope), (where) => Commands.listText(where, view))

/** Texts that look like what a plain list leaves out. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    ',"name_localizations":null',
    '"description_localizations":{"de":"x"}',
    '"name_localizations',
    'name_localizations":null',
    '\\","name_localizations":null,"',
    "name_localizations"
  )
)
const dictionary = fc.option(fc.record({ de: text, "en-GB": text }, { requiredKeys: [] }))
const name = fc.stringMatching(/^[a-z]{1,12}$/)
const names = fc.option(fc.record({ de: name, "en-US": name }, { requiredKeys: [] }))
const choice = fc.record({ name: text, value: text, name_localizations: dictionary })
const option = (n: number) =>
  fc.record({
    type: fc.constant(3),
    name: fc.constant(`option${n}`),
    description: text,
    description_localizations: dictionary,
    choices: fc.uniqueArray(choice, { maxLength: 3, selector: (c) => c.name })
  })
const command = fc.record({
  description: text,
  name_localizations: names,
  description_localizations: dictionary,
  options: fc.tuple(option(0), option(1)).map((all) => [...all]),
  nsfw: fc.boolean()
})

describeOnEachStore("a list of commands", (test) => {
  test(
    "is the text of the listed commands, with and without dictionaries, in every locale and whole",
    Effect.gen(function* () {
      yield* settle()
      const seen = { plain: 0, localized: 0 }
      for (const bodies of fc.sample(fc.array(command, { minLength: 1, maxLength: 5 }), { numRuns: 60, seed: 1 })) {
        yield* overwrite(bodies.map((body, i) => slash(`c${i}`, body)))
        const commands = yield* list()
        assert.strictEqual(yield* listText("whole"), JSON.stringify(commands))
        for (const locale of LOCALES) {
          const expected = JSON.stringify(commands.map((one) => listed(one, locale)))
          assert.strictEqual(yield* listText(locale), expected)
          seen[expected.includes("_localized") ? "localized" : "plain"]++
        }
      }
      assert.isAbove(Math.min(seen.plain, seen.localized), 20)
    })
  )

  test(
    "follows every write, of other scopes too",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made(slash("blep"))
      yield* create(slash("blep"), HARBOUR)
      const before = yield* listText("de")
      yield* edit(id, { description_localizations: { de: "Tier" } })
      assert.notStrictEqual(yield* listText("de"), before)
      assert.include(yield* listText("de"), '"description_localized":"Tier"')
      yield* remove(id)
      assert.strictEqual(yield* listText("de"), "[]")
      assert.include(yield* listText("de", HARBOUR), '"name":"blep"')
    })
  )
})

describeOnEachStore("the text of a command", (test) => {
  test(
    "is the same when it is answered to its writer and when it is read",
    Effect.gen(function* () {
      yield* settle()
      const command = yield* made(slash("blep", { options: [{ type: 3, name: "a", description: "b" }] }))
      assert.strictEqual(textOf(command), JSON.stringify(command))
      assert.strictEqual(textOf(yield* get(command.id)), textOf(command))
      const edited = yield* edit(command.id, { nsfw: true })
      assert.strictEqual(textOf(edited), JSON.stringify(edited))
      const all = yield* overwrite([slash("one"), slash("two")])
      assert.strictEqual(listOf(all), yield* listText("whole"))
    })
  )
})

describeOnEachStore("the index of commands by name", (test) => {
  const named = (name: string, type: 1 | 2 = 1) =>
    transact(() =>
      Body.map(
        Collections.commands.by("name", ...Collections.commandsOfType(PET_SHOP, "global", type), Collection.text(name)),
        (found) => found.map(({ id }) => id)
      )
    )
  const counted = (type: 1 | 2) =>
    transact(() => Collections.commands.count("name", ...Collections.commandsOfType(PET_SHOP, "global", type)))

  test(
    "leads to the one command of a type and name, through renames, exchanges and removals",
    Effect.gen(function* () {
      yield* settle()
      const [a, b] = [yield* made(slash("a")), yield* made(slash("b"))]
      const menu = yield* made({ type: 2, name: "a" })
      assert.deepStrictEqual([yield* named("a"), yield* named("a", 2)], [[a.id], [menu.id]])
      yield* overwrite([
        { ...slash("b"), id: a.id },
        { ...slash("a"), id: b.id }
      ])
      assert.deepStrictEqual([yield* named("a"), yield* named("b"), yield* named("a", 2)], [[b.id], [a.id], []])
      yield* edit(b.id, { name: "c" })
      assert.deepStrictEqual([yield* named("a"), yield* named("c")], [[], [b.id]])
      yield* remove(b.id)
      assert.deepStrictEqual(yield* named("c"), [])
    })
  )

  test(
    "counts the commands of a type in their scope",
    Effect.gen(function* () {
      yield* settle()
      for (const name of ["a", "b", "b"]) yield* create(slash(name))
      yield* create({ type: 2, name: "a" })
      yield* create(slash("c"), HARBOUR)
      assert.deepStrictEqual([yield* counted(1), yield* counted(2)], [2, 1])
    })
  )
})
