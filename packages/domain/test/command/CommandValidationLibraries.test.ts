/** Bodies exactly as the libraries send them. Source: wire-rest.md §0 (8-11), §8. */

import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { validate, validateBulk } from "../../src/command/CommandValidation.ts"
import { inGlobal, inGuild } from "../fixture/CommandFixture.ts"

const djs = {
  name: "blep",
  name_localizations: undefined,
  description: "Send a random adorable animal photo",
  nsfw: undefined,
  description_localizations: undefined,
  type: 1,
  options: [
    {
      type: 1,
      name: "send",
      name_localizations: undefined,
      description: "Send it",
      description_localizations: undefined,
      required: undefined,
      autocomplete: undefined,
      choices: undefined,
      options: [
        {
          type: 3,
          name: "animal",
          description: "The type of animal",
          required: true,
          choices: [{ name: "Dog", value: "animal_dog", name_localizations: undefined }]
        },
        { type: 5, name: "only_smol", description: "Whether to show only baby animals", required: false }
      ]
    }
  ],
  default_member_permissions: "8192",
  integration_types: [0, 1],
  contexts: [0, 1, 2],
  handler: undefined
}

const dpySlash = {
  name: "add",
  description: "…",
  type: 1,
  options: [
    { type: 4, description: "…", name: "first", required: true },
    { type: 10, description: "…", name: "second", required: false, min_value: -1.5, autocomplete: true }
  ],
  nsfw: false,
  dm_permission: true,
  default_member_permissions: 8192,
  contexts: null,
  integration_types: null
}

const dpyMenu = {
  name: "Show Join Date",
  type: 2,
  dm_permission: true,
  contexts: null,
  integration_types: null,
  default_member_permissions: null,
  nsfw: false
}

const dgoOption = {
  name_localizations: null,
  description_localizations: null,
  channel_types: null,
  required: false,
  options: null,
  autocomplete: false,
  choices: null
}

const dgoSlash = {
  name: "subcommands",
  description: "Subcommands and command groups example",
  name_localizations: null,
  description_localizations: null,
  options: [
    {
      ...dgoOption,
      type: 2,
      name: "group",
      description: "Subcommands group",
      options: [{ ...dgoOption, type: 1, name: "nested", description: "Nested subcommand" }]
    },
    { ...dgoOption, type: 1, name: "subcommand", description: "Top-level subcommand" }
  ]
}

const dgoMenu = { type: 3, name: "Rickroll MSG", options: null }

const scElement = {
  id: "900000000000000001",
  name: "Pin it",
  name_localizations: null,
  description: "",
  description_localizations: null,
  type: 3,
  default_member_permissions: null,
  nsfw: false,
  contexts: null,
  integration_types: [0]
}

const scEntryPoint = {
  id: "900000000000000002",
  name: "launch",
  description: "Launch the activity",
  type: 4,
  handler: 2,
  contexts: null,
  integration_types: [0, 1]
}

const bodies = [
  ["discord.js", djs],
  ["discord.py, slash", dpySlash],
  ["discord.py, context menu", dpyMenu],
  ["discordgo, slash", dgoSlash],
  ["discordgo, context menu", dgoMenu],
  ["slash-create, context menu", scElement],
  ["slash-create, entry point", scEntryPoint]
] as const

describe("a body as a library sends it is accepted", () => {
  it.each(bodies)("%s, as an object of the program", (_, body) =>
    expect(Result.isSuccess(validate(body, inGlobal))).toBe(true)
  )
  it.each(bodies)("%s, as JSON", (_, body) =>
    expect(validate(JSON.parse(JSON.stringify(body)), inGlobal)).toEqual(validate(body, inGlobal))
  )
  it.each(bodies.filter(([, body]) => body !== scEntryPoint))("%s, in a guild", (_, body) =>
    expect(Result.isSuccess(validate(body, inGuild))).toBe(true)
  )
  it("all of them in bulk", () =>
    expect(
      Result.isSuccess(
        validateBulk(
          bodies.map(([, body]) => body),
          inGlobal
        )
      )
    ).toBe(true))
})

describe("an answer sent back is accepted and changes nothing", () => {
  it.each(bodies)("%s", (_, body) => {
    const content = Result.getOrThrow(validate(body, inGlobal))
    expect(JSON.stringify(Result.getOrThrow(validate(content, inGlobal)))).toBe(JSON.stringify(content))
  })
})
