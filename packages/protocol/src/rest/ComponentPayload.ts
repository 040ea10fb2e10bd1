/**
 * Components of messages and modals as the OpenAPI document shows them. Source: wire-interactions.md §4.3, §4.5; which
 * kind stands where, and the bounds of its fields, are tables of the domain.
 */

import { command, component as limits, message } from "@backlot/domain/base/Limits"
import { type ComponentKind, ComponentType as T } from "@backlot/domain/component/ComponentFields"
import { INPUT_STYLES, SPACINGS, STYLES } from "@backlot/domain/component/ComponentKind"
import { SnowflakeText } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import { list, nullable, text, whole } from "./Field.ts"

const Emoji = Schema.Struct({
  id: nullable(SnowflakeText),
  name: nullable(text(0, limits.emojiNameMax)),
  animated: nullable(Schema.Boolean)
}).annotate({ identifier: "ComponentEmojiBody", description: "A custom emoji has an id; another is its name." })

const choice = {
  label: text(1, limits.optionTextMax),
  value: text(1, limits.optionTextMax),
  description: nullable(text(0, limits.optionTextMax))
}
const Option = Schema.Struct({ ...choice, emoji: nullable(Emoji), default: nullable(Schema.Boolean) }).annotate({
  identifier: "SelectOptionBody"
})
const GroupOption = Schema.Struct({ ...choice, default: nullable(Schema.Boolean) }).annotate({
  identifier: "GroupOptionBody"
})
const DefaultValue = Schema.Struct({ type: Schema.Literals(["user", "role", "channel"]), id: SnowflakeText }).annotate({
  identifier: "SelectDefaultValueBody"
})

const told = nullable(Schema.Unknown.annotate({ description: "Told in answers, ignored in bodies." }))
const Media = Schema.Struct({
  url: text(0, limits.mediaUrlMax),
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
const described = {
  description: nullable(text(1, limits.mediaTextMax)),
  spoiler: nullable(Schema.Boolean)
}

const identified = { id: nullable(whole(0, limits.idMax)) }
const named = { ...identified, custom_id: text(1, limits.customIdMax) }
const chosen = (max: number) => ({ min_values: nullable(whole(0, max)), max_values: nullable(whole(1, max)) })
const required = nullable(Schema.Boolean)

const select = {
  ...named,
  placeholder: nullable(text(0, limits.placeholderMax)),
  ...chosen(limits.values),
  disabled: nullable(Schema.Boolean),
  required
}
const entitySelect = { ...select, default_values: nullable(list(DefaultValue, limits.defaultValues)) }

const kind = <K extends ComponentKind, F extends Schema.Struct.Fields>(type: K, identifier: string, fields: F) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields }).annotate({ identifier })

const Button = kind(T.BUTTON, "ButtonBody", {
  ...identified,
  custom_id: nullable(text(1, limits.customIdMax)),
  style: Schema.Literals(STYLES.map(({ style }) => style)),
  label: nullable(text(0, limits.labelMax)),
  disabled: nullable(Schema.Boolean),
  emoji: nullable(Emoji),
  url: nullable(text(0, limits.urlMax)),
  sku_id: nullable(SnowflakeText)
})
const StringSelect = kind(T.STRING_SELECT, "StringSelectBody", { ...select, options: list(Option, limits.options) })
const TextInput = kind(T.TEXT_INPUT, "TextInputBody", {
  ...named,
  style: Schema.Literals(INPUT_STYLES),
  label: nullable(text(1, limits.captionMax)),
  value: nullable(text(0, limits.inputMax)),
  placeholder: nullable(text(0, limits.inputPlaceholderMax)),
  required,
  min_length: nullable(whole(0, limits.inputMax)),
  max_length: nullable(whole(1, limits.inputMax))
})
const UserSelect = kind(T.USER_SELECT, "UserSelectBody", entitySelect)
const RoleSelect = kind(T.ROLE_SELECT, "RoleSelectBody", entitySelect)
const MentionableSelect = kind(T.MENTIONABLE_SELECT, "MentionableSelectBody", entitySelect)
const ChannelSelect = kind(T.CHANNEL_SELECT, "ChannelSelectBody", {
  ...entitySelect,
  channel_types: nullable(list(Schema.Int, command.integers))
})
const TextDisplay = kind(T.TEXT_DISPLAY, "TextDisplayBody", { ...identified, content: text(1, limits.displayMax) })
const Thumbnail = kind(T.THUMBNAIL, "ThumbnailBody", { ...identified, media: Media, ...described })
const MediaGallery = kind(T.MEDIA_GALLERY, "MediaGalleryBody", {
  ...identified,
  items: list(
    Schema.Struct({ media: Media, ...described }).annotate({ identifier: "MediaGalleryItemBody" }),
    limits.galleryItems
  )
})
const File = kind(T.FILE, "FileBody", {
  ...identified,
  file: Media,
  name: told,
  size: told,
  spoiler: nullable(Schema.Boolean)
})
const Separator = kind(T.SEPARATOR, "SeparatorBody", {
  ...identified,
  spacing: nullable(Schema.Literals(SPACINGS)),
  divider: nullable(Schema.Boolean)
})
const FileUpload = kind(T.FILE_UPLOAD, "FileUploadBody", { ...named, ...chosen(limits.files), required })
const RadioGroup = kind(T.RADIO_GROUP, "RadioGroupBody", {
  ...named,
  required,
  options: list(GroupOption, limits.groupOptions)
})
const CheckboxGroup = kind(T.CHECKBOX_GROUP, "CheckboxGroupBody", {
  ...named,
  ...chosen(limits.groupOptions),
  required,
  options: list(GroupOption, limits.groupOptions)
})
const Checkbox = kind(T.CHECKBOX, "CheckboxBody", { ...named, default: nullable(Schema.Boolean) })

const SELECTS = [StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect] as const

const ActionRow = kind(T.ACTION_ROW, "ActionRowBody", {
  ...identified,
  components: list(Schema.Union([Button, ...SELECTS]), limits.perRow)
}).annotate({ description: "One to five buttons, or one select." })
const InputRow = kind(T.ACTION_ROW, "InputRowBody", { ...identified, components: list(TextInput, limits.perRow) })
const Section = kind(T.SECTION, "SectionBody", {
  ...identified,
  components: list(TextDisplay, limits.perSection),
  accessory: Schema.Union([Button, Thumbnail])
})
const STANDING = [ActionRow, Section, TextDisplay, MediaGallery, File, Separator] as const
const Container = kind(T.CONTAINER, "ContainerBody", {
  ...identified,
  accent_color: nullable(whole(0, limits.colorMax)),
  components: list(Schema.Union(STANDING), message.componentsV2),
  spoiler: nullable(Schema.Boolean)
})
const Label = kind(T.LABEL, "LabelBody", {
  ...identified,
  label: text(1, limits.captionMax),
  description: nullable(text(1, limits.captionTextMax)),
  component: Schema.Union([...SELECTS, TextInput, FileUpload, RadioGroup, CheckboxGroup, Checkbox])
})

/** What stands in a message itself; all but action rows need the flag IS_COMPONENTS_V2. */
export const MessageComponent = Schema.Union([...STANDING, Container])

/** What stands in a modal itself. */
export const ModalComponent = Schema.Union([InputRow, TextDisplay, Label])
