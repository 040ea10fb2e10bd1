import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { CommandOption, OptionType } from "../../src/record/ApplicationCommand.ts"
import { directoryOf } from "../../src/typing/Directory.ts"
import { validateUse } from "../../src/typing/Options.ts"
import { alice, choice, command, directory, everyone, general, moderator, option, upload, voice } from "./PetShop.ts"

type Definition = readonly [type: OptionType, more?: Partial<CommandOption>]

const use = ([type, more]: Definition, value: unknown) =>
  validateUse(command("c", [option(type, "o", more)]), [{ name: "o", value }], directory)

const sent = (definition: Definition, value: unknown) =>
  Result.getOrThrow(use(definition, value)).options.map((one) => [one.type, one.value])

const errors = (definition: Definition, value: unknown) =>
  Result.getOrThrow(Result.flip(use(definition, value))).faults.map(({ path, code, message }) => {
    assert.deepStrictEqual(path, [0, "value"])
    return `${code}: ${message}`
  })

type Accepted = readonly [sentence: string, definition: Definition, value: unknown]
type Refused = readonly [sentence: string, definition: Definition, value: unknown, ...errors: ReadonlyArray<string>]

const rows = (refused: ReadonlyArray<Refused>) =>
  refused.map(([sentence, definition, value, ...expected]) => [sentence, definition, value, expected] as const)

const choices = [choice("Dog", "dog"), choice("Cat", "cat")]
const sizes = [choice("Small", 1), choice("Huge", 100)]
const empty = "BASE_TYPE_REQUIRED: This option is required"
const unresolved = (what: string) =>
  `INTERACTION_APPLICATION_COMMAND_OPTION_UNRESOLVED: No such ${what} can be chosen here`

describe("STRING", () => {
  const accepted: ReadonlyArray<Accepted> = [
    ["is text", [3], "Rex"],
    ["may be empty when optional", [3], ""],
    ["has at most 6000 characters", [3], "x".repeat(6000)],
    ["is counted in code points", [3, { min_length: 2, max_length: 2 }], "👍👍"],
    ["is one of the choices' values", [3, { choices }], "dog"],
    ["with autocomplete is not limited to choices", [3, { autocomplete: true, choices }], "dragon"]
  ]
  it.each(accepted)("%s", (_, definition, value) => {
    assert.deepStrictEqual(sent(definition, value), [[3, value]])
  })

  const refused: ReadonlyArray<Refused> = [
    ["is required to be filled in", [3, { required: true }], "", empty],
    ["has a value", [3], undefined, empty],
    ["is not null", [3], null, empty],
    ["is not a number", [3], 5, 'STRING_TYPE_CONVERT: Could not interpret "5" as string.'],
    ["is not half a character", [3], "a\ud83d", 'STRING_TYPE_CONVERT: Could not interpret "a\ud83d" as string.'],
    ["is not a boolean", [3], true, 'STRING_TYPE_CONVERT: Could not interpret "true" as string.'],
    ["is not an object", [3], { a: 1 }, 'STRING_TYPE_CONVERT: Could not interpret "object" as string.'],
    ["is not a big integer", [3], 5n, 'STRING_TYPE_CONVERT: Could not interpret "bigint" as string.'],
    ["has at least min_length", [3, { min_length: 3 }], "👍👍", "BASE_TYPE_MIN_LENGTH: Must be 3 or more in length."],
    ["has at most max_length", [3, { max_length: 1 }], "👍👍", "BASE_TYPE_MAX_LENGTH: Must be 1 or fewer in length."],
    ["never exceeds 6000 characters", [3], "x".repeat(6001), "BASE_TYPE_MAX_LENGTH: Must be 6000 or fewer in length."],
    [
      "is not the name of a choice",
      [3, { choices }],
      "Dog",
      "BASE_TYPE_CHOICES: Value must be one of (dog, cat). Did you mean Dog (dog)?"
    ],
    [
      "may break two rules at once",
      [3, { choices, max_length: 3 }],
      "dragon",
      "BASE_TYPE_MAX_LENGTH: Must be 3 or fewer in length.",
      "BASE_TYPE_CHOICES: Value must be one of (dog, cat)."
    ]
  ]
  it.each(rows(refused))("%s", (_, definition, value, expected) => {
    assert.deepStrictEqual(errors(definition, value), expected)
  })
})

