import { ApplicationBody } from "@backlot/domain/application/ApplicationBody"
import { strict } from "@backlot/domain/base/Limits"
import { SHAPES } from "@backlot/domain/command/CommandBody"
import { BodyShape } from "@backlot/domain/message/MessageBody"
import { list } from "@backlot/domain/validation/Shape"
import { shownOf } from "@backlot/domain/validation/Shown"
import type { Schema } from "effect"
import { describe, expect, test } from "vitest"
import { Use } from "../../src/control/ControlInteraction.ts"
import { formatUnknownFields, knownFields, unknownFields } from "../../src/openapi/UnknownFields.ts"

import { callback } from "../../src/rest/Interactions.ts"

const GlobalCommand = shownOf(SHAPES.global.command)
const ApplicationEdit = shownOf(ApplicationBody)
const Message = shownOf(BodyShape)
const GuildCommand = shownOf(SHAPES.guild.command)

const told = (schema: Schema.Top, body: unknown) => formatUnknownFields(unknownFields(schema, body))

const option = (more: object) => ({ type: 3, name: "a", description: "b", ...more })

describe("the unknown fields of a body", () => {
  test.each<readonly [sentence: string, schema: Schema.Top, body: unknown, told: string]>([
    ["are none where all are known", GlobalCommand, { name: "a", description: "b", options: [option({})] }, ""],
    ["stand at the root", GlobalCommand, { name: "a", colour: 1 }, "colour"],
    [
      "stand in options of options",
      GlobalCommand,
      { options: [option({}), { foo: 1, options: [option({ bar: 1 })] }] },
      "options[1].foo, options[1].options[0].bar"
    ],
    ["are not those that say nothing", Message, { content: "a", enforce_nonce: false, mention: null }, ""],
    [
      "stand in elements of a bulk body",
      shownOf(list(SHAPES.global.element, 9)),
      [{ name: "a" }, { nam: "b" }],
      "[1].nam"
    ],
    [
      "are locales that the service does not have",
      GlobalCommand,
      { name_localizations: { xx: "a" } },
      "name_localizations.xx"
    ],
    ["are those that a guild command takes and ignores", GuildCommand, { contexts: [0] }, "contexts"],
    [
      "are judged by the type of a response",
      callback(),
      { type: 8, data: { choices: [], content: "x" } },
      "data.content"
    ],
    [
      "need not be told where the type is of no response",
      callback(),
      { type: 99, data: { choices: [], content: "x" } },
      ""
    ],
    ["are those that no type of response knows", callback(), { type: 99, data: {}, dtaa: {} }, "dtaa"],
    ["stand in embeds", Message, { embeds: [{ footer: { text: "a", icon: "b" } }] }, "embeds[0].footer.icon"],
    [
      "stand in components, by their types",
      Message,
      {
        components: [
          { type: 1, components: [{ type: 2, x: 1, label: "l" }] },
          { type: 10, label: "l" }
        ]
      },
      "components[0].components[0].x, components[1].label"
    ],
    [
      "are those that no component knows where the type is missing",
      Message,
      { components: [{ components: [], x: 1 }] },
      "components[0].x"
    ],
    [
      "stand in one form of a field that has two",
      ApplicationEdit,
      { description: { default: "a", de: "b" } },
      "description.de"
    ],
    ["stand in bodies of the control plane", Use, { command_id: "1", opts: [] }, "opts"],
    ["are none in a body of another kind", GlobalCommand, [1, 2], ""],
    ["are none in no body", GlobalCommand, undefined, ""],
    ["may have any name", GlobalCommand, JSON.parse('{"__proto__":{"a":1},"constructor":1}'), "__proto__, constructor"]
  ])("%s", (_, schema, body, expected) => {
    expect(told(schema, body)).toBe(expected)
  })

  test("are told in plain ASCII without commas inside a name", () => {
    expect(told(GlobalCommand, { "ä, b.c[0]": 1, "\r\nX: y": 1, "\ud800": 1, "": 1 })).toBe(
      '%C3%A4%2C%20b%2Ec%5B0%5D, %0D%0AX%3A%20y, %EF%BF%BD, ""'
    )
  })

  test("are told up to twenty, with a sign that there are more", () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x${i}`, 1]))
    const paths = unknownFields(GlobalCommand, body)
    expect(paths).toHaveLength(strict.paths + 1)
    expect(formatUnknownFields(paths).split(", ")).toHaveLength(strict.paths + 1)
    expect(formatUnknownFields(paths)).toMatch(/, x19, \.\.\.$/)
  })

  test("are told in a header of bounded length", () => {
    const body = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}${"é".repeat(5000)}`, 1]))
    expect(told(GlobalCommand, body).length).toBeLessThanOrEqual(strict.headerCharacters + 5)
  })
})

test.each<readonly [sentence: string, schema: Schema.Top, path: Parameters<typeof knownFields>[1], some: string]>([
  ["at the root", GlobalCommand, ["colour"], "name_localizations"],
  ["in options of options", GlobalCommand, ["options", 0, "options", 1, "foo"], "autocomplete"],
  ["in a body of the control plane", Use, ["opts"], "command_id"]
])("the fields that a body has are known %s", (_, schema, path, some) => {
  expect(knownFields(schema, path)).toContain(some)
  expect(knownFields(schema, [...path, "deeper"])).toEqual([])
})
