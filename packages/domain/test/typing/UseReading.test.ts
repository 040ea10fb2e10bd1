import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { ApplicationCommand } from "../../src/record/ApplicationCommand.ts"
import { decodeOptions } from "../../src/typing/RawOption.ts"
import { readUse } from "../../src/typing/UseReading.ts"
import { command, directory, option } from "./PetShop.ts"

const sub = (name: string) => option(1, name)
const COMMANDS = [
  command("adopt", [option(3, "animal", { required: true })]),
  command("care", [sub("feed"), sub("groom")]),
  command("walk", [sub("now")]),
  command(
    "many",
    Array.from({ length: 12 }, (_, index) => sub(`way-${index}`))
  )
]

const because = (text: string, commands: ReadonlyArray<ApplicationCommand> = COMMANDS) => {
  const read = readUse({ input: { text }, autocomplete: false, locale: "en-US" }, commands, directory)
  return Result.getOrThrow(Result.flip(read)).because
}

describe("a text that nobody can use", () => {
  const cases: ReadonlyArray<readonly [text: string, because: string]> = [
    ["/adpt animal:Dog", "There is no such command here (column 1). Did you mean /adopt?"],
    ["/dance", "There is no such command here (column 1). There are /adopt, /care, /walk, /many."],
    ["/care", "This command is used through one of its subcommands (column 5). There are feed, groom."],
    ["/care fed", "There is no such subcommand (column 6). Did you mean feed?"],
    ["/care brush", "There is no such subcommand (column 6). There are feed, groom."],
    ["/walk tomorrow", "There is no such subcommand (column 6). There is now."],
    ["/adopt", "text: animal: This option is required"]
  ]
  it.each(cases)("says what there is: %s", (text, told) => assert.strictEqual(because(text), told))

  it("names ten of very many", () => assert.match(because("/many"), /There are way-0, .*, way-9 and 2 more\.$/))

  it("among no commands names none", () =>
    assert.strictEqual(because("/adopt", []), "There is no such command here (column 1)."))

  it.each(["value", "name"])("keeps the column of an option that is called %s", (name) => {
    const told = because(`/all ${name}:x`, [command("all", [option(4, name)])])
    assert.strictEqual(told, `text: ${name} (column ${6 + name.length}): Value "x" is not int.`)
  })
})

it("options of no command are refused as such", () => {
  const read = readUse({ input: decodeOptions([]), autocomplete: false, locale: "en-US" }, [], directory)
  assert.deepInclude(Result.getOrThrow(Result.flip(read)), { reason: "unknown", because: "no such command exists" })
})
