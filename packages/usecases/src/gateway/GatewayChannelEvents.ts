/** What people do in channels, for bots: typing, pins and reactions. Source: wire-interactions.md §3.9. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ReactionEmoji } from "@backlot/domain/message/Message"
import { Effect } from "effect"
import {
  audienceOf,
  type InChannel,
  type Intents,
  memberIn,
  placeOf,
  toAudience,
  toChannel
} from "./ChannelAudience.ts"
import { type Handlers, needing, on } from "./GatewayAudience.ts"

interface Typing extends InChannel {
  readonly user_id: Snowflake
  /** Milliseconds of the service clock. */
  readonly at: number
}

interface Pins extends InChannel {
  readonly last_pin_timestamp: string | null
}

interface OfMessage extends InChannel {
  readonly message_id: Snowflake
}

interface OfEmoji extends OfMessage {
  readonly emoji: ReactionEmoji
}

interface Reacting extends OfEmoji {
  readonly user_id: Snowflake
  readonly message_author_id?: Snowflake
}

const TYPING: Intents = ["GUILD_MESSAGE_TYPING", "DIRECT_MESSAGE_TYPING"]
const PINS: Intents = ["GUILDS", "DIRECT_MESSAGES"]
const REACTIONS: Intents = ["GUILD_MESSAGE_REACTIONS", "DIRECT_MESSAGE_REACTIONS"]

/** There are no super reactions. */
const NORMAL = { burst: false, type: 0 } as const

export const HANDLERS: Handlers = {
  "channel.pins_updated": on<Pins>(({ last_pin_timestamp, ...place }, hearing) =>
    toChannel("CHANNEL_PINS_UPDATE", PINS, place, { last_pin_timestamp }, hearing)
  ),
  "typing.started": needing(
    TYPING,
    on<Typing>(
      Effect.fnUntraced(function* ({ user_id, at, ...place }, hearing) {
        const audience = yield* audienceOf(place, [user_id], hearing)
        if (audience === undefined) return []
        const member = yield* memberIn(audience, user_id, hearing)
        const d = { ...placeOf(place), user_id, timestamp: Math.floor(at / 1000), ...member }
        return toAudience(audience, "TYPING_START", TYPING, d)
      })
    )
  ),
  "message.reaction_added": needing(
    REACTIONS,
    on<Reacting>(
      Effect.fnUntraced(function* ({ user_id, message_id, emoji, message_author_id, ...place }, hearing) {
        const audience = yield* audienceOf(place, [user_id], hearing)
        if (audience === undefined) return []
        const member = yield* memberIn(audience, user_id, hearing)
        const author = message_author_id === undefined ? {} : { message_author_id }
        const d = { user_id, message_id, emoji, ...author, ...NORMAL, ...placeOf(place), ...member }
        return toAudience(audience, "MESSAGE_REACTION_ADD", REACTIONS, d)
      })
    )
  ),
  "message.reaction_removed": needing(
    REACTIONS,
    on<Reacting>(({ user_id, message_id, emoji, message_author_id: _, ...place }, hearing) =>
      toChannel("MESSAGE_REACTION_REMOVE", REACTIONS, place, { user_id, message_id, emoji, ...NORMAL }, hearing)
    )
  ),
  "message.reactions_cleared": needing(
    REACTIONS,
    on<OfMessage>(({ message_id, ...place }, hearing) =>
      toChannel("MESSAGE_REACTION_REMOVE_ALL", REACTIONS, place, { message_id }, hearing)
    )
  ),
  "message.reaction_emoji_cleared": needing(
    REACTIONS,
    on<OfEmoji>(({ message_id, emoji, ...place }, hearing) =>
      toChannel("MESSAGE_REACTION_REMOVE_EMOJI", REACTIONS, place, { message_id, emoji }, hearing)
    )
  )
}
