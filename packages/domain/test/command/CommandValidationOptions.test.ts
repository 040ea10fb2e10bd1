import { describe, expect, it } from "vitest"
import { validate } from "../../src/command/CommandValidation.ts"
import { faults, inGlobal, lines, many, option, slash, withOptions } from "../fixture/CommandFixture.ts"

const CHOICES = "BASE_TYPE_CHOICES"
const LENGTH = "BASE_TYPE_BAD_LENGTH"

/** Each list of options with exactly the faults it must have, in any order. */
const proves = (
  cases: ReadonlyArray<readonly [what: string, options: ReadonlyArray<unknown>, faults: ReadonlyArray<string>]>
) =>
  it.each(cases)("%s", (_, options, expected) => {
    expect([...faults(slash({ options }))].sort()).toEqual([...expected].sort())
  })

const sub = (changes: object = {}) => ({ type: 1, name: "sub", description: "d", ...changes })
const group = (changes: object = {}) => ({ type: 2, name: "group", description: "d", ...changes })

describe("every option type is accepted", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])("%i", (type) =>
    expect(faults(withOptions(option({ type })))).toEqual([])
  )
})

describe("the type of an option is required", () => {
  const missing = ["options[0] [TAG_FIELD_MISSING]"]
  proves([
    ["absent", [option({ type: undefined })], missing],
    ["null", [option({ type: null })], missing],
    ["0", [option({ type: 0 })], [`options[0].type [${CHOICES}]`]],
    ["12", [option({ type: 12 })], [`options[0].type [${CHOICES}]`]],
    ["text", [option({ type: "STRING" })], ["options[0].type [NUMBER_TYPE_COERCE]"]],
    ["a numeric string", [option({ type: "3" })], []],
    [
      "a missing type hides no bad name",
      [{ name: "Bad Name", description: "d" }],
      [...missing, "options[0].name [APPLICATION_COMMAND_INVALID_NAME]"]
    ]
  ])
  it("says which field is missing", () =>
    expect(lines(validate(withOptions(option({ type: undefined })), inGlobal))).toEqual([
      'options[0] [TAG_FIELD_MISSING] Field "type" is required to determine the model type.'
    ]))
})

describe("names and descriptions of options are required and obey the rules of CHAT_INPUT commands", () => {
  proves([
    ["no name", [option({ name: null })], ["options[0].name [BASE_TYPE_REQUIRED]"]],
    ["upper case", [option({ name: "Animal" })], ["options[0].name [APPLICATION_COMMAND_INVALID_NAME]"]],
    ["33 characters", [option({ name: "x".repeat(33) })], [`options[0].name [${LENGTH}]`]],
    ["no description", [option({ description: null })], ["options[0].description [BASE_TYPE_REQUIRED]"]],
    ["empty description", [option({ description: "" })], [`options[0].description [${LENGTH}]`]],
    ["101 characters", [option({ description: "x".repeat(101) })], [`options[0].description [${LENGTH}]`]],
    [
      "localized upper case",
      [option({ name_localizations: { de: "Tier" } })],
      ["options[0].name_localizations.de [APPLICATION_COMMAND_INVALID_NAME]"]
    ],
    [
      "localized description",
      [option({ description_localizations: { de: "x".repeat(101) } })],
      [`options[0].description_localizations.de [${LENGTH}]`]
    ],
    [
      "an unknown locale",
      [option({ name_localizations: { xx: "tier" } })],
      [`options[0].name_localizations.xx [${CHOICES}]`]
    ],
    [
      "in a subcommand of a group",
      [group({ options: [sub({ options: [option({ name: "A" })] })] })],
      ["options[0].options[0].options[0].name [APPLICATION_COMMAND_INVALID_NAME]"]
    ]
  ])
})

