import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { validate } from "../../src/command/CommandValidation.ts"
import { faults, globalOf, inGlobal, inGuild, line, lines, slash } from "../fixture/CommandFixture.ts"

const NAME = "APPLICATION_COMMAND_INVALID_NAME"
const LENGTH = "BASE_TYPE_BAD_LENGTH"
const CHOICES = "BASE_TYPE_CHOICES"
const unique = "SET_TYPE_CONTAINS_DUPLICATE"

const fire = "\u{1F525}"
const gothic = "\u{10330}"

/** Each body with exactly the faults it must have, in any order. */
const proves = (cases: ReadonlyArray<readonly [what: string, body: unknown, faults: ReadonlyArray<string>]>) =>
  it.each(cases)("%s", (_, body, expected) => {
    expect([...faults(body)].sort()).toEqual([...expected].sort())
  })

describe("CHAT_INPUT names match the regular expression, in lowercase where a letter has it", () => {
  it.each([
    "blep",
    "a",
    "x".repeat(32),
    "a-b_c'd",
    "123",
    "ąćę",
    "дом",
    "猫",
    "नमस्ते",
    "สวัสดี",
    "ß",
    "٣",
    gothic.repeat(32)
  ])("%s is accepted", (name) => expect(faults(slash({ name }))).toEqual([]))
  it.each(["Blep", "two words", "a.b", "a/b", "a@b", fire, "Дом", "ǅ", "a\u0000", " a", "İ"])("%j is refused", (name) =>
    expect(lines(validate(slash({ name }), inGlobal))).toEqual([`name [${NAME}] Command name is invalid`])
  )
  it.each(["", "x".repeat(33), gothic.repeat(33), "Two Words".repeat(9)])("%j has a bad length", (name) =>
    expect(lines(validate(slash({ name }), inGlobal))).toEqual([`name [${LENGTH}] Must be between 1 and 32 in length.`])
  )
})

describe("USER, MESSAGE and entry point names may be mixed case and may contain spaces", () => {
  for (const type of [2, 3, 4]) {
    it.each(["Launch", "High Five!", fire.repeat(32), "x".repeat(32)])(`type ${type}: %s is accepted`, (name) =>
      expect(faults({ type, name })).toEqual([])
    )
    it.each([
      ["", `name [${LENGTH}]`],
      ["x".repeat(33), `name [${LENGTH}]`],
      ["\ud800", "name [STRING_TYPE_CONVERT]"]
    ])(`type ${type}: %j is refused`, (name, fault) => expect(faults({ type, name })).toEqual([fault]))
  }
})

describe("name is required", () => {
  proves([
    ["absent", { description: "d" }, ["name [BASE_TYPE_REQUIRED]"]],
    ["null", slash({ name: null }), ["name [BASE_TYPE_REQUIRED]"]],
    ["absent from a USER command", { type: 2 }, ["name [BASE_TYPE_REQUIRED]"]],
    ["of another type", slash({ name: 5 }), ["name [STRING_TYPE_CONVERT]"]]
  ])
})

describe("localizations of names and descriptions obey the same restrictions as they", () => {
  proves([
    [
      "sound",
      slash({ name_localizations: { de: "blepp", "zh-CN": "猫" }, description_localizations: { de: "Ein Tier" } }),
      []
    ],
    ["null, and a null value", slash({ name_localizations: null, description_localizations: { de: null } }), []],
    ["upper case", slash({ name_localizations: { de: "Blep" } }), [`name_localizations.de [${NAME}]`]],
    ["empty name", slash({ name_localizations: { de: "" } }), [`name_localizations.de [${LENGTH}]`]],
    [
      "long description",
      slash({ description_localizations: { fr: "x".repeat(101) } }),
      [`description_localizations.fr [${LENGTH}]`]
    ],
    [
      "empty description",
      slash({ description_localizations: { fr: "" } }),
      [`description_localizations.fr [${LENGTH}]`]
    ],
    ["free for USER", { type: 2, name: "Hug", name_localizations: { de: "In den Arm" } }, []],
    [
      "long for USER",
      { type: 2, name: "Hug", name_localizations: { de: "x".repeat(33) } },
      [`name_localizations.de [${LENGTH}]`]
    ],
    ["an unknown locale", slash({ name_localizations: { xx: "blep" } }), [`name_localizations.xx [${CHOICES}]`]],
    [
      "another case of a locale",
      slash({ name_localizations: { "en-us": "blep" } }),
      [`name_localizations.en-us [${CHOICES}]`]
    ],
    ["no dictionary", slash({ name_localizations: "de" }), ["name_localizations [DICT_TYPE_CONVERT]"]],
    ["a number for a text", slash({ name_localizations: { de: 3 } }), ["name_localizations.de [STRING_TYPE_CONVERT]"]]
  ])
})

