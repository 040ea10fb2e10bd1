/**
 * What bodies of channels have of forums. Source: official OpenAPI document, `CreateGuildChannelRequest`,
 * `UpdateThreadTagRequest`, `CreateForumThreadRequest`.
 */
import { Schema } from "effect"
import { guild as limits } from "../base/Limits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { forum } from "../base/ThreadLimits.ts"
import { type ElementBody, said } from "../element/ElementBody.ts"
import { type FileElement, isElement } from "../element/WorldTarget.ts"
import { TAG_SETTINGS } from "../record/ForumRecord.ts"
import type { ForumTag } from "../record/World.ts"
import { Bool, field, Id, Int, list, needed, Text } from "../validation/Shape.ts"
import { atMost, described, oneOf, text, whole } from "../validation/ShapeLimits.ts"

const emoji = { emoji_id: field(Id), emoji_name: field(text(0, forum.emojiNameMax)) }

const Tag = Schema.Struct({
  id: field(described(Id, "Of a tag that the channel has; others are new.")),
  name: needed(text(0, forum.tagNameMax)),
  moderated: field(Bool),
  ...emoji
}).annotate({ identifier: "ForumTagBody" })

const Reaction = Schema.Struct(emoji).annotate({ identifier: "DefaultReactionEmojiBody" })

const ofForums = "Of forum and media channels."

/** Ignored on other channels, but for the slow mode. */
export const forumFields = {
  available_tags: field(described(atMost(list(Tag), forum.tags), ofForums)),
  default_reaction_emoji: field(described(Reaction, ofForums)),
  default_sort_order: field(described(oneOf(Int, [0, 1]), ofForums)),
  default_forum_layout: field(described(oneOf(Int, [0, 1, 2]), ofForums)),
  default_tag_setting: field(described(oneOf(Text, TAG_SETTINGS), ofForums)),
  default_thread_rate_limit_per_user: field(whole(0, limits.slowmodeMaxSeconds)),
  flags: field(described(Int, "Of forum and media channels, and of their posts."))
}

export const appliedTags = field(described(atMost(list(Id), forum.appliedTags), "Of posts."))

type Sent = { readonly [Name in keyof typeof forumFields]?: unknown }

/** The fields that a channel of this kind keeps. */
export const keptOf = (sent: Sent, isForum: boolean): FileElement => {
  const { default_thread_rate_limit_per_user, ...others } = sent
  return said({ default_thread_rate_limit_per_user, ...(isForum ? others : {}) })
}

/** The most tags that a body can need ids for. */
export const newTags = (sent: unknown): number => {
  const tags: unknown = isElement(sent) ? sent["available_tags"] : undefined
  return Array.isArray(tags) ? Math.min(tags.length, forum.tags) : 0
}

/** The tags with ids: those that the channel has keep theirs. An empty name of an emoji is none. */
export const tagged = (
  read: ElementBody,
  known: ReadonlyArray<ForumTag>,
  ids: ReadonlyArray<Snowflake>
): ElementBody => {
  const { available_tags: sent } = read.body
  if (!Array.isArray(sent)) return read
  const available_tags = sent.map((tag: FileElement, i) =>
    said({
      ...tag,
      id: known.some(({ id }) => id === tag["id"]) ? tag["id"] : (ids[i] ?? "0"),
      emoji_name: tag["emoji_name"] === "" ? null : tag["emoji_name"]
    })
  )
  return { ...read, body: { ...read.body, available_tags } }
}

/** Whether two tags of a body have one name. */
export const hasTwins = ({ available_tags: tags }: FileElement): boolean => {
  const names = Array.isArray(tags) ? tags.map((tag: FileElement) => tag["name"]) : []
  return new Set(names).size < names.length
}

/** A post of a person, who may call tags by their names. */
export const namedTags = (sent: unknown, known: ReadonlyArray<ForumTag>): unknown => {
  const tags = isElement(sent) ? sent["applied_tags"] : undefined
  if (!isElement(sent) || !Array.isArray(tags)) return sent
  const idOf = (tag: unknown) => (known.some(({ id }) => id === tag) ? tag : known.find(({ name }) => name === tag)?.id)
  return { ...sent, applied_tags: tags.map((tag) => idOf(tag) ?? tag) }
}

/** A new post: the message is judged as any other. */
export const NewPost = {
  applied_tags: appliedTags,
  message: field(described(Schema.Unknown, "Of posts in forum and media channels, which need one."))
}