describe("at most 25 options per command, per subcommand, per group", () => {
  const options = (count: number) => many(count, (name) => option({ name }))
  const subs = (count: number) => many(count, (name) => sub({ name }))
  const max = "[BASE_TYPE_MAX_LENGTH]"
  proves([
    ["25 of a command", options(25), []],
    ["26 of a command", options(26), [`options ${max}`]],
    ["26 of a subcommand", [sub({ options: options(26) })], [`options[0].options ${max}`]],
    ["26 of a group", [group({ options: subs(26) })], [`options[0].options ${max}`]],
    ["25 groups of 25 subcommands", many(25, (name) => group({ name, options: subs(25) })), []]
  ])
  it("says how many", () =>
    expect(lines(validate(slash({ options: options(26) }), inGlobal))).toEqual([
      "options [BASE_TYPE_MAX_LENGTH] Must be 25 or fewer in length."
    ]))
})

describe("an option name is unique within the options array", () => {
  const taken = "[APPLICATION_COMMAND_OPTIONS_NAME_INVALID]"
  proves([
    ["the later one is at fault", [option(), option({ name: "b" }), option()], [`options[2] ${taken}`]],
    ["each later one", [option(), option(), option()], [`options[1] ${taken}`, `options[2] ${taken}`]],
    ["in a subcommand", [sub({ options: [option(), option()] })], [`options[0].options[1] ${taken}`]],
    ["in two subcommands it is free", [sub({ options: [option()] }), sub({ name: "c", options: [option()] })], []],
    [
      "even if it is a bad one",
      [option({ name: "A" }), option({ name: "A" })],
      [
        "options[0].name [APPLICATION_COMMAND_INVALID_NAME]",
        "options[1].name [APPLICATION_COMMAND_INVALID_NAME]",
        `options[1] ${taken}`
      ]
    ]
  ])
  it("says which name", () =>
    expect(lines(validate(withOptions(option(), option()), inGlobal))).toEqual([
      "options[1] [APPLICATION_COMMAND_OPTIONS_NAME_INVALID] Option name animal is already used in these options"
    ]))
})

describe("localized option names are distinct from default names and from those in the same locale", () => {
  const a = (name_localizations: object) => option({ name: "a", name_localizations })
  const b = (name_localizations: object) => option({ name: "b", name_localizations })
  const at = (i: number, locale: string) =>
    `options[${i}].name_localizations.${locale} [APPLICATION_COMMAND_OPTIONS_NAME_INVALID]`
  proves([
    ["distinct", [a({ de: "x", fr: "y" }), b({ de: "y", fr: "x" })], []],
    ["equal to the default name of another", [a({ de: "b" }), b({})], [at(0, "de")]],
    ["equal to the default name of an earlier one", [a({}), b({ de: "a" })], [at(1, "de")]],
    ["equal in the same locale", [a({ de: "x" }), b({ de: "x" })], [at(1, "de")]],
    ["equal in another locale", [a({ de: "x" }), b({ fr: "x" })], []],
    ["equal to the own default name", [a({ de: "a" }), b({})], []],
    [
      "swapped with another's default is equal to it all the same",
      [a({ de: "b" }), b({ de: "a" })],
      [at(0, "de"), at(1, "de")]
    ]
  ])
})

describe("required options are listed before optional ones", () => {
  const late = "[APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID]"
  const need = (name: string) => option({ name, required: true })
  const may = (name: string) => option({ name, required: false })
  proves([
    ["in order", [need("a"), need("b"), may("c"), option({ name: "d" })], []],
    [
      "one entry per required option after an optional one",
      [need("a"), may("b"), need("c"), need("d")],
      [`options[2] ${late}`, `options[3] ${late}`]
    ],
    ["in a subcommand", [sub({ options: [may("a"), need("b")] })], [`options[0].options[1] ${late}`]]
  ])
})

describe("what cannot be read says nothing about the order of required options", () => {
  const need = option({ name: "b", required: true })
  proves([
    ["no option", [7, need], ["options[0] [MODEL_TYPE_CONVERT]"]],
    ["no boolean", [option({ required: "yes" }), need], ["options[0].required [BOOLEAN_TYPE_CONVERT]"]],
    ["no type, which may be that of a subcommand", [option({ type: null }), need], ["options[0] [TAG_FIELD_MISSING]"]],
    [
      "nor does it hide an order that can be read",
      [option({ required: 1 }), option({ name: "c" }), need],
      ["options[0].required [BOOLEAN_TYPE_CONVERT]", "options[2] [APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID]"]
    ]
  ])
})

