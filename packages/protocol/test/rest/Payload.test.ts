/** What the OpenAPI document shows of a body is what the domain reads of it. */
import { ApplicationBody } from "@backlot/domain/application/ApplicationBody"
import { SHAPES } from "@backlot/domain/command/CommandBody"
import { validate, validateBulk } from "@backlot/domain/command/CommandValidation"
import { decodeCallback } from "@backlot/domain/interaction/Callback"
import { ModalShape } from "@backlot/domain/interaction/Modal"
import { BodyShape } from "@backlot/domain/message/MessageBody"
import { CallbackType } from "@backlot/domain/record/InteractionKind"
import { shownOf } from "@backlot/domain/validation/Shown"
import { Result, Schema } from "effect"
import { describe, expect, test } from "vitest"
import { callback } from "../../src/rest/Interactions.ts"
import { fieldsOf } from "./FieldNames.ts"

const { type: _type, ...withoutType } = SHAPES.global.command.fields
const { type: _guildType, ...guildWithoutType } = SHAPES.guild.command.fields

// The type of each component tells by which shape it is read: see ComponentPayload.test.ts.
const { components: _shown, ...messageShown } = shownOf(BodyShape).fields
const { components: _read, ...messageRead } = BodyShape.fields

const Command = {
  GlobalCommand: shownOf(SHAPES.global.command),
  GuildCommand: shownOf(SHAPES.guild.command),
  GlobalEdit: shownOf(SHAPES.global.edit),
  GuildEdit: shownOf(SHAPES.guild.edit),
  GlobalElement: shownOf(SHAPES.global.element),
  GuildElement: shownOf(SHAPES.guild.element)
}

const BODIES: ReadonlyArray<readonly [name: string, shown: Schema.Top, read: Schema.Top]> = [
  ["a global command", Command.GlobalCommand, SHAPES.global.command],
  ["a guild command", Command.GuildCommand, SHAPES.guild.command],
  ["an edit of a global command, whose type is immutable", Command.GlobalEdit, Schema.Struct(withoutType)],
  ["an edit of a guild command, whose type is immutable", Command.GuildEdit, Schema.Struct(guildWithoutType)],
  ["an element of a global bulk overwrite", Command.GlobalElement, SHAPES.global.element],
  ["an element of a guild bulk overwrite", Command.GuildElement, SHAPES.guild.element],
  ["a message, but for its components", Schema.Struct(messageShown), Schema.Struct(messageRead)]
]

test.each(BODIES)("the fields shown of %s are those that are read", (_, shown, read) => {
  expect(fieldsOf(shown.ast)).toEqual(fieldsOf(read.ast))
})

test("the fields shown of an application edit are those that are read", () => {
  expect(Object.keys(shownOf(ApplicationBody).fields).sort()).toEqual(Object.keys(ApplicationBody.fields).sort())
})

// What is shown decodes nothing, so it needs no services.
const accepts = (schema: Schema.Top, body: unknown) =>
  Result.isSuccess(Schema.decodeUnknownResult(schema as Schema.Decoder<unknown>)(body))

const application = { integration_types: [0, 1], embedded: true, discoverable: false } as const
const inGlobal = { scope: "global", application } as const

/** Bodies as libraries send them (wire-rest.md §8). */
const COMMANDS: ReadonlyArray<readonly [string, object]> = [
  ["the smallest", { name: "blep", description: "Send an animal" }],
  ["discord.js", { name: "x", name_localizations: { de: "y" }, description: "d", nsfw: false, type: 1, options: [] }],
  [
    "discord.py",
    { name: "x", type: 3, nsfw: false, dm_permission: true, default_member_permissions: 8, contexts: null }
  ],
  [
    "discordgo",
    {
      name: "x",
      description: "d",
      options: [
        {
          type: 1,
          name: "sub",
          description: "d",
          channel_types: null,
          required: false,
          options: [{ type: 3, name: "o", description: "d", choices: null, options: null, autocomplete: false }],
          autocomplete: false,
          choices: null
        }
      ]
    }
  ],
  ["slash-create", { id: null, name: "x", description: "", type: 2, name_localizations: null, contexts: null }],
  ["an entry point", { name: "Launch", type: 4, handler: 1, integration_types: [0, 1] }]
]

test.each(COMMANDS)("the document accepts the command body of %s, as the service does", (_, body) => {
  expect(accepts(Command.GlobalElement, body)).toBe(true)
  expect(Result.isSuccess(validateBulk([body], inGlobal))).toBe(true)
})

test.each([
  ["without a name", { description: "d" }],
  ["with a name that is too long", { name: "a".repeat(33), description: "d" }],
  ["with an unknown type", { name: "a", description: "d", type: 5 }],
  ["with 26 choices", optionWith({ choices: Array.from({ length: 26 }, (_, i) => ({ name: `${i}`, value: `${i}` })) })],
  ["with an option without description", { name: "a", description: "d", options: [{ type: 3, name: "a" }] }]
])("the document refuses a command %s, as the service does", (_, body) => {
  expect(accepts(Command.GlobalCommand, body)).toBe(false)
  expect(Result.isFailure(validate(body, inGlobal))).toBe(true)
})

const LABEL = { type: 18, label: "Words", component: { type: 4, custom_id: "words", style: 1 } }

describe("responses to interactions", () => {
  const RESPONSES = [
    [{ type: 4, data: { content: "hi", flags: 64, embeds: [{ title: "t", color: 255 }] } }, 2],
    [{ type: 5 }, 2],
    [{ type: 5, data: { flags: 64 } }, 2],
    [{ type: 8, data: { choices: [{ name: "Dog", value: "dog" }] } }, 4],
    [{ type: 1 }, 1],
    [{ type: 6 }, 3],
    [{ type: 7 }, 3],
    [{ type: 7, data: { content: "new", components: [] } }, 3],
    [{ type: 9, data: { custom_id: "m", title: "t", components: [LABEL] } }, 2],
    [{ type: 10 }, 2],
    [{ type: 12 }, 2]
  ] as const

  test("the document shows every callback type that the service takes", () => {
    const shown = callback().members.map(({ fields }) => fields.type.literal)
    // Legal, but refused as not supported.
    const taken = Object.values(CallbackType).filter((type) => type !== CallbackType.IFRAME_MODAL)
    expect(shown).toEqual(taken)
  })

  test("the fields shown of a modal, but for its components, are those that are read", () => {
    const { components: _shown, ...shown } = shownOf(ModalShape).fields
    const { components: _read, ...read } = ModalShape.fields
    expect(fieldsOf(Schema.Struct(shown).ast)).toEqual(fieldsOf(Schema.Struct(read).ast))
  })

  test.each(RESPONSES)("the document accepts %j, as the service does", (body, type) => {
    expect(accepts(callback(), body)).toBe(true)
    expect(Result.isSuccess(decodeCallback(body, { type, updates: true, launches: true }))).toBe(true)
  })

  test("the document refuses a message response without data, as the service does", () => {
    expect(accepts(callback(), { type: 4 })).toBe(false)
    expect(Result.isFailure(decodeCallback({ type: 4 }, { type: 2, updates: false, launches: false }))).toBe(true)
  })
})

function optionWith(changes: object) {
  return { name: "a", description: "d", options: [{ type: 3, name: "a", description: "d", ...changes }] }
}
