import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type ValidationContext, validate } from "../../src/command/CommandValidation.ts"
import { globalOf, inGlobal, inGuild, option, slash, withOptions } from "../fixture/CommandFixture.ts"

const content = (body: unknown, context: ValidationContext = inGlobal) => Result.getOrThrow(validate(body, context))
const firstOption = (changes: object) => content(withOptions(option(changes))).options?.[0]

describe("the content of a command is complete, in the order of the wire", () => {
  it("a bare global CHAT_INPUT command", () => {
    const expected = {
      default_member_permissions: null,
      type: 1,
      name: "blep",
      name_localizations: null,
      description: "Send an animal",
      description_localizations: null,
      dm_permission: true,
      contexts: null,
      integration_types: [0, 1],
      nsfw: false
    }
    expect(JSON.stringify(content(slash()))).toBe(JSON.stringify(expected))
  })
  it("a global command with everything", () => {
    const sent = {
      nsfw: true,
      default_permission: false,
      options: [option()],
      contexts: [0, 2],
      integration_types: [1],
      name_localizations: { de: "blepp" },
      default_member_permissions: "32",
      ...slash()
    }
    expect(Object.keys(content(sent))).toEqual([
      "default_member_permissions",
      "type",
      "name",
      "name_localizations",
      "description",
      "description_localizations",
      "dm_permission",
      "contexts",
      "integration_types",
      "options",
      "nsfw",
      "default_permission"
    ])
  })
  it("a bare USER command has an empty description", () =>
    expect(content({ type: 2, name: "Hug" })).toMatchObject({
      type: 2,
      description: "",
      description_localizations: null
    }))
  it("an option", () => {
    const full = { choices: null, max_length: 5, min_length: 0, autocomplete: true, required: true, ...option() }
    expect(JSON.stringify(firstOption(full))).toBe(
      '{"type":3,"name":"animal","name_localizations":null,"description":"Which","description_localizations":null,' +
        '"required":true,"autocomplete":true,"min_length":0,"max_length":5}'
    )
  })
  it("a choice", () =>
    expect(JSON.stringify(firstOption({ choices: [{ value: "dog", name: "Dog" }] })?.choices)).toBe(
      '[{"name":"Dog","name_localizations":null,"value":"dog"}]'
    ))
})

describe("a guild command has no dm_permission, contexts, integration_types: they are accepted, ignored, not kept", () => {
  const sent = slash({ dm_permission: "maybe", contexts: [9], integration_types: {} })
  it("even of another type", () => expect(content(sent, inGuild)).toEqual(content(slash(), inGuild)))
  it("and has no such keys", () => expect(Object.keys(content(sent, inGuild))).not.toContain("contexts"))
})

describe("what is empty is left out or null", () => {
  it("options", () => expect(content(slash({ options: [] }))).not.toHaveProperty("options"))
  it("choices, options, channel_types of an option", () =>
    expect(Object.keys(firstOption({ choices: [], options: [], channel_types: [] }) ?? {})).toHaveLength(5))
  it("an empty dictionary", () => expect(content(slash({ name_localizations: {} })).name_localizations).toBeNull())
  it("null values of a dictionary", () =>
    expect(content(slash({ name_localizations: { de: null, fr: "blip" } })).name_localizations).toEqual({ fr: "blip" }))
  it("a localized value equal to the default is kept", () =>
    expect(content(slash({ name_localizations: { "en-US": "blep" } })).name_localizations).toEqual({ "en-US": "blep" }))
  it("required and autocomplete when false", () =>
    expect(Object.keys(firstOption({ required: false, autocomplete: false }) ?? {})).toHaveLength(5))
})

describe("dm_permission is true unless set false, and false when contexts lacks BOT_DM", () => {
  it.each([
    [{}, true],
    [{ dm_permission: null }, true],
    [{ dm_permission: false }, false],
    [{ dm_permission: false, contexts: [0, 1] }, false],
    [{ contexts: [0, 2] }, false],
    [{ contexts: [0, 1] }, true],
    [{ dm_permission: true, contexts: [0] }, false]
  ])("%j", (sent, expected) => expect(content(slash(sent)).dm_permission).toBe(expected))
})

describe("integration_types default to the application's configured contexts", () => {
  it("absent", () => expect(content(slash(), globalOf({ integration_types: [1] })).integration_types).toEqual([1]))
  it("null", () => expect(content(slash({ integration_types: null })).integration_types).toEqual([0, 1]))
})

describe("default_member_permissions is a decimal string or null", () => {
  it.each([
    [32, "32"],
    ["0032", "32"],
    [0, "0"],
    ["18014398509481983", "18014398509481983"],
    [null, null]
  ])("%j", (sent, expected) =>
    expect(content(slash({ default_member_permissions: sent })).default_member_permissions).toBe(expected)
  )
})

describe("default_permission is kept only when it was given", () => {
  it("absent", () => expect(content(slash())).not.toHaveProperty("default_permission"))
  it("null", () => expect(content(slash({ default_permission: null }))).not.toHaveProperty("default_permission"))
  it("true", () => expect(content(slash({ default_permission: true })).default_permission).toBe(true))
})

describe("an entry point has a handler, by default APP_HANDLER", () => {
  it("absent", () => expect(content({ type: 4, name: "Launch" }).handler).toBe(1))
  it("2", () => expect(content({ type: 4, name: "Launch", handler: "2" }).handler).toBe(2))
  it("no other command has one", () => expect(content(slash({ handler: null }))).not.toHaveProperty("handler"))
})

describe("numeric strings become numbers", () => {
  it("types, bounds and values", () =>
    expect(
      firstOption({ type: "4", min_value: "-1", max_value: "9", choices: [{ name: "Two", value: "2" }] })
    ).toMatchObject({ type: 4, min_value: -1, max_value: 9, choices: [{ value: 2 }] }))
  it("a string option keeps its digits", () =>
    expect(firstOption({ choices: [{ name: "Two", value: "2" }] })?.choices?.[0]?.value).toBe("2"))
})