describe("required is for all types except SUB_COMMAND and SUB_COMMAND_GROUP", () => {
  proves([
    ["SUB_COMMAND", [sub({ required: true })], ["options[0].required [APPLICATION_COMMAND_REQUIRED_INVALID]"]],
    ["SUB_COMMAND_GROUP", [group({ required: true })], ["options[0].required [APPLICATION_COMMAND_REQUIRED_INVALID]"]],
    ["text", [sub({ required: "yes" })], ["options[0].required [APPLICATION_COMMAND_REQUIRED_INVALID]"]],
    ["false is ignored", [sub({ required: false }), group({ required: null })], []],
    ["ATTACHMENT", [option({ type: 11, required: true })], []]
  ])
})

describe("subcommands and groups are mutually exclusive to all other types", () => {
  const mixed = "[APPLICATION_COMMAND_OPTIONS_TYPE_INVALID]"
  proves([
    ["subcommands and groups", [sub(), group()], []],
    [
      "a value after a subcommand: the first of the other kind",
      [sub(), option(), option({ name: "c" })],
      [`options[1] ${mixed}`]
    ],
    ["a subcommand after values", [option(), option({ name: "c" }), group()], [`options[2] ${mixed}`]]
  ])
})

describe("nesting is limited to command → group → subcommand, or command → subcommand", () => {
  proves([
    ["the deepest that is allowed", [group({ options: [sub({ options: [option()] })] })], []],
    ["groups and subcommands of nothing", [group({ options: [] }), group({ name: "b" }), sub({ options: null })], []],
    ["a group in a group", [group({ options: [group()] })], [`options[0].options[0].type [${CHOICES}]`]],
    ["a value in a group", [group({ options: [option()] })], [`options[0].options[0].type [${CHOICES}]`]],
    ["a subcommand in a subcommand", [sub({ options: [sub()] })], [`options[0].options[0].type [${CHOICES}]`]],
    ["a group in a subcommand", [sub({ options: [group()] })], [`options[0].options[0].type [${CHOICES}]`]],
    [
      "a subcommand in a subcommand of a group",
      [group({ options: [sub({ options: [sub({ options: [option()] })] })] })],
      [`options[0].options[0].options[0].type [${CHOICES}]`]
    ],
    [
      "options of a value",
      [option({ options: [option()] })],
      ["options[0].options [APPLICATION_COMMAND_OPTIONS_INVALID]"]
    ]
  ])
})

