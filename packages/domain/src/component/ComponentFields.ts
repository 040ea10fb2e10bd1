/**
 * The kinds of components and their fields, in the order of responses. Null counts as absent; unknown fields are
 * ignored (decision 23). `ComponentKind.ts` has the places of each kind. Source: wire-interactions.md §1.4, §4.3, §4.5; the platform's official OpenAPI document,
 * `*ComponentForMessageRequest` and `*ComponentForModalRequest`.
 */
import { Schema } from "effect"
import * as Limits from "../base/Limits.ts"
import * as FormError from "../error/FormError.ts"
import { withLimits } from "../validation/Limit.ts"
import { Any, Bool, field, Id, Int, list, needed, Text } from "../validation/Shape.ts"
import { described, oneOf, text, whole } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"

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

const L = Limits.component

/**
 * Emoji of components and polls: a custom emoji has an id, any other its character as name. The official document
 * requires a name, but libraries send a custom emoji by its id alone (discordjs/discord.js#8310). `nameMax`: code points.
 */
export const emojiShape = (nameMax: number) =>
  Schema.Struct({ id: field(Id), name: field(text(0, nameMax)), animated: field(Bool) })

export type EmojiDraft = ReturnType<typeof emojiShape>["Type"]

/** The error of an emoji's name, if any; `max` in code points. */
export const emojiNameError = ({ id, name }: EmojiDraft, max: number) =>
  id == null && name == null ? FormError.required : lengthError(name, 0, max)

const emoji = field(
  emojiShape(L.emojiNameMax).annotate({
    identifier: "ComponentEmojiBody",
    description: "A custom emoji has an id; another is its name."
  })
)

const choice = {
  label: needed(text(1, L.optionTextMax)),
  value: needed(text(1, L.optionTextMax)),
  description: field(text(0, L.optionTextMax))
}
const GroupOption = Schema.Struct({ ...choice, default: field(Bool) }).annotate({ identifier: "GroupOptionBody" })
export const Option = Schema.Struct({ ...choice, emoji, default: field(Bool) }).annotate({
  identifier: "SelectOptionBody"
})

const DefaultValue = Schema.Struct({
  type: needed(oneOf(Text, ["user", "role", "channel"])),
  id: needed(Id)
}).annotate({ identifier: "SelectDefaultValueBody" })

/** The platform adds these to media and files, and ignores them in bodies. */
const added = field(described(Any, "Added in responses, ignored in bodies."))
const Media = Schema.Struct({
  url: needed(text(0, L.mediaUrlMax)),
  id: added,
  proxy_url: added,
  width: added,
  height: added,
  content_type: added,
  attachment_id: added
}).annotate({
  identifier: "ComponentMediaBody",
  description: "An address of the web, or `attachment://` and the name of a file of the message."
})
const captioned = { description: field(text(1, L.mediaTextMax)), spoiler: field(Bool) }
export const Item = Schema.Struct({ media: needed(Media), ...captioned }).annotate({
  identifier: "MediaGalleryItemBody"
})

interface StyleFields {
  readonly style: number
  readonly required: "custom_id" | "url" | "sku_id"
  readonly refused: ReadonlyArray<"custom_id" | "label" | "url" | "emoji" | "sku_id">
}

const interactive = (style: number): StyleFields => ({ style, required: "custom_id", refused: ["url", "sku_id"] })

/** A link button must not have a `sku_id`. Our choice: docs/choices.md "Components and modals". */
export const STYLES: ReadonlyArray<StyleFields> = [
  ...[1, 2, 3, 4].map(interactive),
  { style: 5, required: "url", refused: ["custom_id", "sku_id"] },
  { style: 6, required: "sku_id", refused: ["custom_id", "label", "url", "emoji"] }
]

const customId = text(1, L.customIdMax)
const identified = { id: field(whole(0, L.idMax)) }
const named = { ...identified, custom_id: needed(customId) }
const counted = (max: number) => ({ min_values: field(whole(0, max)), max_values: field(whole(1, max)) })
const required = field(Bool)

const select = {
  ...named,
  placeholder: field(text(0, L.placeholderMax)),
  ...counted(L.values),
  disabled: field(Bool),
  required
}
const default_values = field(list(DefaultValue, L.defaultValues))
const entitySelect = Schema.Struct({ ...select, default_values })
const groupOptions = needed(list(GroupOption, L.groupOptions))

