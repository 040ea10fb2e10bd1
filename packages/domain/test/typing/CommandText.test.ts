import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Locale } from "../../src/base/Locale.ts"
import type { ApplicationCommand } from "../../src/record/ApplicationCommand.ts"
import { columnsOf, parseText } from "../../src/typing/CommandText.ts"
import { validateUse } from "../../src/typing/Options.ts"
import { faultsInText } from "../../src/typing/UseReading.ts"
import {
  adopt,
  alice,
  blep,
  bob,
  command,
  directory,
  everyone,
  everyType,
  general,
  moderator,
  option,
  permissions,
  voice
} from "./PetShop.ts"

const all = [adopt, blep, permissions, command("all", everyType)]

const read = (text: string, locale: Locale = "en-US", candidates: ReadonlyArray<ApplicationCommand> = all) =>
  parseText(text, { candidates, locale, directory })

const optionsOf = (text: string, locale?: Locale, candidates?: ReadonlyArray<ApplicationCommand>) =>
  Result.getOrThrow(read(text, locale, candidates)).options

const faultOf = (text: string, candidates?: ReadonlyArray<ApplicationCommand>) => {
  const { rule, column, found, suggestions } = Result.getOrThrow(Result.flip(read(text, "en-US", candidates)))
  return { rule, column, found, suggestions }
}

const valuesOf = (text: string, locale?: Locale) => optionsOf(text, locale).map(({ name, value }) => [name, value])

describe("values", () => {
  const cases: ReadonlyArray<readonly [sentence: string, text: string, values: ReadonlyArray<unknown>]> = [
    ["an unquoted value runs to the end", "/adopt name:Rex the dog", [["name", "Rex the dog"]]],
    [
      "an unquoted value runs to the next option",
      "/adopt name:Rex the dog  animal:Dog ",
      [
        ["name", "Rex the dog"],
        ["animal", "Dog"]
      ]
    ],
    ["a colon after no option's name belongs to the value", "/adopt name:note: hi", [["name", "note: hi"]]],
    ["a colon inside a word belongs to the value", "/adopt name:a:name:b", [["name", "a:name:b"]]],
    [
      "white space may follow the colon",
      "/adopt name: Rex animal:\tDog",
      [
        ["name", "Rex"],
        ["animal", "Dog"]
      ]
    ],
    [
      "a value may be empty",
      "/adopt name: animal:Dog",
      [
        ["name", ""],
        ["animal", "Dog"]
      ]
    ],
    ["a quoted value keeps its white space", '/adopt name:" Rex  "', [["name", " Rex  "]]],
    [
      "a quoted value may hold an option's name",
      '/adopt name:"a animal:b" animal:Dog',
      [
        ["name", "a animal:b"],
        ["animal", "Dog"]
      ]
    ],
    ["a backslash escapes a quote and itself", String.raw`/adopt name:"say \"hi\" \\"`, [["name", 'say "hi" \\']]],
    ["other backslashes stand for themselves", String.raw`/adopt name:"C:\new" `, [["name", String.raw`C:\new`]]],
    ["a backslash outside quotes stands for itself", String.raw`/adopt name:a\"b`, [["name", String.raw`a\"b`]]],
    [
      "the same option may be typed twice, for validation to refuse",
      "/adopt name:a name:b",
      [
        ["name", "a"],
        ["name", "b"]
      ]
    ],
    ["the name of a choice means its value", "/blep animal:Dog", [["animal", "animal_dog"]]],
    ["the name of a choice may differ in case", "/blep animal:dog", [["animal", "animal_dog"]]],
    ["the value of a choice means itself", "/blep animal:animal_cat", [["animal", "animal_cat"]]],
    ["what is no choice stays as typed", "/blep animal:Dragon", [["animal", "Dragon"]]]
  ]
  it.each(cases)("%s", (_, text, values) => {
    assert.deepStrictEqual(valuesOf(text), values)
  })

  const typed: ReadonlyArray<readonly [text: string, value: unknown]> = [
    ["text:5", "5"],
    ["count:5", 5],
    ["count:-5", -5],
    ["count:5.5", "5.5"],
    ["count:five", "five"],
    ["count:", ""],
    ["count:1e3", "1e3"],
    ["weight:5.25", 5.25],
    ["weight:-.5e-3", -0.0005],
    ["weight:1e999", Number.POSITIVE_INFINITY],
    ["weight:0x10", "0x10"],
    ["loud:True", true],
    ["loud:FALSE", false],
    ["loud:yes", "yes"],
    ["loud:constructor", "constructor"],
    ["user:@alice", alice],
    ["user:alice", alice],
    ["user:@Alice Smith", alice],
    ["user:@Al", alice],
    ['user:"@Alice Smith"', alice],
    [`user:<@${alice}>`, alice],
    [`user:<@!${alice}>`, alice],
    [`user:${bob}`, bob],
    ["user:@nobody", "@nobody"],
    ["user:<@999>", "999"],
    ["channel:#general", general],
    ["channel:general", general],
    ["channel:#Voice Room", voice],
    [`channel:<#${general}>`, general],
    [`channel:${general}`, general],
    ["role:@&Moderator", moderator],
    ["role:@moderator", moderator],
    ["role:Moderator", moderator],
    [`role:<@&${moderator}>`, moderator],
    [`role:${moderator}`, moderator],
    ["role:@everyone", everyone],
    ["who:@alice", alice],
    ["who:@Moderator", moderator],
    ["who:@&Moderator", moderator],
    ["who:@&alice", "@&alice"],
    [`who:<@&${moderator}>`, moderator],
    [`who:<@${bob}>`, bob],
    [`who:${moderator}`, moderator],
    ["photo:cat.png", "cat.png"]
  ]
  it.each(typed)("are read by the type of their option: %s", (text, value) => {
    assert.deepStrictEqual(valuesOf(`/all ${text}`), [[text.split(":")[0], value]])
  })
})