describe("description: 1-100 characters for CHAT_INPUT, optional for entry points, none for USER and MESSAGE", () => {
  const menu = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"
  proves([
    ["CHAT_INPUT, absent", { name: "blep" }, ["description [BASE_TYPE_REQUIRED]"]],
    ["CHAT_INPUT, empty", slash({ description: "" }), [`description [${LENGTH}]`]],
    ["CHAT_INPUT, 100", slash({ description: "x".repeat(100) }), []],
    ["CHAT_INPUT, 100 code points of two units", slash({ description: fire.repeat(100) }), []],
    ["CHAT_INPUT, 101", slash({ description: "x".repeat(101) }), [`description [${LENGTH}]`]],
    ["USER, absent, null, empty", { type: 2, name: "Hug", description: null }, []],
    ["USER, empty", { type: 2, name: "Hug", description: "" }, []],
    ["USER, given", { type: 2, name: "Hug", description: "d" }, [`description [${menu}]`]],
    ["MESSAGE, given", { type: 3, name: "Pin", description: "d" }, [`description [${menu}]`]],
    [
      "MESSAGE, too long is no other fault",
      { type: 3, name: "Pin", description: "x".repeat(200) },
      [`description [${menu}]`]
    ],
    [
      "USER, localized",
      { type: 2, name: "Hug", description_localizations: { de: "d" } },
      [`description_localizations [${menu}]`]
    ],
    ["USER, localized to nothing", { type: 2, name: "Hug", description_localizations: {} }, []],
    ["USER, an object", { type: 2, name: "Hug", description: {} }, ["description [STRING_TYPE_CONVERT]"]],
    ["entry point, absent", { type: 4, name: "Launch" }, []],
    ["entry point, 100", { type: 4, name: "Launch", description: "x".repeat(100) }, []],
    [
      "entry point, 101",
      { type: 4, name: "Launch", description: "x".repeat(101) },
      ["description [BASE_TYPE_MAX_LENGTH]"]
    ],
    [
      "entry point, localized 101",
      { type: 4, name: "Launch", description_localizations: { de: "x".repeat(101) } },
      ["description_localizations.de [BASE_TYPE_MAX_LENGTH]"]
    ]
  ])
})

describe("type is one of the command types and defaults to CHAT_INPUT", () => {
  proves([
    ["absent", slash(), []],
    ["null", slash({ type: null }), []],
    ["a numeric string", slash({ type: "1" }), []],
    ["0", slash({ type: 0 }), [`type [${CHOICES}]`]],
    ["5", slash({ type: 5 }), [`type [${CHOICES}]`]],
    ["text", slash({ type: "slash" }), ["type [NUMBER_TYPE_COERCE]"]],
    ["a fraction", slash({ type: 1.5 }), ["type [NUMBER_TYPE_COERCE]"]],
    [
      "an unreadable type brings no faults of another type along",
      { type: [], name: "Free Name" },
      ["type [NUMBER_TYPE_COERCE]"]
    ]
  ])
})

describe("a guild PRIMARY_ENTRY_POINT command cannot exist, nor one of an application without EMBEDDED", () => {
  const launch = { type: 4, name: "Launch" }
  const refused = [`type [${CHOICES}] Value must be one of (1, 2, 3).`]
  it("global and embedded: accepted", () => expect(lines(validate(launch, inGlobal))).toEqual([]))
  it("in a guild: refused", () => expect(lines(validate(launch, inGuild))).toEqual(refused))
  it("not embedded: refused", () => expect(lines(validate(launch, globalOf({ embedded: false })))).toEqual(refused))
})

describe("handler is settable only for PRIMARY_ENTRY_POINT commands", () => {
  proves([
    ["1", { type: 4, name: "Launch", handler: 1 }, []],
    ["2", { type: 4, name: "Launch", handler: 2 }, []],
    ["3", { type: 4, name: "Launch", handler: 3 }, [`handler [${CHOICES}]`]],
    ["on CHAT_INPUT", slash({ handler: 1 }), ["handler [APPLICATION_COMMAND_HANDLER_INVALID]"]],
    ["{} on CHAT_INPUT", slash({ handler: {} }), ["handler [NUMBER_TYPE_COERCE]"]],
    ["null on CHAT_INPUT", slash({ handler: null }), []]
  ])
})

describe("options are for CHAT_INPUT only; empty values are ignored, because libraries send them", () => {
  const given = [{ type: 3, name: "a", description: "d" }]
  const refused = ["options [APPLICATION_COMMAND_OPTIONS_INVALID]"]
  proves([
    ["USER", { type: 2, name: "Hug", options: given }, refused],
    ["MESSAGE", { type: 3, name: "Pin", options: given }, refused],
    ["entry point", { type: 4, name: "Launch", options: given }, refused],
    ...[null, false, "", []].map(
      (options) => [`USER with ${JSON.stringify(options)}`, { type: 2, name: "Hug", options }, []] as const
    ),
    ["USER with {}", { type: 2, name: "Hug", options: {} }, ["options [LIST_TYPE_CONVERT]"]],
    ["USER with text", { type: 2, name: "Hug", options: "x" }, ["options [LIST_TYPE_CONVERT]"]],
    ["CHAT_INPUT with an empty text is at fault", slash({ options: "" }), ["options [LIST_TYPE_CONVERT]"]]
  ])
})