// Any value is allowed here: the child's type selects its shape.
const holding = (max: number) => ({ components: field(list(Any, max)) })

/** The fields of each kind, with their limits. */
export const SHAPES = {
  [ComponentType.ACTION_ROW]: Schema.Struct({ ...identified, ...holding(L.perRow) }),
  [ComponentType.BUTTON]: Schema.Struct({
    ...identified,
    custom_id: field(customId),
    style: needed(
      oneOf(
        Int,
        STYLES.map(({ style }) => style)
      )
    ),
    label: field(text(0, L.labelMax)),
    disabled: field(Bool),
    emoji,
    // Its rule measures the address as shown in responses.
    url: field(withLimits(text(0, L.urlMax), {})),
    sku_id: field(Id)
  }),
  [ComponentType.STRING_SELECT]: Schema.Struct({ ...select, options: needed(list(Option, L.options)) }),
  [ComponentType.TEXT_INPUT]: Schema.Struct({
    ...named,
    style: needed(oneOf(Int, [1, 2])),
    label: field(text(1, L.captionMax)),
    value: field(text(0, L.inputMax)),
    placeholder: field(text(0, L.inputPlaceholderMax)),
    required,
    min_length: field(whole(0, L.inputMax)),
    max_length: field(whole(1, L.inputMax))
  }),
  [ComponentType.USER_SELECT]: entitySelect,
  [ComponentType.ROLE_SELECT]: entitySelect,
  [ComponentType.MENTIONABLE_SELECT]: entitySelect,
  [ComponentType.CHANNEL_SELECT]: Schema.Struct({
    ...select,
    channel_types: field(list(Int, Limits.command.integers)),
    default_values
  }),
  [ComponentType.SECTION]: Schema.Struct({ ...identified, ...holding(L.perSection), accessory: field(Any) }),
  [ComponentType.TEXT_DISPLAY]: Schema.Struct({ ...identified, content: needed(text(1, L.displayMax)) }),
  [ComponentType.THUMBNAIL]: Schema.Struct({ ...identified, media: needed(Media), ...captioned }),
  [ComponentType.MEDIA_GALLERY]: Schema.Struct({ ...identified, items: needed(list(Item, L.galleryItems)) }),
  [ComponentType.FILE]: Schema.Struct({
    ...identified,
    file: needed(Media),
    name: added,
    size: added,
    spoiler: field(Bool)
  }),
  [ComponentType.SEPARATOR]: Schema.Struct({
    ...identified,
    spacing: field(oneOf(Int, [1, 2])),
    divider: field(Bool)
  }),
  [ComponentType.CONTAINER]: Schema.Struct({
    ...identified,
    accent_color: field(whole(0, L.colorMax)),
    ...holding(Limits.message.componentsV2),
    spoiler: field(Bool)
  }),
  [ComponentType.LABEL]: Schema.Struct({
    ...identified,
    label: needed(text(1, L.captionMax)),
    description: field(text(1, L.captionTextMax)),
    component: field(Any)
  }),
  [ComponentType.FILE_UPLOAD]: Schema.Struct({ ...named, ...counted(L.files), required }),
  [ComponentType.RADIO_GROUP]: Schema.Struct({ ...named, required, options: groupOptions }),
  [ComponentType.CHECKBOX_GROUP]: Schema.Struct({
    ...named,
    ...counted(L.groupOptions),
    required,
    options: groupOptions
  }),
  [ComponentType.CHECKBOX]: Schema.Struct({ ...named, default: field(Bool) })
} as const satisfies Readonly<Record<ComponentKind, Schema.Top>>

type AnyDraft = (typeof SHAPES)[ComponentKind]["Type"]
type NameIn<Draft> = Draft extends unknown ? keyof Draft : never
type FieldIn<Draft, Name> = Draft extends unknown ? (Name extends keyof Draft ? Draft[Name] : never) : never

export type ComponentField = NameIn<AnyDraft>
/** A component of any kind; it only has fields of its own kind. */
export type ComponentDraft = { readonly [Name in ComponentField]?: FieldIn<AnyDraft, Name> }
export type OptionDraft = typeof Option.Type
export type MediaDraft = typeof Media.Type
