/** Reactions to a message. Source: official OpenAPI document, `MessageReactionResponse`, `Create Reaction`. */
import { reaction } from "../base/Limits.ts"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import { isUnicodeEmoji } from "../base/UnicodeEmoji.ts"
import type { Emoji } from "../record/World.ts"
import type { MessageObject, MessageRecord, ReactionEmoji, StoredReaction } from "./Message.ts"

/** The emoji in a path; undefined if the path has no valid one. */
export const emojiOf = (name: string): ReactionEmoji | undefined => {
  const [, called, id] = /^(?:a:)?(\w{1,32}):(\d{1,20})$/.exec(name) ?? []
  if (called !== undefined && isSnowflake(id)) return { id, name: called }
  return isUnicodeEmoji(name) ? { id: null, name } : undefined
}

/** Custom emoji are equal by id, whatever the name; others ignore the variation selector for colors. */
export const isSame = (a: ReactionEmoji, b: ReactionEmoji): boolean =>
  a.id === null ? b.id === null && bare(a.name) === bare(b.name) : a.id === b.id

const bare = (name: string): string => name.replaceAll("\ufe0f", "")

/** The emoji as the message shows it already. Everybody may add such a one. */
export const shownIn = ({ reactions = [] }: MessageRecord, emoji: ReactionEmoji): ReactionEmoji | undefined =>
  reactions.find((one) => isSame(one.emoji, emoji))?.emoji

/** A custom emoji as reactions show it. */
export const reactionEmoji = ({ id, name, animated }: Pick<Emoji, "id" | "name" | "animated">): ReactionEmoji => ({
  id,
  name,
  ...(animated ? { animated } : {})
})

/**
 * Whether somebody may react with a custom emoji of a guild. `held`: the roles that they have in that guild; undefined for
 * somebody who is no member of it. Our choice: docs/choices.md "Emojis".
 */
export const mayUse = (
  { available = true, roles }: Pick<Emoji, "available" | "roles">,
  held: ReadonlyArray<Snowflake> | undefined
): boolean => available && held !== undefined && (roles.length === 0 || roles.some((role) => held.includes(role)))

/** The users with this reaction, oldest first. */
export const usersOf = (record: MessageRecord, emoji: ReactionEmoji): ReadonlyArray<Snowflake> =>
  record.reactions?.find((one) => isSame(one.emoji, emoji))?.user_ids ?? []

/** True if a new emoji would exceed the maximum of distinct emoji. */
export const isFull = ({ reactions = [] }: MessageRecord, emoji: ReactionEmoji): boolean =>
  reactions.length >= reaction.emojis && !reactions.some((one) => isSame(one.emoji, emoji))

/** Adds the user's reaction and drops counts without users. Our choice: docs/choices.md "World file". */
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

/** Removes the user's reaction; without `userId`, every user's reaction with this emoji. */
export const removed = (record: MessageRecord, emoji?: ReactionEmoji, userId?: Snowflake): MessageRecord => {
  const { reactions = [], ...rest } = record
  const left = reactions.flatMap((one): ReadonlyArray<StoredReaction> => {
    if (emoji !== undefined && !isSame(one.emoji, emoji)) return [one]
    const user_ids = userId === undefined ? [] : one.user_ids.filter((id) => id !== userId)
    return user_ids.length === 0 ? [] : [{ ...one, user_ids }]
  })
  return left.length === 0 ? rest : { ...rest, reactions: left }
}

/** The `reactions` field as this user sees it; absent if there are none. */
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