describe("default_member_permissions is a bit set: string, integer or null", () => {
  const field = "default_member_permissions"
  const sent = (value: unknown) => slash({ [field]: value })
  proves([
    ["null", sent(null), []],
    ["a string", sent("32"), []],
    ["an integer", sent(32), []],
    ["2^54 - 1", sent("18014398509481983"), []],
    ["2^54", sent("18014398509481984"), [`${field} [NUMBER_TYPE_MAX]`]],
    ["negative", sent(-1), [`${field} [NUMBER_TYPE_MIN]`]],
    ["text", sent("ADMINISTRATOR"), [`${field} [NUMBER_TYPE_COERCE]`]],
    ["empty text", sent(""), [`${field} [NUMBER_TYPE_COERCE]`]],
    ["a fraction", sent(1.5), [`${field} [NUMBER_TYPE_COERCE]`]],
    ["a boolean", sent(true), [`${field} [NUMBER_TYPE_COERCE]`]]
  ])
})

describe("integration_types are known, unique, at least one", () => {
  const sent = (integration_types: unknown) => slash({ integration_types })
  proves([
    ["all", sent([1, 0]), []],
    ["none", sent([]), ["integration_types [BASE_TYPE_MIN_LENGTH]"]],
    ["unknown", sent([0, 2]), [`integration_types[1] [${CHOICES}]`]],
    ["twice", sent([0, 0]), [`integration_types [${unique}]`]],
    ["text", sent([0, "x"]), ["integration_types[1] [NUMBER_TYPE_COERCE]"]],
    ["no list", sent(0), ["integration_types [LIST_TYPE_CONVERT]"]]
  ])
  it("a command's integration types must already be supported at application level", () => {
    const context = globalOf({ integration_types: [0] })
    expect(faults(sent([0, 1]), context)).toEqual([
      "integration_types[1] [APPLICATION_COMMAND_INTEGRATION_TYPE_INVALID]"
    ])
  })
})

describe("contexts are known, unique, at least one", () => {
  const sent = (contexts: unknown) => slash({ contexts })
  proves([
    ["all", sent([0, 1, 2]), []],
    ["none", sent([]), ["contexts [BASE_TYPE_MIN_LENGTH]"]],
    ["unknown", sent([3]), [`contexts[0] [${CHOICES}]`]],
    [
      "every fault of a list that is too long",
      sent([0, 1, 2, 9, "x"]),
      [`contexts[3] [${CHOICES}]`, "contexts[4] [NUMBER_TYPE_COERCE]"]
    ],
    ["twice", sent([1, 2, 1]), [`contexts [${unique}]`]]
  ])
  it("[2] without USER_INSTALL is accepted", () => {
    expect(faults(slash({ contexts: [2], integration_types: [0] }), globalOf({ integration_types: [0] }))).toEqual([])
  })
})

describe("apps with discovery enabled cannot contain age-restricted commands", () => {
  const context = globalOf({ discoverable: true })
  it("true is refused", () =>
    expect(faults(slash({ nsfw: true }), context)).toEqual(["nsfw [APPLICATION_COMMAND_NSFW_INVALID]"]))
  it("false is accepted", () => expect(faults(slash({ nsfw: false }), context)).toEqual([]))
  it("without discovery true is accepted", () => expect(faults(slash({ nsfw: true }))).toEqual([]))
})

describe("booleans are booleans", () => {
  proves(
    ["nsfw", "dm_permission", "default_permission"].map(
      (field) => [field, slash({ [field]: "yes" }), [`${field} [BOOLEAN_TYPE_CONVERT]`]] as const
    )
  )
})

describe("a command has at most 8000 characters", () => {
  const choices = Array.from({ length: 25 }, (_, k) => ({ name: `${k}`.padEnd(100, "c"), value: "v".repeat(100) }))
  // Choices 25 * 200 + 14 * 200, names 4 + 1 + 1: 7806 beside the descriptions.
  const large = (own: number, a: number, b: number) => ({
    name: "blep",
    description: "x".repeat(own),
    options: [
      { type: 3, name: "a", description: "x".repeat(a), choices },
      { type: 3, name: "b", description: "x".repeat(b), choices: choices.slice(0, 14) }
    ]
  })
  it("8000 are accepted", () => expect(lines(validate(large(64, 65, 65), inGlobal))).toEqual([]))
  it("8001 are refused at the root", () => {
    const result = validate(large(65, 65, 65), inGlobal)
    expect(Result.isFailure(result) ? result.failure.map((f) => [f.path, line(f)]) : []).toEqual([
      [[], " [APPLICATION_COMMAND_TOO_LARGE] Command exceeds maximum size (8000)"]
    ])
  })
})