describe("INTEGER", () => {
  const accepted: ReadonlyArray<Accepted> = [
    ["is an integer", [4], 5],
    ["reaches 2^53-1", [4], 2 ** 53 - 1],
    ["reaches -2^53+1", [4], -(2 ** 53) + 1],
    ["includes min_value", [4, { min_value: 3 }], 3],
    ["includes max_value", [4, { max_value: 3 }], 3],
    ["is one of the choices' values", [4, { choices: sizes }], 100]
  ]
  it.each(accepted)("%s", (_, definition, value) => {
    assert.deepStrictEqual(sent(definition, value), [[4, value]])
  })

  it("has no negative zero", () => {
    assert.isTrue(Object.is(sent([4], -0)[0]?.[1], 0))
  })

  const refused: ReadonlyArray<Refused> = [
    ["is not a fraction", [4], 5.5, 'NUMBER_TYPE_COERCE: Value "5.5" is not int.'],
    ["is not text", [4], "5", 'NUMBER_TYPE_COERCE: Value "5" is not int.'],
    ["is not empty", [4], "", empty],
    ["is not infinite", [4], Number.POSITIVE_INFINITY, 'NUMBER_TYPE_COERCE: Value "Infinity" is not int.'],
    ["ends at 2^53-1", [4], 2 ** 53, "NUMBER_TYPE_MAX: Value should be less than or equal to 9007199254740991."],
    [
      "ends at -2^53+1",
      [4],
      -(2 ** 53),
      "NUMBER_TYPE_MIN: Value should be greater than or equal to -9007199254740991."
    ],
    ["has a minimum", [4, { min_value: 3 }], 2, "NUMBER_TYPE_MIN: Value should be greater than or equal to 3."],
    ["has a maximum", [4, { max_value: 3 }], 4, "NUMBER_TYPE_MAX: Value should be less than or equal to 3."],
    [
      "is no other number than a choice",
      [4, { choices: sizes }],
      2,
      "BASE_TYPE_CHOICES: Value must be one of (1, 100)."
    ],
    [
      "stays in its range even for a choice",
      [4, { choices: sizes, max_value: 10 }],
      100,
      "NUMBER_TYPE_MAX: Value should be less than or equal to 10."
    ]
  ]
  it.each(rows(refused))("%s", (_, definition, value, expected) => {
    assert.deepStrictEqual(errors(definition, value), expected)
  })
})

describe("NUMBER", () => {
  const accepted: ReadonlyArray<Accepted> = [
    ["is a double", [10], 5.25],
    ["reaches 2^53", [10], 2 ** 53],
    ["reaches -2^53", [10], -(2 ** 53)]
  ]
  it.each(accepted)("%s", (_, definition, value) => {
    assert.deepStrictEqual(sent(definition, value), [[10, value]])
  })

  const refused: ReadonlyArray<Refused> = [
    ["is not text", [10], "5.5", 'NUMBER_TYPE_COERCE: Value "5.5" is not float.'],
    ["is not NaN", [10], Number.NaN, 'NUMBER_TYPE_COERCE: Value "NaN" is not float.'],
    ["ends at 2^53", [10], 2 ** 54, "NUMBER_TYPE_MAX: Value should be less than or equal to 9007199254740992."],
    ["has a minimum", [10, { min_value: 0.5 }], 0.4, "NUMBER_TYPE_MIN: Value should be greater than or equal to 0.5."],
    ["has a maximum", [10, { max_value: 0.5 }], 0.6, "NUMBER_TYPE_MAX: Value should be less than or equal to 0.5."]
  ]
  it.each(rows(refused))("%s", (_, definition, value, expected) => {
    assert.deepStrictEqual(errors(definition, value), expected)
  })
})

describe("BOOLEAN", () => {
  it.each([true, false])("is true or false: %s", (value) => {
    assert.deepStrictEqual(sent([5], value), [[5, value]])
  })

  it.each(["true", 1, []])("is nothing else: %j", (value) => {
    assert.deepStrictEqual(errors([5], value), ["BOOLEAN_TYPE_CONVERT: Must be either true or false."])
  })
})

