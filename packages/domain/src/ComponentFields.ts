/**
 * The kinds of components that may stand in an action row, as data: the fields of each, in the order of the answer,
 * their bounds, and which of them must or cannot be there. Null counts as absent, unknown fields are ignored
 * (decision 23).
 * Source: wire-interactions.md §1.4 (types); the platform's official OpenAPI document, `*ComponentForMessageRequest`
 * for what is taken and `*ComponentResponse` for what is answered; its documentation for the fields of button styles.
 */
import { Schema } from "effect"
import * as Limits from "./Limits.ts"
import { Bool, field, Id, Int, list, Text } from "./Shape.ts"

export const ComponentType = {
  ACTION_ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8
} as const

const { BUTTON, STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT } = ComponentType

const Emoji = Schema.Struct({ id: field(Id), name: field(Text) })

const Option = Schema.Struct({
  label: field(Text),
  value: field(Text),
  description: field(Text),
  emoji: field(Emoji),
  default: field(Bool)
})

const DefaultValue = Schema.Struct({ type: field(Text), id: field(Id) })

const button = {
  id: field(Int),
  custom_id: field(Text),
  style: field(Int),
  label: field(Text),
  disabled: field(Bool),
  emoji: field(Emoji),
  url: field(Text),
  sku_id: field(Id)
}

const select = {
  id: field(Int),
  custom_id: field(Text),
  placeholder: field(Text),
  min_values: field(Int),
  max_values: field(Int),
  disabled: field(Bool)
}

const stringSelect = { ...select, options: field(list(Option, Limits.component.options)) }
const entitySelect = { ...select, default_values: field(list(DefaultValue, Limits.component.defaultValues)) }
const channelSelect = {
  ...select,
  channel_types: field(list(Int, Limits.command.integers)),
  default_values: entitySelect.default_values
}

/** What each kind of component says. */
export const SHAPES = {
  [BUTTON]: Schema.Struct(button),
  [STRING_SELECT]: Schema.Struct(stringSelect),
  [USER_SELECT]: Schema.Struct(entitySelect),
  [ROLE_SELECT]: Schema.Struct(entitySelect),
  [MENTIONABLE_SELECT]: Schema.Struct(entitySelect),
  [CHANNEL_SELECT]: Schema.Struct(channelSelect)
} as const

export type ComponentKind = keyof typeof SHAPES
export type EmojiDraft = typeof Emoji.Type
export type OptionDraft = typeof Option.Type
/** A component of any kind: it has only fields of its own kind. */
export type ComponentDraft = Schema.Struct.Type<typeof button & typeof stringSelect & typeof channelSelect>
export type ComponentField = keyof ComponentDraft

export const KINDS: ReadonlyArray<ComponentKind> = [
  BUTTON,
  STRING_SELECT,
  USER_SELECT,
  ROLE_SELECT,
  MENTIONABLE_SELECT,
  CHANNEL_SELECT
]

/** Fields that must be there, whatever the others say. */
export const REQUIRED: Readonly<Record<ComponentKind, ReadonlyArray<ComponentField>>> = {
  [BUTTON]: ["style"],
  [STRING_SELECT]: ["custom_id", "options"],
  [USER_SELECT]: ["custom_id"],
  [ROLE_SELECT]: ["custom_id"],
  [MENTIONABLE_SELECT]: ["custom_id"],
  [CHANNEL_SELECT]: ["custom_id"]
}

interface StyleFields {
  readonly style: number
  readonly required: ComponentField
  readonly refused: ReadonlyArray<ComponentField>
}

const interactive = (style: number): StyleFields => ({ style, required: "custom_id", refused: ["url", "sku_id"] })

/** Styles of buttons. Ours: a link button has no `sku_id`; the documentation says so of the other styles only. */
export const STYLES: ReadonlyArray<StyleFields> = [
  ...[1, 2, 3, 4].map(interactive),
  { style: 5, required: "url", refused: ["custom_id", "sku_id"] },
  { style: 6, required: "sku_id", refused: ["custom_id", "label", "url", "emoji"] }
]

/** What the default values of a select may name. */
export const DEFAULT_TYPES: Readonly<Partial<Record<ComponentKind, ReadonlyArray<string>>>> = {
  [USER_SELECT]: ["user"],
  [ROLE_SELECT]: ["role"],
  [MENTIONABLE_SELECT]: ["role", "user"],
  [CHANNEL_SELECT]: ["channel"]
}

/** Code points that a text may have; the least is 0 or 1. */
export const TEXTS = [
  ["custom_id", 1, Limits.component.customIdMax],
  ["label", 0, Limits.component.labelMax],
  ["placeholder", 0, Limits.component.placeholderMax]
] as const

export const OPTION_TEXTS = [
  ["label", 1, Limits.component.optionTextMax],
  ["value", 1, Limits.component.optionTextMax],
  ["description", 0, Limits.component.optionTextMax]
] as const

export const NUMBERS = [
  ["id", 0, Limits.component.idMax],
  ["min_values", 0, Limits.component.values],
  ["max_values", 1, Limits.component.values]
] as const

/** What the answer says for a field of the kind that is absent. */
export const DEFAULTS: Readonly<Record<string, unknown>> = { min_values: 1, max_values: 1 }
