/**
 * What the answer says of a sound component. Source: the platform's official OpenAPI document, `*ComponentResponse`.
 */
import {
  type ComponentDraft,
  type ComponentKind,
  ComponentType,
  type MediaDraft,
  type OptionDraft,
  SHAPES
} from "./ComponentFields.ts"
import { ITEM_ANSWERS, KINDS, type Surface, UNSHOWN } from "./ComponentKind.ts"
import { toUri } from "./ComponentUrl.ts"
import type { EmojiDraft } from "./Emoji.ts"

/**
 * The fields of a sound component but its type and its id: those that were given, and those that always have a value.
 * `within` are the components that stand in it, by field. What media are is told later: see `unfurled`.
 */
export const answeredFields = (
  draft: ComponentDraft,
  kind: ComponentKind,
  surface: Surface,
  within: Readonly<Record<string, unknown>> = {}
): Readonly<Record<string, unknown>> => {
  const { answers } = KINDS[kind]
  const given: Readonly<Record<string, unknown>> = draft
  const said = { ...derived(draft, kind), ...within }
  const left: ReadonlyArray<string> = ["id", ...UNSHOWN[surface]]
  return Object.fromEntries(
    Object.keys(SHAPES[kind].fields)
      .filter((name) => !left.includes(name))
      .map((name) => [name, name in said ? said[name] : (shown(given[name]) ?? answers[name])] as const)
      .filter(([, value]) => value !== undefined)
  )
}

/** Fields whose answer is not what was given, or depends on other fields. */
const derived = (draft: ComponentDraft, kind: ComponentKind): Readonly<Record<string, unknown>> => ({
  ...(draft.url == null ? {} : { url: toUri(draft.url) }),
  ...(draft.emoji == null ? {} : { emoji: shown(emojiOf(draft.emoji)) }),
  ...(draft.options == null ? {} : { options: draft.options.map((option) => shown(optionOf(option))) }),
  ...(draft.media == null ? {} : { media: addressed(draft.media) }),
  ...(draft.file == null ? {} : { file: addressed(draft.file), name: null, size: null }),
  ...(draft.items == null
    ? {}
    : { items: draft.items.map(({ media, ...item }) => ({ media: addressed(media ?? {}), ...unseen(item) })) }),
  ...(kind === ComponentType.CHECKBOX_GROUP ? { max_values: draft.max_values ?? draft.options?.length } : {})
})

/** Answers demand a name. Ours: nobody here knows what a custom emoji is called, so that one without is called `_`. */
const emojiOf = ({ id, name, animated }: EmojiDraft) => ({ id, name: name ?? "_", animated })

const optionOf = (option: OptionDraft) => (option.emoji == null ? option : { ...option, emoji: emojiOf(option.emoji) })

const addressed = ({ url }: MediaDraft) => ({ url })

const unseen = (item: { readonly description?: string | null; readonly spoiler?: boolean | null }) => ({
  description: item.description ?? ITEM_ANSWERS.description,
  spoiler: item.spoiler ?? ITEM_ANSWERS.spoiler
})

/** Undefined for nothing; a field that is null at any depth is not answered. */
const shown = (value: unknown): unknown => {
  if (value == null) return undefined
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field == null ? [] : [[key, shown(field)]]))
  )
}
