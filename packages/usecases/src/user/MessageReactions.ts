/**
 * Reactions of bots, of users over the control plane, and removal of others' reactions by bots. Source: official
 * OpenAPI document; the platform's documentation of reactions (20 emoji; the first of a kind needs ADD_REACTIONS).
 */

import { reaction as limits } from "@backlot/domain/base/Limits"
import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { TooManyReactions, UnknownReactionEmoji } from "@backlot/domain/error/ServiceError"
import type { EventType } from "@backlot/domain/event/EventType"
import type { MessageRecord, ReactionEmoji } from "@backlot/domain/message/Message"
import * as Reaction from "@backlot/domain/message/Reaction"
import type * as Body from "@backlot/ports/Body"
import { Result } from "effect"
import { usersOf } from "../access/Accounts.ts"
import type { UserMessageAddress } from "../access/UserPlace.ts"
import { commit } from "../event/EventLog.ts"
import type { MessageAddress } from "../message/ChannelMessages.ts"
import * as KnownEmojis from "../message/KnownEmojis.ts"
import * as Plain from "../message/PlainMessages.ts"
import * as Speaker from "../message/Speaker.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { transacting } from "../store/Transact.ts"

/** An emoji in a path. */
interface Emoji {
  readonly emoji: string
}

interface ReactionAddress extends MessageAddress, Emoji {}

interface UserReaction extends UserMessageAddress, Emoji {}

interface UserPage {
  readonly limit: number
  readonly after?: Snowflake | undefined
}

/** Users with this reaction, by id. */
export const list = operation(
  "MessageReactions.list",
  transacting(function* (address: ReactionAddress, { limit, after }: UserPage) {
    yield* Speaker.require(yield* Speaker.ofBot(address), "READ_MESSAGE_HISTORY")
    const emoji = yield* emojiOf(address)
    const found = yield* Plain.get(address.channel_id, address.message_id)
    const ids = [...Reaction.usersOf(found, emoji)].sort(compare)
    return yield* usersOf(ids.filter((id) => after === undefined || compare(id, after) > 0).slice(0, limit))
  })
)

/** Adds the bot's reaction; no change if it exists. */
export const add = operation("MessageReactions.add", (address: ReactionAddress) =>
  change(() => Speaker.ofBot(address), address, adding(address))
)

/** Removes a reaction: the bot's own, or with MANAGE_MESSAGES another user's. */
export const remove = operation("MessageReactions.remove", (address: ReactionAddress, userId: Snowflake | "@me") =>
  change(
    () => Speaker.ofBot(address),
    address,
    function* (speaker, found) {
      const id = userId === "@me" ? speaker.author.id : userId
      if (id !== speaker.author.id) yield* Speaker.requireModerator(speaker)
      return yield* removing(address, id)(speaker, found)
    }
  )
)

/** Adds a user's reaction over the control plane, with the same rights as for a bot. */
export const addOfUser = operation("MessageReactions.addOfUser", (address: UserReaction) =>
  change(() => Speaker.ofUser(address), address, adding(address))
)

/** Removes a user's own reaction. */
export const removeOfUser = operation("MessageReactions.removeOfUser", (address: UserReaction) =>
  change(() => Speaker.ofUser(address), address, removing(address, address.user_id))
)

/** Removes all reactions, or all with one emoji. */
export const clear = operation("MessageReactions.clear", (address: MessageAddress & Partial<Emoji>) =>
  change(
    () => Speaker.ofBot(address),
    address,
    function* (speaker, found) {
      yield* Speaker.requireModerator(speaker)
      const given = address.emoji === undefined ? undefined : yield* emojiOf({ emoji: address.emoji })
      const emoji = given && (Reaction.shownIn(found, given) ?? given)
      const after = Reaction.removed(found, emoji)
      if ((after.reactions ?? []).length === (found.reactions ?? []).length) return undefined
      return emoji === undefined
        ? { after, type: "message.reactions_cleared" }
        : { after, type: "message.reaction_emoji_cleared", data: { emoji } }
    }
  )
)

/** The changed message, and its event; `data` comes beside the place of the message. */
interface Change {
  readonly after: MessageRecord
  readonly type: EventType
  readonly data?: object
}

/** Undefined changes nothing. */
type Decide<Y> = (speaker: Speaker.Speaker, found: MessageRecord) => Iterable<Y, Change | undefined, unknown>

const adding = (named: Emoji) =>
  function* (speaker: Speaker.Speaker, found: MessageRecord) {
    const given = yield* emojiOf(named)
    yield* Speaker.require(speaker, "READ_MESSAGE_HISTORY")
    const emoji = Reaction.shownIn(found, given) ?? (yield* usable(speaker, given))
    const there = Reaction.usersOf(found, emoji)
    if (there.length === 0) yield* Speaker.require(speaker, "ADD_REACTIONS")
    if (Reaction.isFull(found, emoji)) return yield* new TooManyReactions({ max: limits.emojis })
    const { id } = speaker.author
    if (there.includes(id)) return undefined
    const data = { user_id: id, emoji, message_author_id: found.message.author.id }
    return { after: Reaction.added(found, emoji, id), type: "message.reaction_added", data } satisfies Change
  }

/** An emoji that is not shown yet. Fails with 10014 where the speaker may not use it. */
export const usable = function* (speaker: Speaker.Speaker, { id, name }: ReactionEmoji) {
  if (id === null) return { id, name }
  const emoji = yield* KnownEmojis.usable(speaker.author.id, id)
  if (emoji === undefined) return yield* new UnknownReactionEmoji()
  const isExternal = "guild_id" in emoji && speaker.guild_id !== null && speaker.guild_id !== emoji.guild_id
  if (isExternal) yield* Speaker.require(speaker, "USE_EXTERNAL_EMOJIS")
  return Reaction.reactionEmoji(emoji)
}

const removing = (named: Emoji, id: Snowflake) =>
  function* (_speaker: Speaker.Speaker, found: MessageRecord) {
    const given = yield* emojiOf(named)
    if (!Reaction.usersOf(found, given).includes(id)) return undefined
    const emoji = Reaction.shownIn(found, given) ?? given
    const data = { user_id: id, emoji }
    return { after: Reaction.removed(found, emoji, id), type: "message.reaction_removed", data } satisfies Change
  }

/** `enter` loads the speaker who reacts, inside the transaction. */
const change = <Y extends Body.Step, Y2 extends Body.Step>(
  enter: Speaker.Entering<Y>,
  { channel_id, message_id }: Pick<MessageAddress, "channel_id" | "message_id">,
  decide: Decide<Y2>
) =>
  commit(function* () {
    const speaker = yield* enter()
    const found = yield* Plain.get(channel_id, message_id)
    yield* Speaker.requireAwake(speaker)
    const decided = yield* decide(speaker, found)
    if (decided === undefined) return { value: undefined, events: [] }
    yield* Retention.putMessage(decided.after)
    const data = { channel_id: speaker.channel.id, guild_id: speaker.guild_id, message_id: found.id, ...decided.data }
    return { value: undefined, events: [{ type: decided.type, data }] }
  })

const emojiOf = ({ emoji }: Emoji): Result.Result<ReactionEmoji, UnknownReactionEmoji> => {
  const known = Reaction.emojiOf(emoji)
  return known === undefined ? Result.fail(new UnknownReactionEmoji()) : Result.succeed(known)
}
