/** The form of a valid component in responses. Source: official OpenAPI document, `*ComponentResponse`. */
import {
  type ComponentDraft,
  type ComponentKind,
  ComponentType,
  type EmojiDraft,
  type Item,
  type MediaDraft,
  type OptionDraft,
  SHAPES
} from "./ComponentFields.ts"
import { ITEM_ANSWERS, KINDS, type Surface, UNSHOWN } from "./ComponentKind.ts"
import { toUri } from "./ComponentUrl.ts"

/** The given fields but type and id, and those with a default. `within` holds its children, by field. */
export const answeredFields = (
  draft: ComponentDraft,
  kind: ComponentKind,
  surface: Surface,
  within: Readonly<Record<string, unknown>> = {}
): Readonly<Record<string, unknown>> => {
  const { answers = {} } = KINDS[kind]
  const given: Readonly<Record<string, unknown>> = draft
  const computed = { ...derived(draft, kind), ...within }
  const left: ReadonlyArray<string> = ["id", ...UNSHOWN[surface]]
  return Object.fromEntries(
    Object.keys(SHAPES[kind].fields)
      .filter((name) => !left.includes(name))
      .map((name) => [name, name in computed ? computed[name] : (shown(given[name]) ?? answers[name])] as const)
      .filter(([, value]) => value !== undefined)
  )
}

/** Fields that a response changes, or that depend on other fields. */
const derived = (draft: ComponentDraft, kind: ComponentKind): Readonly<Record<string, unknown>> => ({
  ...(draft.url == null ? {} : { url: toUri(draft.url) }),
  ...(draft.emoji == null ? {} : { emoji: shown(emojiOf(draft.emoji)) }),
  ...(draft.options == null ? {} : { options: draft.options.map((option) => shown(optionOf(option))) }),
  ...(draft.media == null ? {} : { media: addressed(draft.media) }),
  ...(draft.file == null ? {} : { file: addressed(draft.file), name: null, size: null }),
  ...(draft.items == null ? {} : { items: draft.items.map(itemOf) }),
  ...(kind === ComponentType.CHECKBOX_GROUP ? { max_values: draft.max_values ?? draft.options?.length } : {})
})

/** Responses require a name of custom emoji too. Our choice: docs/choices.md "Components and modals". */
const emojiOf = ({ id, name, animated }: EmojiDraft) => ({ id, name: name ?? "_", animated })

const optionOf = (option: OptionDraft) => (option.emoji == null ? option : { ...option, emoji: emojiOf(option.emoji) })

const addressed = ({ url }: MediaDraft) => ({ url })

const itemOf = ({ media, description, spoiler }: typeof Item.Type) => ({
  media: addressed(media ?? {}),
  description: description ?? ITEM_ANSWERS.description,
  spoiler: spoiler ?? ITEM_ANSWERS.spoiler
})

/** Removes null fields at any depth; undefined for null. */
const shown = (value: unknown): unknown => {
  if (value == null) return undefined
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field == null ? [] : [[key, shown(field)]]))
  )
}
