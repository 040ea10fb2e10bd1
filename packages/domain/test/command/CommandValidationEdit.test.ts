import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type ValidationContext, validate, validateEdit } from "../../src/command/CommandValidation.ts"
import type { ApplicationCommand } from "../../src/record/ApplicationCommand.ts"
import { globalOf, inGlobal, inGuild, lines, option, places, slash } from "../fixture/CommandFixture.ts"

const ids = { id: "900000000000000001", application_id: "100000000000000001", version: "900000000000000002" }

const stored = (body: unknown, context: ValidationContext = inGlobal): ApplicationCommand => ({
  ...ids,
  ...Result.getOrThrow(validate(body, context))
})

const full = stored(
  slash({
    name_localizations: { de: "blepp" },
    description_localizations: { de: "Ein Tier" },
    options: [option({ required: true, choices: [{ name: "Dog", value: "dog", name_localizations: { de: "Hund" } }] })],
    default_member_permissions: "18014398509481983",
    dm_permission: false,
    default_permission: true,
    nsfw: true,
    contexts: [0, 1],
    integration_types: [0]
  })
)

const edited = (existing: ApplicationCommand, body: unknown, context: ValidationContext = inGlobal) =>
  Result.getOrThrow(validateEdit(existing, body, context))
const contentOf = ({ id: _i, application_id: _a, version: _v, ...content }: ApplicationCommand) => content

describe("a field that is not sent stays", () => {
  it("an empty edit changes nothing", () =>
    expect(JSON.stringify(edited(full, {}))).toBe(JSON.stringify(contentOf(full))))
  it("undefined is not sent", () => expect(edited(full, { nsfw: undefined, name: undefined })).toEqual(contentOf(full)))
  it("one field changes alone", () =>
    expect(edited(full, { description: "New" })).toEqual({ ...contentOf(full), description: "New" }))
  it("a guild command stays one", () => {
    const guild = stored(slash(), inGuild)
    expect(edited(guild, { contexts: [0], nsfw: true }, inGuild)).toEqual({ ...contentOf(guild), nsfw: true })
  })
})

describe("provided fields entirely replace existing values of those fields", () => {
  it("options", () => expect(edited(full, { options: [option({ name: "b" })] }).options).toHaveLength(1))
  it("dictionaries", () =>
    expect(edited(full, { name_localizations: { fr: "x" } }).name_localizations).toEqual({ fr: "x" }))
})

describe("null takes the default", () => {
  it.each([
    ["name_localizations", null],
    ["description_localizations", null],
    ["default_member_permissions", null],
    ["dm_permission", true],
    ["contexts", null],
    ["integration_types", [0, 1]],
    ["nsfw", false],
    ["options", undefined],
    ["default_permission", undefined]
  ] as const)("%s", (field, expected) => expect(edited(full, { [field]: null })[field]).toEqual(expected))
  it("but a name is required", () =>
    expect(places(validateEdit(full, { name: null }, inGlobal))).toEqual(["name [BASE_TYPE_REQUIRED]"]))
})

describe("the type cannot change", () => {
  it.each([2, 4, "x", {}, null])("%j is ignored", (type) => expect(edited(full, { type })).toEqual(contentOf(full)))
  it("an edit has no type, so none is at fault that the application does not support any more", () => {
    const launch = stored({ type: 4, name: "Launch" })
    const context = globalOf({ embedded: false })
    expect(edited(launch, { type: 4, description: "Play" }, context).description).toBe("Play")
    expect(places(validateEdit(launch, { type: 1, handler: 7 }, context))).toEqual(["handler [BASE_TYPE_CHOICES]"])
  })
})

describe("dm_permission that followed from contexts does not outlive them", () => {
  const noDms = stored(slash({ contexts: [0] }))
  it("is true again when contexts are cleared", () =>
    expect(edited(noDms, { contexts: null })).toMatchObject({ dm_permission: true, contexts: null }))
  it("stays false while they stay", () => expect(edited(noDms, { name: "b" }).dm_permission).toBe(false))
  it("and so it is when false was sent too, because the record cannot tell (ours)", () => {
    const both = stored(slash({ contexts: [0], dm_permission: false }))
    expect(edited(both, { contexts: null }).dm_permission).toBe(true)
  })
  it("that was set stays", () => expect(edited(full, { contexts: null }).dm_permission).toBe(false))
})

describe("the merged command is judged whole; faults are reported at the sent field", () => {
  it("a description for a stored USER command", () =>
    expect(places(validateEdit(stored({ type: 2, name: "Hug" }), { description: "d" }, inGlobal))).toEqual([
      "description [APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID]"
    ]))
  it("a slash name for a stored CHAT_INPUT command", () =>
    expect(places(validateEdit(full, { name: "Two Words" }, inGlobal))).toEqual([
      "name [APPLICATION_COMMAND_INVALID_NAME]"
    ]))
  it("every fault of the sent fields at once", () =>
    expect(places(validateEdit(full, { name: 5, options: [option(), option()], contexts: [] }, inGlobal))).toEqual([
      "name [STRING_TYPE_CONVERT]",
      "options[1] [APPLICATION_COMMAND_OPTIONS_NAME_INVALID]",
      "contexts [BASE_TYPE_MIN_LENGTH]"
    ]))
  it("the size counts what was stored", () => {
    const choices = Array.from({ length: 25 }, (_, k) => ({ name: `${k}`.padEnd(100, "c"), value: "v".repeat(100) }))
    const choosy = (name: string, count: number) => option({ name, choices: choices.slice(0, count) })
    const large = stored(slash({ options: [choosy("a", 25), choosy("b", 14)] }))
    const description_localizations = Object.fromEntries(["de", "fr"].map((l) => [l, "x".repeat(100)]))
    const name_localizations = { de: "x".repeat(32) }
    expect(places(validateEdit(large, { description_localizations }, inGlobal))).toEqual([])
    const larger = stored(
      slash({ options: [choosy("a", 25), choosy("b", 14), option({ name: "c", description: "x".repeat(60) })] })
    )
    expect(lines(validateEdit(larger, { description_localizations, name_localizations }, inGlobal))).toEqual([
      " [APPLICATION_COMMAND_TOO_LARGE] Command exceeds maximum size (8000)"
    ])
  })
  it("a stored field that the application no longer supports is not in the way of an edit elsewhere", () => {
    const context = globalOf({ integration_types: [1], discoverable: true })
    expect(edited(full, { description: "New" }, context).integration_types).toEqual([0])
    expect(places(validateEdit(full, { integration_types: [0], nsfw: true }, context))).toEqual([
      "integration_types[0] [APPLICATION_COMMAND_INTEGRATION_TYPE_INVALID]",
      "nsfw [APPLICATION_COMMAND_NSFW_INVALID]"
    ])
  })
})

describe("an edit is a dictionary", () => {
  it.each([null, 5, "x", [], [{}], true, undefined])("%j is refused", (body) =>
    expect(places(validateEdit(full, body, inGlobal))).toEqual([" [MODEL_TYPE_CONVERT]"])
  )
})
