/**
 * The kinds of components and their fields, in the order of responses. Null counts as absent; unknown fields are
 * ignored (decision 23). `ComponentKind.ts` has the limits of the fields and the places of each kind.
 * Source: wire-interactions.md §1.4, §4.3, §4.5; the platform's official OpenAPI document,
 * `*ComponentForMessageRequest` and `*ComponentForModalRequest`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import { Any, Bool, field, Id, Int, list, needed, Text } from "../validation/Shape.ts"
import { described, oneOf, text, whole } from "../validation/ShapeLimits.ts"
import { emojiShape } from "./Emoji.ts"

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
const { optionTextMax, emojiNameMax, mediaUrlMax, mediaTextMax, idMax, urlMax } = Limits.component

const emoji = field(
  emojiShape(emojiNameMax).annotate({
    identifier: "ComponentEmojiBody",
    description: "A custom emoji has an id; another is its name."
  })
)

const choice = {
  label: needed(text(1, optionTextMax)),
  value: needed(text(1, optionTextMax)),
  description: field(text(0, optionTextMax))
}
const GroupOption = Schema.Struct({ ...choice, default: field(Bool) }).annotate({ identifier: "GroupOptionBody" })
const Option = Schema.Struct({ ...choice, emoji, default: field(Bool) }).annotate({ identifier: "SelectOptionBody" })

const DefaultValue = Schema.Struct({
  type: needed(oneOf(Text, ["user", "role", "channel"])),
  id: needed(Id)
}).annotate({ identifier: "SelectDefaultValueBody" })

/** The platform adds these to media and files, and ignores them in bodies. */
const told = field(described(Any, "Told in answers, ignored in bodies."))
const Media = Schema.Struct({
  url: needed(text(0, mediaUrlMax)),
  id: told,
  proxy_url: told,
  width: told,
  height: told,
  content_type: told,
  attachment_id: told
}).annotate({
  identifier: "ComponentMediaBody",
  description: "An address of the web, or `attachment://` and the name of a file of the message."
})
const captioned = { description: field(text(1, mediaTextMax)), spoiler: field(Bool) }
const Item = Schema.Struct({ media: needed(Media), ...captioned }).annotate({ identifier: "MediaGalleryItemBody" })

const identified = { id: field(whole(0, idMax)) }
const named = { ...identified, custom_id: field(Text) }
const bounded = { min_values: field(Int), max_values: field(Int) }

const button = {
  ...named,
  style: field(Int),
  label: field(Text),
  disabled: field(Bool),
  emoji,
  url: field(text(0, urlMax)),
  sku_id: field(Id)
}

const select = { ...named, placeholder: field(Text), ...bounded, disabled: field(Bool), required: field(Bool) }
const stringSelect = { ...select, options: needed(list(Option, options)) }
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
const radioGroup = { ...named, required: field(Bool), options: needed(list(GroupOption, groupOptions)) }
const checkboxGroup = { ...named, ...bounded, required: field(Bool), options: radioGroup.options }
const checkbox = { ...named, default: field(Bool) }

// Any value is allowed here: the child's type selects its shape.
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
const thumbnail = { ...identified, media: needed(Media), ...captioned }
const mediaGallery = { ...identified, items: needed(list(Item, galleryItems)) }
const file = { ...identified, file: needed(Media), name: told, size: told, spoiler: field(Bool) }
const separator = { ...identified, spacing: field(Int), divider: field(Bool) }

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

/** A component of any kind; it only has fields of its own kind. */
export type ComponentDraft = Schema.Struct.Type<typeof every>
export type ComponentField = keyof ComponentDraft
export type OptionDraft = typeof Option.Type
export type MediaDraft = typeof Media.Type