describe("names", () => {
  it("an option carries its default name and its type", () => {
    assert.deepStrictEqual(optionsOf("/adopt rufname:Rex", "de"), [{ name: "name", type: 3, value: "Rex" }])
  })

  it("a subcommand nests its options", () => {
    assert.deepStrictEqual(optionsOf("/permissions user get user:@alice"), [
      { name: "user", type: 2, options: [{ name: "get", type: 1, options: [{ name: "user", type: 6, value: alice }] }] }
    ])
  })

  const same: ReadonlyArray<readonly [sentence: string, locale: Locale, text: string]> = [
    ["default names match in every locale", "de", "/permissions user edit user:bob"],
    ["localized names match in their locale", "de", "/permissions benutzer ändern user:bob"],
    ["localized and default names mix", "de", "/permissions benutzer edit user:bob"]
  ]
  it.each(same)("%s", (_, locale, text) => {
    assert.deepStrictEqual(optionsOf(text, locale), optionsOf("/permissions user edit user:bob"))
  })

  it("a localized name of another locale does not match", () => {
    assert.strictEqual(faultOf("/permissions benutzer edit").rule, "UnknownSubcommand")
  })

  it("a missing locale is answered by its fallback", () => {
    const hello = command("hello", [], { name_localizations: { "en-GB": "hullo", "es-ES": "hola" } })
    for (const [locale, name] of [
      ["en-US", "hullo"],
      ["es-419", "hola"]
    ] as const) {
      assert.strictEqual(Result.getOrThrow(read(`/${name}`, locale, [hello])).command, hello)
    }
  })

  it("the localized name of a choice means its value, and the default name still does", () => {
    assert.deepStrictEqual(valuesOf("/blep animal:Hund", "de"), [["animal", "animal_dog"]])
    assert.deepStrictEqual(valuesOf("/blep animal:Dog", "de"), [["animal", "animal_dog"]])
  })

  it("the longest name of a candidate is the command", () => {
    const pet = command("pet", [option(3, "shop")])
    const petShop = command("pet_shop", [], { name_localizations: { "en-US": "pet shop" } })
    assert.strictEqual(Result.getOrThrow(read("/pet shop", "en-US", [pet, petShop])).command, petShop)
    assert.strictEqual(Result.getOrThrow(read("/pet shop:x", "en-US", [pet, petShop])).command, pet)
  })

  it("of commands with the same name the first is meant whose options are typed", () => {
    const one = command("play", [option(3, "song")])
    const other = command("play", [option(3, "game")])
    assert.strictEqual(Result.getOrThrow(read("/play", "en-US", [one, other])).command, one)
    assert.strictEqual(Result.getOrThrow(read("/play game:chess", "en-US", [one, other])).command, other)
    assert.deepStrictEqual(faultOf("/play sing:x", [one, other]).suggestions, ["song"])
  })
})

