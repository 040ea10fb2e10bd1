/** Ways to break a command body, each against one rule. Source: service.md "Resources and their fields", "Limits". */
import * as Limits from "@backlot/domain/Limits"
import { type Json, listOf } from "./ModelJson.ts"

export interface BodyMutation {
  /** Command types whose bodies it breaks. */
  readonly types: ReadonlyArray<number>
  readonly apply: (body: Json) => Json
}

const on = (types: ReadonlyArray<number>, apply: (body: Json) => Json): BodyMutation => ({ types, apply })

/** In place of the body's options. */
const options = (...list: ReadonlyArray<Json>): BodyMutation => on([1], (body) => ({ ...body, options: list }))

const option = (more: Json): Json => ({ type: 3, name: "animal", description: "Which", ...more })
const choice = (more: Json): Json => ({ name: "Dog", value: "dog", ...more })
const many = (count: number, make: (i: number) => Json) => Array.from({ length: count }, (_, i) => make(i))
const text = (length: number) => "x".repeat(length)
const { command } = Limits

export const BODY_MUTATIONS: ReadonlyArray<BodyMutation> = [
  on([1, 2, 3, 4], (body) => ({ ...body, name: "" })),
  on([1, 2, 3, 4], (body) => ({ ...body, name: text(command.nameMax + 1) })),
  on([1, 2, 3], (body) => ({ ...body, name_localizations: { de: text(command.nameMax + 1) } })),
  on([1], (body) => ({ ...body, name: "Adopt" })),
  on([1], (body) => ({ ...body, name: "two words" })),
  on([1], (body) => ({ ...body, name: "bad!" })),
  on([1], (body) => ({ ...body, name_localizations: { fr: "Chien" } })),
  on([1, 2, 3], (body) => ({ ...body, name_localizations: { xx: "name" } })),
  on([1], (body) => ({ ...body, description: "" })),
  on([1], (body) => ({ ...body, description: text(command.descriptionMax + 1) })),
  on([1], (body) => ({ ...body, description_localizations: { ja: text(command.descriptionMax + 1) } })),
  on([2, 3], (body) => ({ ...body, description: "not for menus" })),
  on([2, 3], (body) => ({ ...body, options: [option({})] })),
  on([1, 2, 3], (body) => ({ ...body, handler: 1 })),
  on([1, 2, 3], (body) => ({ ...body, default_member_permissions: "many" })),
  on([1, 2, 3], (body) => ({ ...body, default_member_permissions: String(command.permissionsMax + 1n) })),
  on([1, 2, 3], (body) => ({ ...body, contexts: [0, 3] })),
  on([1, 2, 3], (body) => ({ ...body, integration_types: [0, 2] })),
  on([1, 2, 3], (body) => ({ ...body, nsfw: true })),
  options(...many(command.options + 1, (i) => option({ name: `o${i}` }))),
  options(option({}), option({})),
  options(option({}), option({ name: "age", required: true })),
  options(option({}), { type: 1, name: "sub", description: "Mixed" }),
  options({ type: 2, name: "g", description: "Group", options: [{ type: 2, name: "h", description: "Inside" }] }),
  options({ type: 1, name: "s", description: "Sub", options: [{ type: 1, name: "t", description: "Inside" }] }),
  options({ type: 1, name: "s", description: "Sub", required: true }),
  options(option({ type: 12 })),
  options(option({ name: "Upper" })),
  options(option({ description: "" })),
  options(option({ name_localizations: { de: "age" } }), option({ name: "age" })),
  options(option({ name_localizations: { de: "tier" } }), option({ name: "age", name_localizations: { de: "tier" } })),
  options(option({ min_value: 1 })),
  options(option({ type: 5, max_length: 3 })),
  options(option({ min_length: command.minLengthMax + 1 })),
  options(option({ max_length: command.maxLengthMin - 1 })),
  options(option({ autocomplete: true, choices: [choice({})] })),
  options(option({ choices: many(command.choices + 1, (i) => choice({ name: `c${i}` })) })),
  options(option({ choices: [choice({}), choice({ value: "cat" })] })),
  options(option({ choices: [choice({ name: text(command.choiceNameMax + 1) })] })),
  options(option({ choices: [choice({ value: text(command.choiceStringMax + 1) })] })),
  options(option({ choices: [choice({ value: 5 })] })),
  options(option({ type: 4, choices: [choice({ value: "dog" })] })),
  options(option({ type: 4, choices: [choice({ value: 1.5 })] })),
  options(option({ type: 6, choices: [choice({})] })),
  on([1], tooLarge)
]

/** 8000 characters and one more, each part within its own limit. */
function tooLarge(body: Json): Json {
  const parts = many(command.options, (i) => ({
    ...option({ name: `option${i}`, description: text(command.descriptionMax) })
  }))
  const filled = parts.map((part) => ({
    ...part,
    choices: many(3, (k) =>
      choice({ name: `${k}${text(command.choiceNameMax - 1)}`, value: text(command.choiceStringMax) })
    )
  }))
  return { ...body, options: [...listOf(filled)] }
}