describe("an id", () => {
  const accepted: ReadonlyArray<readonly [sentence: string, definition: Definition, value: string]> = [
    ["of a user fills USER", [6], alice],
    ["of a channel fills CHANNEL", [7], general],
    ["of a channel of an allowed type fills CHANNEL", [7, { channel_types: [0, 5] }], general],
    ["of any channel fills CHANNEL with no types listed", [7, { channel_types: [] }], voice],
    ["of a role fills ROLE", [8], moderator],
    ["of the guild fills ROLE as @everyone", [8], everyone],
    ["of a user fills MENTIONABLE", [9], alice],
    ["of a role fills MENTIONABLE", [9], moderator],
    ["of an upload fills ATTACHMENT", [11], upload]
  ]
  it.each(accepted)("%s", (_, definition, value) => {
    assert.deepStrictEqual(sent(definition, value), [[definition[0], value]])
  })

  const refused: ReadonlyArray<Refused> = [
    ["of a user must resolve", [6], "999", unresolved("user")],
    ["is no name", [6], "@alice", unresolved("user")],
    ["is no number", [6], 999, "NUMBER_TYPE_COERCE: Give ids as strings: a number cannot hold every id exactly"],
    ["of a role is no user", [6], moderator, unresolved("user")],
    ["of a channel must resolve", [7], "999", unresolved("channel")],
    [
      "of a channel of another type is refused",
      [7, { channel_types: [0, 5] }],
      voice,
      "INTERACTION_APPLICATION_COMMAND_OPTION_CHANNEL_TYPE: The channel must be of type (0, 5)"
    ],
    ["of a user is no role", [8], alice, unresolved("role")],
    ["of a channel is not mentionable", [9], general, unresolved("user or role")],
    ["of no upload is refused", [11], "dog.png", unresolved("file")],
    ["of an upload is text", [11], 0, "NUMBER_TYPE_COERCE: Give ids as strings: a number cannot hold every id exactly"],
    ["may not be empty", [8], "", empty]
  ]
  it.each(rows(refused))("%s", (_, definition, value, expected) => {
    assert.deepStrictEqual(errors(definition, value), expected)
  })
})

describe("ATTACHMENT", () => {
  const first = { id: "901", filename: "a.png", option: "first" }
  const second = { id: "902", filename: "a.png", option: "second" }
  const big = { id: "903", filename: "big.bin", size: 10_485_761 }
  const uploads = directoryOf({ attachments: [first, second, big] })
  const photos = command("photos", [option(11, "first", { required: true }), option(11, "second")])

  const valuesOf = (given: ReadonlyArray<{ name: string; value: unknown }>) =>
    Result.map(validateUse(photos, given, uploads), ({ options }) => options.map(({ name, value }) => [name, value]))

  it("names its upload by file name or option and sends the id", () => {
    const given = [
      { name: "first", value: "first" },
      { name: "second", value: "a.png" }
    ]
    assert.deepStrictEqual(Result.getOrThrow(valuesOf(given)), [
      ["first", "901"],
      ["second", "902"]
    ])
  })

  it("is filled by an upload made for it when it is not in the list", () => {
    assert.deepStrictEqual(Result.getOrThrow(valuesOf([{ name: "second", value: "902" }])), [
      ["second", "902"],
      ["first", "901"]
    ])
  })

  it("does not take the upload of another option", () => {
    const refusal = Result.getOrThrow(Result.flip(valuesOf([{ name: "first", value: "902" }])))
    assert.deepStrictEqual(
      refusal.faults.map((f) => f.code),
      ["INTERACTION_APPLICATION_COMMAND_OPTION_UNRESOLVED"]
    )
  })

  it("is at most 10 MiB", () => {
    const refusal = Result.getOrThrow(Result.flip(valuesOf([{ name: "first", value: "big.bin" }])))
    assert.deepStrictEqual(
      refusal.faults.map((f) => f.message),
      ["The file must be 10485760 bytes or smaller"]
    )
  })
})
