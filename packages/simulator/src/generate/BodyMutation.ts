/**
 * Mutations that break a command body, or push it exactly to a limit; each is about one rule. Source: service.md
 * "Resources and their fields", "Limits".
 */
import { characters } from "../model/ModelForm.ts"
import type { Json } from "../model/ModelJson.ts"
import * as Limits from "../model/ModelLimits.ts"

export interface BodyMutation {
  /** The command types that the mutation applies to. */
  readonly types: ReadonlyArray<number>
  readonly apply: (body: Json) => Json
}

const on = (types: ReadonlyArray<number>, apply: (body: Json) => Json): BodyMutation => ({ types, apply })

/** Replaces the body's options. */
const options = (...list: ReadonlyArray<Json>): BodyMutation => on([1], (body) => ({ ...body, options: list }))

const option = (more: Json): Json => ({ type: 3, name: "animal", description: "Which", ...more })
const choice = (more: Json): Json => ({ name: "Dog", value: "dog", ...more })
const many = (count: number, make: (i: number) => Json) => Array.from({ length: count }, (_, i) => make(i))
const sub = (list: ReadonlyArray<Json>): Json => ({ type: 1, name: "s", description: "Sub", options: list })
const group = (list: ReadonlyArray<Json>): Json => ({ type: 2, name: "g", description: "Group", options: list })
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
  on([4], (body) => ({ ...body, description: text(command.descriptionMax) })),
  on([4], (body) => ({ ...body, description: text(command.descriptionMax + 1) })),
  on([2, 3], (body) => ({ ...body, description: "not for menus" })),
  on([2, 3], (body) => ({ ...body, options: [option({})] })),
  on([1, 2, 3], (body) => ({ ...body, handler: 1 })),
  on([1, 2, 3], (body) => ({ ...body, default_member_permissions: "many" })),
  on([1, 2, 3], (body) => ({ ...body, default_member_permissions: String(command.permissionsMax) })),
  on([1, 2, 3], (body) => ({ ...body, default_member_permissions: String(command.permissionsMax + 1n) })),
  on([1, 2, 3], (body) => ({ ...body, contexts: [0, 3] })),
  on([1, 2, 3], (body) => ({ ...body, integration_types: [0, 2] })),
  on([1, 2, 3], (body) => ({ ...body, nsfw: true })),
  options(...many(command.options + 1, (i) => option({ name: `o${i}` }))),
  ...[0, 1].map((more) => options(sub(many(command.options + more, (i) => option({ name: `o${i}` }))))),
  ...[0, 1].map((more) => options(group(many(command.options + more, (i) => ({ ...sub([]), name: `s${i}` }))))),
  options(option({}), option({})),
  options(option({}), option({ name: "age", required: true })),
  options(option({}), { type: 1, name: "sub", description: "Mixed" }),
  options(group([group([])])),
  options(sub([sub([])])),
  options({ ...sub([]), required: true }),
  options(option({ type: 12 })),
  options(option({ name: "Upper" })),
  options(option({ description: "" })),
  options(option({ description: text(command.descriptionMax + 1) })),
  options(option({ name_localizations: { de: "age" } }), option({ name: "age" })),
  options(option({ name_localizations: { de: "tier" } }), option({ name: "age", name_localizations: { de: "tier" } })),
  options(option({ min_value: 1 })),
  options(option({ type: 5, max_length: 3 })),
  ...[0, 1].map((more) => options(option({ min_length: command.minLengthMax + more }))),
  ...[0, 1].map((less) => options(option({ max_length: command.maxLengthMin - less }))),
  ...[0, 1].map((more) => options(option({ max_length: command.maxLengthMax + more }))),
  options(option({ autocomplete: true, choices: [choice({})] })),
  ...[0, 1].map((more) => options(option({ choices: many(command.choices + more, (i) => choice({ name: `c${i}` })) }))),
  options(option({ choices: [choice({}), choice({ value: "cat" })] })),
  options(option({ choices: [choice({ name: text(command.choiceNameMax + 1) })] })),
  options(option({ choices: [choice({ value: text(command.choiceStringMax + 1) })] })),
  options(option({ choices: [choice({ value: 5 })] })),
  options(option({ type: 4, choices: [choice({ value: "dog" })] })),
  options(option({ type: 4, choices: [choice({ value: 1.5 })] })),
  options(option({ type: 6, choices: [choice({})] })),
  ...[0, 1].map((more) => on([1], (body) => sized(body, command.totalCharacters + more)))
]

/** Fills a body to this many characters in all, each part within its own limit: first choices, then descriptions. */
function sized(body: Json, total: number): Json {
  const bare = many(3, (i) => option({ name: `o${i}`, description: "x" }))
  const perChoice = command.choiceNameMax + command.choiceStringMax
  const room = total - characters({ ...body, options: bare })
  const names = many(Math.floor(room / perChoice), (i) => ({ name: `${i}`.padEnd(command.choiceNameMax, "x") }))
  const filled = bare.map((part, i) => ({
    ...part,
    description: text(1 + between((room % perChoice) - i * EACH, EACH)),
    choices: names
      .slice(i * command.choices, (i + 1) * command.choices)
      .map((name) => ({ ...name, value: text(command.choiceStringMax) }))
  }))
  return { ...body, options: filled }
}

/** The room in one description. */
const EACH = command.descriptionMax - 1

const between = (wanted: number, max: number) => Math.min(max, Math.max(0, wanted))