describe("a field on an option type that cannot have it", () => {
  const wrong: ReadonlyArray<readonly [field: string, value: unknown, types: ReadonlyArray<number>]> = [
    ["required", true, [1, 2]],
    ["autocomplete", true, [1, 2, 5, 6, 7, 8, 9, 11]],
    ["choices", [{ name: "x", value: "x" }], [1, 2, 5, 6, 7, 8, 9, 11]],
    ["options", [option()], [3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ["channel_types", [0], [1, 2, 3, 4, 5, 6, 8, 9, 10, 11]],
    ["min_value", 0, [1, 2, 3, 5, 6, 7, 8, 9, 11]],
    ["max_value", 1, [1, 2, 3, 5, 6, 7, 8, 9, 11]],
    ["min_length", 0, [1, 2, 4, 5, 6, 7, 8, 9, 10, 11]],
    ["max_length", 1, [1, 2, 4, 5, 6, 7, 8, 9, 10, 11]]
  ]
  const cases = wrong.flatMap(([field, value, types]) => types.map((type) => [field, type, value] as const))
  it.each(cases)("%s on type %i is at fault at that field", (field, type, value) =>
    expect(faults(withOptions(option({ type, [field]: value })))).toEqual([
      `options[0].${field} [APPLICATION_COMMAND_${field.toUpperCase()}_INVALID]`
    ])
  )
  it.each(cases)("%s on type %i is ignored when it is null, false, empty text or an empty list", (field, type) => {
    for (const empty of [null, false, "", []]) {
      expect(faults(withOptions(option({ type, [field]: empty })))).toEqual([])
    }
  })
  it("{} is none of the values that are ignored", () =>
    expect(
      faults(
        withOptions(option({ type: 5, required: {}, choices: {}, min_value: {}, min_length: {}, channel_types: {} }))
      )
    ).toEqual([
      "options[0].choices [LIST_TYPE_CONVERT]",
      "options[0].channel_types [LIST_TYPE_CONVERT]",
      "options[0].min_value [NUMBER_TYPE_COERCE]",
      "options[0].min_length [NUMBER_TYPE_COERCE]",
      "options[0].required [BOOLEAN_TYPE_CONVERT]"
    ]))
  it("an empty value of the wrong type is at fault where the field belongs", () =>
    expect(faults(withOptions(option({ min_length: "", choices: false })))).toEqual([
      "options[0].choices [LIST_TYPE_CONVERT]",
      "options[0].min_length [NUMBER_TYPE_COERCE]"
    ]))
})

describe("choices", () => {
  const choice = (changes: object = {}) => ({ name: "Dog", value: "dog", ...changes })
  const value = "options[0].choices[0].value"
  const strings = (...choices: ReadonlyArray<unknown>) => [option({ choices })]
  const integers = (sent: unknown) => [option({ type: 4, choices: [choice({ value: sent })] })]
  const numbers = (sent: unknown) => [option({ type: 10, choices: [choice({ value: sent })] })]
  const name = "options[0].choices[0].name"
  describe("at most 25 per option", () =>
    proves([
      ["25", strings(...many(25, (n) => choice({ name: n }))), []],
      ["26", strings(...many(26, (n) => choice({ name: n }))), ["options[0].choices [BASE_TYPE_MAX_LENGTH]"]]
    ]))
  describe("the name has 1-100 characters", () =>
    proves([
      ["100", strings(choice({ name: "Ä b".padEnd(100, "x") })), []],
      ["101", strings(choice({ name: "x".repeat(101) })), [`${name} [${LENGTH}]`]],
      ["empty", strings(choice({ name: "" })), [`${name} [${LENGTH}]`]],
      ["absent", strings({ value: "dog" }), [`${name} [BASE_TYPE_REQUIRED]`]],
      [
        "localized empty",
        strings(choice({ name_localizations: { de: "" } })),
        [`options[0].choices[0].name_localizations.de [${LENGTH}]`]
      ],
      [
        "unknown locale",
        strings(choice({ name_localizations: { xx: "x" } })),
        [`options[0].choices[0].name_localizations.xx [${CHOICES}]`]
      ]
    ]))
  describe("names are unique in an option", () =>
    proves([
      [
        "twice",
        strings(choice(), choice({ value: "d" })),
        ["options[0].choices[1] [APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS]"]
      ],
      ["values may repeat", strings(choice(), choice({ name: "Hound" })), []]
    ]))
  describe("the type of a value follows the option type; a string has at most 100 characters", () =>
    proves([
      ["STRING", strings(choice({ value: "x".repeat(100) })), []],
      ["STRING, 101", strings(choice({ value: "x".repeat(101) })), [`${value} [BASE_TYPE_MAX_LENGTH]`]],
      ["STRING, a number", strings(choice({ value: 1 })), [`${value} [STRING_TYPE_CONVERT]`]],
      ["STRING, absent", strings({ name: "Dog" }), [`${value} [BASE_TYPE_REQUIRED]`]],
      ["STRING, null", strings(choice({ value: null })), [`${value} [BASE_TYPE_REQUIRED]`]],
      ["INTEGER", integers(2 ** 53 - 1), []],
      ["INTEGER, a numeric string", integers("-7"), []],
      ["INTEGER, too large", integers(2 ** 53), [`${value} [NUMBER_TYPE_MAX]`]],
      ["INTEGER, too small", integers(-(2 ** 53)), [`${value} [NUMBER_TYPE_MIN]`]],
      ["INTEGER, a fraction", integers(1.5), [`${value} [NUMBER_TYPE_COERCE]`]],
      ["INTEGER, text", integers("dog"), [`${value} [NUMBER_TYPE_COERCE]`]],
      ["INTEGER, a boolean", integers(true), [`${value} [NUMBER_TYPE_COERCE]`]],
      ["NUMBER", numbers(-(2 ** 53)), []],
      ["NUMBER, a fraction", numbers(1.5), []],
      ["NUMBER, too large", numbers(2 ** 53 + 2), [`${value} [NUMBER_TYPE_MAX]`]],
      ["NUMBER, an object", numbers({}), [`${value} [NUMBER_TYPE_COERCE]`]]
    ]))
  describe("autocomplete cannot be true when choices are present", () =>
    proves([
      [
        "both",
        [option({ autocomplete: true, choices: [choice()] })],
        ["options[0].autocomplete [APPLICATION_COMMAND_AUTOCOMPLETE_INVALID]"]
      ],
      ["no choices in the list", [option({ autocomplete: true, choices: [] })], []],
      ["false", [option({ autocomplete: false, choices: [choice()] })], []]
    ]))
})

describe("min_value and max_value: integer for INTEGER, double for NUMBER", () => {
  const integer = (changes: object) => [option({ type: 4, ...changes })]
  const number = (changes: object) => [option({ type: 10, ...changes })]
  proves([
    ["integers", integer({ min_value: -5, max_value: 2 ** 53 - 1 }), []],
    ["min above max is accepted", integer({ min_value: 5, max_value: 1 }), []],
    ["a fraction for INTEGER", integer({ min_value: 0.5 }), ["options[0].min_value [NUMBER_TYPE_COERCE]"]],
    ["below the range of INTEGER", integer({ min_value: -(2 ** 53) }), ["options[0].min_value [NUMBER_TYPE_MIN]"]],
    ["a fraction for NUMBER", number({ min_value: 0.5, max_value: 1.5 }), []],
    ["above the range of NUMBER", number({ max_value: 1e300 }), ["options[0].max_value [NUMBER_TYPE_MAX]"]],
    ["text", number({ max_value: "many" }), ["options[0].max_value [NUMBER_TYPE_COERCE]"]]
  ])
})

describe("min_length 0 to 6000, max_length 1 to 6000", () => {
  proves([
    ["the ends", [option({ min_length: 0, max_length: 6000 })], []],
    ["the other ends", [option({ min_length: 6000, max_length: 1 })], []],
    [
      "too small",
      [option({ min_length: -1, max_length: 0 })],
      ["options[0].min_length [NUMBER_TYPE_MIN]", "options[0].max_length [NUMBER_TYPE_MIN]"]
    ],
    [
      "too large",
      [option({ min_length: 6001, max_length: 6001 })],
      ["options[0].min_length [NUMBER_TYPE_MAX]", "options[0].max_length [NUMBER_TYPE_MAX]"]
    ],
    ["a fraction", [option({ min_length: 0.5 })], ["options[0].min_length [NUMBER_TYPE_COERCE]"]]
  ])
})

describe("channel_types are known and unique", () => {
  const channel = (channel_types: unknown) => [option({ type: 7, channel_types })]
  proves([
    ["all", channel([0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16]), []],
    ["none", channel([]), []],
    ["retired", channel([0, 6]), [`options[0].channel_types[1] [${CHOICES}]`]],
    ["twice", channel([0, 0]), ["options[0].channel_types [SET_TYPE_CONTAINS_DUPLICATE]"]],
    ["text", channel(["text"]), ["options[0].channel_types[0] [NUMBER_TYPE_COERCE]"]]
  ])
})