describe("a fault names its place, its rule and what may be meant", () => {
  const cases: ReadonlyArray<readonly [text: string, fault: ReturnType<typeof faultOf>]> = [
    ["", { rule: "NotACommand", column: 0, found: "", suggestions: [] }],
    [" /adopt", { rule: "NotACommand", column: 0, found: "", suggestions: [] }],
    ["hello there", { rule: "NotACommand", column: 0, found: "hello", suggestions: [] }],
    ["/", { rule: "UnknownCommand", column: 1, found: "", suggestions: [] }],
    ["/adpt animal:Dog", { rule: "UnknownCommand", column: 1, found: "adpt", suggestions: ["adopt"] }],
    ["/Adopt", { rule: "UnknownCommand", column: 1, found: "Adopt", suggestions: ["adopt"] }],
    ["/adopted", { rule: "UnknownCommand", column: 1, found: "adopted", suggestions: ["adopt"] }],
    ["/permissions ", { rule: "SubcommandRequired", column: 13, found: "", suggestions: [] }],
    ["/permissions user", { rule: "SubcommandRequired", column: 17, found: "", suggestions: [] }],
    ["/permissions lis", { rule: "UnknownSubcommand", column: 13, found: "lis", suggestions: ["list"] }],
    ["/permissions user gt x:1", { rule: "UnknownSubcommand", column: 18, found: "gt", suggestions: ["get"] }],
    ["/permissions empty x", { rule: "UnknownSubcommand", column: 19, found: "x", suggestions: [] }],
    ["/adopt nmae:Rex", { rule: "UnknownOption", column: 7, found: "nmae:Rex", suggestions: ["name"] }],
    ["/adopt Name:Rex", { rule: "UnknownOption", column: 7, found: "Name:Rex", suggestions: ["name"] }],
    ["/adopt Rex", { rule: "NotAnOption", column: 7, found: "Rex", suggestions: [] }],
    ["/adopt :Rex", { rule: "UnknownOption", column: 7, found: ":Rex", suggestions: [] }],
    ['/adopt name:"Rex" dog', { rule: "NotAnOption", column: 18, found: "dog", suggestions: [] }],
    ['/adopt name:"Rex"dog', { rule: "TextAfterQuote", column: 17, found: "dog", suggestions: [] }],
    ['/adopt name:"Rex', { rule: "QuoteNotClosed", column: 12, found: "", suggestions: [] }],
    [String.raw`/adopt name:"Rex\"`, { rule: "QuoteNotClosed", column: 12, found: "", suggestions: [] }]
  ]
  it.each(cases)("%s", (text, fault) => {
    assert.deepStrictEqual(faultOf(text), fault)
  })

  it("only slash commands are typed", () => {
    for (const type of [2, 3, 4] as const) {
      assert.strictEqual(faultOf("/adopt", [command("adopt", [], { type })]).rule, "UnknownCommand")
    }
  })
})

describe("a fault knows the command that is meant, once that is known", () => {
  const commandOf = (text: string) => Result.getOrThrow(Result.flip(read(text))).command?.name

  it.each([
    ["hello", undefined],
    ["/adpt", undefined],
    ["/permissions lis", "permissions"],
    ["/permissions user", "permissions"],
    ["/adopt nmae:Rex", "adopt"],
    ["/adopt Rex", "adopt"],
    ['/adopt name:"Rex', "adopt"],
    ['/adopt name:"Rex"dog', "adopt"]
  ])("%s", (text, name) => assert.strictEqual(commandOf(text), name))
})

describe("faults of validation in a text", () => {
  const told = (text: string) => {
    const parsed = Result.getOrThrow(read(text))
    const { faults } = Result.getOrThrow(Result.flip(validateUse(parsed.command, parsed.options, directory)))
    return faultsInText(parsed, faults)
  }
  const cases: ReadonlyArray<readonly [text: string, ...messages: ReadonlyArray<string>]> = [
    ["/all count:old", 'count (column 11): Value "old" is not int.'],
    ["/adopt name:Rex", "animal: This option is required"],
    ["/permissions user get channel:#general", "user: This option is required"],
    [
      "/permissions user get user:@nobody channel:#nowhere",
      "user (column 27): No such user can be chosen here",
      "channel (column 43): No such channel can be chosen here"
    ]
  ]
  it.each(cases)("name the option and its column: %s", (text, ...messages) => {
    assert.deepStrictEqual(
      told(text).map(({ message }) => message),
      messages
    )
  })
  it("stand at the text itself and keep their codes", () =>
    assert.deepStrictEqual(
      told("/all count:old").map(({ path, code }) => [path, code]),
      [[[], "NUMBER_TYPE_COERCE"]]
    ))
})

describe("places", () => {
  const text = "/permissions user get user:@nobody channel: #general"
  const { columns } = Result.getOrThrow(read(text))
  const cases: ReadonlyArray<readonly [path: ReadonlyArray<string | number>, at: string]> = [
    [[], "/permissions"],
    [[0], "user get"],
    [[0, "options", 0], "get"],
    [[0, "options", 0, "options", 0, "name"], "user:"],
    [[0, "options", 0, "options", 0, "value"], "@nobody"],
    [[0, "options", 0, "options", 1], "channel:"],
    [[0, "options", 0, "options", 1, "value"], "#general"],
    [[0, "options", 0, "options", "missing"], "get"]
  ]
  it.each(cases)("lead from a path of validation into the text: %j", (path, at) => {
    assert.strictEqual(columnsOf(columns)(path), text.indexOf(at))
  })
})
