/** The fields of forum and media channels and of their posts. */
import { guild as limits } from "../../base/Limits.ts"
import { forum } from "../../base/ThreadLimits.ts"
import { TAG_SETTINGS } from "../../record/ForumRecord.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import type { ForumTag, GuildChannel } from "../../record/World.ts"
import { isForumType, isThreadType } from "../../record/WorldVocabulary.ts"
import { Bool, Id, Int, list, Text } from "../../validation/Shape.ts"
import { between, each, length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import * as Relation from "../rule/Relation.ts"
import { by, holder, pair } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import * as WorldError from "../rule/WorldError.ts"
import { beyond } from "./Beyond.ts"

const emoji = { emoji_id: [Id, Value.id], emoji_name: [Text, length(1, forum.emojiNameMax)] } as const

export const Tag = fieldsOf("forum_tag", {
  id: [Id, required],
  name: [Text, required, length(1, forum.tagNameMax)],
  moderated: [Bool],
  ...emoji
})

export const Reaction = fieldsOf("default_reaction_emoji", emoji)

export const FIELDS = {
  available_tags: [list(Tag.shape), Relation.forumOnly, size(0, forum.tags)],
  default_reaction_emoji: [Reaction.shape, Relation.forumOnly],
  default_sort_order: [Int, Relation.forumOnly, oneOf([0, 1])],
  default_forum_layout: [Int, Relation.forumOnly, oneOf([0, 1, 2])],
  default_tag_setting: [Text, Relation.forumOnly, oneOf(TAG_SETTINGS)],
  default_thread_rate_limit_per_user: [Int, between(0, limits.slowmodeMaxSeconds)],
  flags: [Int, Relation.channelFlags],
  applied_tags: [list(Id), Relation.threadOnly, size(0, forum.appliedTags), each(Value.id, Relation.tagOfForum)]
} as const

type Tags = Parameters<typeof Tag.places>[0]

/** Ids and names of the tags of one forum. */
export const uniqueTags = [
  {
    entries: (p: { readonly forum_tag: Tags }) => by(p.forum_tag, "id", (tag, at) => pair(holder(at), tag.id)),
    problem: WorldError.duplicateId("tag of a forum")
  },
  {
    entries: (p: { readonly forum_tag: Tags }) => by(p.forum_tag, "name", (tag, at) => pair(holder(at), tag.name)),
    problem: WorldError.duplicateEntry("A forum has one tag of a name.")
  }
]

export const defaults = {
  forum_tag: { moderated: false, emoji_id: null, emoji_name: null },
  default_reaction_emoji: { emoji_id: null, emoji_name: null }
}

type TagDraft = typeof Tag.shape.Type

interface Draft {
  readonly type?: number | null | undefined
  readonly available_tags?: ReadonlyArray<TagDraft> | null | undefined
  readonly default_reaction_emoji?: typeof Reaction.shape.Type | null | undefined
  readonly default_sort_order?: number | null | undefined
  readonly default_forum_layout?: number | null | undefined
  readonly default_tag_setting?: string | null | undefined
  readonly default_thread_rate_limit_per_user?: number | null | undefined
  readonly flags?: number | null | undefined
  readonly applied_tags?: ReadonlyArray<string> | null | undefined
}

type Fields = Pick<
  GuildChannel,
  | "available_tags"
  | "default_reaction_emoji"
  | "default_sort_order"
  | "default_forum_layout"
  | "default_tag_setting"
  | "default_thread_rate_limit_per_user"
  | "flags"
  | "applied_tags"
>

export const build = (draft: Draft): Fields => ({
  ...beyond(draft, ["default_thread_rate_limit_per_user", "flags"], DEFAULTS.channel),
  ...(isForumType(draft.type) ? ofForum(draft) : {}),
  ...(isThreadType(draft.type) && draft.applied_tags != null ? { applied_tags: [...new Set(draft.applied_tags)] } : {})
})

const ofForum = (draft: Draft): Fields => {
  const { available_tags, default_reaction_emoji: reaction, default_sort_order: order, default_forum_layout } = draft
  const tags = available_tags ?? []
  const layout = [1, 2] as const
  const known = layout.find((one) => one === default_forum_layout)
  const setting = TAG_SETTINGS.find((one) => one === draft.default_tag_setting)
  return {
    ...(tags.length === 0 ? {} : { available_tags: tags.map(tagOf) }),
    ...(reaction?.emoji_id == null && reaction?.emoji_name == null
      ? {}
      : {
          default_reaction_emoji: { emoji_id: reaction.emoji_id ?? null, emoji_name: reaction.emoji_name ?? null }
        }),
    ...(order === 0 || order === 1 ? { default_sort_order: order } : {}),
    ...(known === undefined ? {} : { default_forum_layout: known }),
    ...(setting === undefined ? {} : { default_tag_setting: setting })
  }
}

const tagOf = ({ id, name, moderated, emoji_id, emoji_name }: TagDraft): ForumTag => ({
  id: id ?? "",
  name: name ?? "",
  moderated: moderated ?? defaults.forum_tag.moderated,
  emoji_id: emoji_id ?? null,
  emoji_name: emoji_name ?? null
})
