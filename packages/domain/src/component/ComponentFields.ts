/**
 * The kinds of components and the fields of each, in the order of the answer. Null counts as absent, unknown fields are
 * ignored (decision 23). What the fields must hold, and where a kind may stand, is the table of `ComponentKind.ts`.
 * Source: wire-interactions.md §1.4, §4.3, §4.5; the platform's official OpenAPI document, `*ComponentForMessageRequest`
 * and `*ComponentForModalRequest`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { Any, Bool, field, Id, Int, list, Text } from "../validation/Shape.ts"
import { EmojiShape } from "./Emoji.ts"

export const ComponentType = {
  ACTION_ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  TEXT_INPUT: 4,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT_DISPLAY: 10,
  THUMBNAIL: 11,
  MEDIA_GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
  LABEL: 18,
  FILE_UPLOAD: 19,
  RADIO_GROUP: 21,
  CHECKBOX_GROUP: 22,
  CHECKBOX: 23
} as const
export type ComponentKind = (typeof ComponentType)[keyof typeof ComponentType]

const { options, defaultValues, groupOptions, galleryItems, perRow, perSection } = Limits.component

const choice = { label: field(Text), value: field(Text), description: field(Text) }
const GroupOption = Schema.Struct({ ...choice, default: field(Bool) })
const Option = Schema.Struct({ ...choice, emoji: field(EmojiShape), default: field(Bool) })

const DefaultValue = Schema.Struct({ type: field(Text), id: field(Id) })

/** What the platform tells of media and files, and ignores when it is sent back. */
const told = field(Any)
const Media = Schema.Struct({
  url: field(Text),
  id: told,
  proxy_url: told,
  width: told,
  height: told,
  content_type: told,
  attachment_id: told
})
const described = { description: field(Text), spoiler: field(Bool) }
const Item = Schema.Struct({ media: field(Media), ...described })

const identified = { id: field(Int) }
const named = { ...identified, custom_id: field(Text) }
const bounded = { min_values: field(Int), max_values: field(Int) }

const button = {
  ...named,
  style: field(Int),
  label: field(Text),
  disabled: field(Bool),
  emoji: field(EmojiShape),
  url: field(Text),
  sku_id: field(Id)
}

const select = { ...named, placeholder: field(Text), ...bounded, disabled: field(Bool), required: field(Bool) }
const stringSelect = { ...select, options: field(list(Option, options)) }
const entitySelect = { ...select, default_values: field(list(DefaultValue, defaultValues)) }
const channelSelect = {
  ...select,
  channel_types: field(list(Int, Limits.command.integers)),
  default_values: entitySelect.default_values
}

const textInput = {
  ...named,
  style: field(Int),
  label: field(Text),
  value: field(Text),
  placeholder: field(Text),
  required: field(Bool),
  min_length: field(Int),
  max_length: field(Int)
}
const fileUpload = { ...named, ...bounded, required: field(Bool) }
const radioGroup = { ...named, required: field(Bool), options: field(list(GroupOption, groupOptions)) }
const checkboxGroup = { ...named, ...bounded, required: field(Bool), options: radioGroup.options }
const checkbox = { ...named, default: field(Bool) }

// What stands in a component is anything: its type tells by which shape it is read.
const holding = (max: number) => ({ components: field(list(Any, max)) })
const row = { ...identified, ...holding(perRow) }
const section = { ...identified, ...holding(perSection), accessory: field(Any) }
const container = {
  ...identified,
  accent_color: field(Int),
  ...holding(Limits.message.componentsV2),
  spoiler: field(Bool)
}
const label = { ...identified, label: field(Text), description: field(Text), component: field(Any) }

const textDisplay = { ...identified, content: field(Text) }
const thumbnail = { ...identified, media: field(Media), ...described }
const mediaGallery = { ...identified, items: field(list(Item, galleryItems)) }
const file = { ...identified, file: field(Media), name: told, size: told, spoiler: field(Bool) }
const separator = { ...identified, spacing: field(Int), divider: field(Bool) }

/** What each kind of component says. */
export const SHAPES = {
  1: Schema.Struct(row),
  2: Schema.Struct(button),
  3: Schema.Struct(stringSelect),
  4: Schema.Struct(textInput),
  5: Schema.Struct(entitySelect),
  6: Schema.Struct(entitySelect),
  7: Schema.Struct(entitySelect),
  8: Schema.Struct(channelSelect),
  9: Schema.Struct(section),
  10: Schema.Struct(textDisplay),
  11: Schema.Struct(thumbnail),
  12: Schema.Struct(mediaGallery),
  13: Schema.Struct(file),
  14: Schema.Struct(separator),
  17: Schema.Struct(container),
  18: Schema.Struct(label),
  19: Schema.Struct(fileUpload),
  21: Schema.Struct(radioGroup),
  22: Schema.Struct(checkboxGroup),
  23: Schema.Struct(checkbox)
} as const satisfies Readonly<Record<ComponentKind, Schema.Top>>

const every = {
  ...button,
  ...textInput,
  ...channelSelect,
  ...checkbox,
  ...row,
  ...section,
  ...container,
  ...label,
  ...textDisplay,
  ...thumbnail,
  ...mediaGallery,
  ...file,
  ...separator,
  ...stringSelect
}

/** A component of any kind: it has only fields of its own kind. */
export type ComponentDraft = Schema.Struct.Type<typeof every>
export type ComponentField = keyof ComponentDraft
export type OptionDraft = typeof Option.Type
export type MediaDraft = typeof Media.Type
