/**
 * Reactions to a message: which emoji, by whom, and how a reader sees them. Source: official OpenAPI document,
 * `MessageReactionResponse`; the platform's documentation of `Create Reaction` (an emoji in a path is itself, or
 * `name:id`).
 */
import * as CodePoints from "../base/CodePoints.ts"
import { component, reaction } from "../base/Limits.ts"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import type { MessageObject, MessageRecord, ReactionEmoji, StoredReaction } from "./Message.ts"

/** The emoji that a path names; undefined when it names none. */
export const emojiOf = (name: string): ReactionEmoji | undefined => {
  const [, called, id] = /^(?:a:)?(\w{1,32}):(\d{1,20})$/.exec(name) ?? []
  if (called !== undefined && isSnowflake(id)) return { id, name: called }
  // Ours: one character, as people count them, that holds a pictograph is an emoji.
  const isOne =
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(name) && [...CHARACTERS.segment(name)].length === 1
  return isOne && CodePoints.count(name) <= component.emojiNameMax ? { id: null, name } : undefined
}

const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" })

/** A custom emoji is its id, whatever it is called; another is itself with or without the mark that asks for colors. */
export const isSame = (a: ReactionEmoji, b: ReactionEmoji): boolean =>
  a.id === null ? b.id === null && bare(a.name) === bare(b.name) : a.id === b.id

const bare = (name: string): string => name.replaceAll("\ufe0f", "")

/** Those who reacted so, in the order they came. */
export const usersOf = (record: MessageRecord, emoji: ReactionEmoji): ReadonlyArray<Snowflake> =>
  record.reactions?.find((one) => isSame(one.emoji, emoji))?.user_ids ?? []

/** True when one more kind of emoji is one too many. */
export const isFull = ({ reactions = [] }: MessageRecord, emoji: ReactionEmoji): boolean =>
  reactions.length >= reaction.emojis && !reactions.some((one) => isSame(one.emoji, emoji))

/** The message with the user's reaction. Counts without users, which a world may give, are over then (ours). */
export const added = (record: MessageRecord, emoji: ReactionEmoji, userId: Snowflake): MessageRecord => {
  const { reactions = [] } = record
  const { reactions: _, ...message }: MessageObject & { readonly reactions?: unknown } = record.message
  const known = reactions.some((one) => isSame(one.emoji, emoji))
  return {
    ...record,
    message,
    reactions: known
      ? reactions.map((one) => (isSame(one.emoji, emoji) ? { ...one, user_ids: [...one.user_ids, userId] } : one))
      : [...reactions, { emoji, user_ids: [userId] }]
  }
}

/** The message without the user's reaction; without `userId` without anyone's with this emoji. */
export const removed = (record: MessageRecord, emoji?: ReactionEmoji, userId?: Snowflake): MessageRecord => {
  const { reactions = [], ...rest } = record
  const left = reactions.flatMap((one): ReadonlyArray<StoredReaction> => {
    if (emoji !== undefined && !isSame(one.emoji, emoji)) return [one]
    const user_ids = userId === undefined ? [] : one.user_ids.filter((id) => id !== userId)
    return user_ids.length === 0 ? [] : [{ ...one, user_ids }]
  })
  return left.length === 0 ? rest : { ...rest, reactions: left }
}

/** `reactions` of the message as this user sees it; nothing while there are none. */
export const reactionsFor = ({ reactions = [] }: MessageRecord, userId: Snowflake) =>
  reactions.length === 0
    ? {}
    : {
        reactions: reactions.map(({ emoji, user_ids }) => ({
          emoji,
          count: user_ids.length,
          count_details: { burst: 0, normal: user_ids.length },
          burst_colors: [],
          me_burst: false,
          me: user_ids.includes(userId)
        }))
      }
