/** Messages, typing, pins and reactions, in channels that a bot may view. Source: wire-interactions.md §3.6, §3.9. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { botOf } from "@backlot/domain/gateway/GatewayGuild"
import { type Around, censoring, messageData, peopleOf } from "@backlot/domain/gateway/GatewayMessage"
import { memberDetails } from "@backlot/domain/guild/GuildObject"
import { unknownUser } from "@backlot/domain/guild/UserWire"
import type { MessageObject, MessageRecord, ReactionEmoji } from "@backlot/domain/message/Message"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { threadsFrom } from "../access/ChannelObjects.ts"
import { completed, referencedBy } from "../message/MessageViews.ts"
import * as Plain from "../message/PlainMessages.ts"
import * as Audience from "./GatewayAudience.ts"

interface OfRecord {
  readonly guild_id: Snowflake | null
  readonly record: MessageRecord
}

interface Bulk extends Audience.InChannel {
  readonly ids: ReadonlyArray<Snowflake>
}

interface Typing extends Audience.InChannel {
  readonly user_id: Snowflake
  /** Milliseconds of the service clock. */
  readonly at: number
}

interface Pins extends Audience.InChannel {
  readonly last_pin_timestamp: string | null
}

interface OfMessage extends Audience.InChannel {
  readonly message_id: Snowflake
}

interface Voting extends OfMessage {
  readonly user_id: Snowflake
  readonly answer_id: number
}

interface OfEmoji extends OfMessage {
  readonly emoji: ReactionEmoji
}

interface Reacting extends OfEmoji {
  readonly user_id: Snowflake
  readonly message_author_id?: Snowflake
}

const MESSAGES: Audience.Intents = ["GUILD_MESSAGES", "DIRECT_MESSAGES"]
const TYPING: Audience.Intents = ["GUILD_MESSAGE_TYPING", "DIRECT_MESSAGE_TYPING"]
const PINS: Audience.Intents = ["GUILDS", "DIRECT_MESSAGES"]
const REACTIONS: Audience.Intents = ["GUILD_MESSAGE_REACTIONS", "DIRECT_MESSAGE_REACTIONS"]

const POLLS: Audience.Intents = ["GUILD_MESSAGE_POLLS", "DIRECT_MESSAGE_POLLS"]

const voteOf = ({ user_id, message_id, answer_id }: Voting) => ({ user_id, message_id, answer_id })

/** There are no super reactions. */
const NORMAL = { burst: false, type: 0 } as const

/** An event without users: fields of its data, and its place. */
const plain = <D extends Audience.InChannel>(
  t: string,
  intents: Audience.Intents,
  fieldsOf: (data: D) => object
): Audience.Handler =>
  Audience.on<D>((data, hearing) => Audience.toChannel(t, intents, data, fieldsOf(data), hearing), intents)

/** An event of a user, with the member that they are. */
const ofUser = <D extends Audience.InChannel & { readonly user_id: Snowflake }>(
  t: string,
  intents: Audience.Intents,
  describe: (data: D) => object
): Audience.Handler =>
  Audience.on<D>(function* (data, hearing) {
    const audience = yield* Audience.audienceOf(data, [data.user_id], hearing)
    if (audience === undefined) return []
    const member = yield* Audience.memberIn(audience, data.user_id, hearing)
    return Audience.toAudience(audience, t, intents, { ...describe(data), ...member })
  }, intents)

/** The whole message, to each bot as it may see it. */
const whole = (t: string): Audience.Handler =>
  Audience.on<OfRecord>(function* ({ guild_id, record }, hearing) {
    // An ephemeral message has no event; its own app has it as an answer. Our choice: docs/choices.md "Messages".
    if (record.visible_to !== null) return []
    const [{ message } = record] = yield* completed([record])
    const place = { guild_id, channel_id: record.channel_id }
    const audience = yield* Audience.audienceOf(place, peopleOf(message), hearing)
    if (audience === undefined) return []
    const started = (yield* threadsFrom([message])).get(message.id)
    const data = messageData(message, yield* around(message, audience, hearing))
    const dispatch = (d: typeof data & { readonly thread?: object }) => {
      const censoredFor = censoring(d, guild_id)
      const dispatchTo = Audience.toBot(audience, t, MESSAGES, d)
      return (bot: Application) => {
        const censored = censoredFor(bot)
        return censored === undefined ? dispatchTo(bot) : { ...dispatchTo(bot), censored }
      }
    }
    if (started === undefined) return audience.bots.map(dispatch(data))
    // Each bot that is in the thread has its member there.
    return audience.bots.map((bot) =>
      dispatch({ ...data, thread: { ...started.thread, ...started.memberOf(bot.bot.id) } })(bot)
    )
  }, MESSAGES)

export const HANDLERS: Audience.Handlers = {
  "message.created": whole("MESSAGE_CREATE"),
  "message.updated": whole("MESSAGE_UPDATE"),
  "message.deleted": Audience.on<OfRecord>(
    ({ guild_id, record: { id, channel_id, visible_to } }, hearing) =>
      visible_to === null
        ? Audience.toChannel("MESSAGE_DELETE", MESSAGES, { guild_id, channel_id }, { id }, hearing)
        : Body.succeed([]),
    MESSAGES
  ),
  "message.bulk_deleted": plain<Bulk>("MESSAGE_DELETE_BULK", MESSAGES, ({ ids }) => ({ ids })),
  "channel.pins_updated": plain<Pins>("CHANNEL_PINS_UPDATE", PINS, ({ last_pin_timestamp }) => ({
    last_pin_timestamp
  })),
  "typing.started": ofUser<Typing>("TYPING_START", TYPING, ({ user_id, at, ...place }) => ({
    ...Audience.placeOf(place),
    user_id,
    timestamp: Math.floor(at / 1000)
  })),
  "message.reaction_added": ofUser<Reacting>("MESSAGE_REACTION_ADD", REACTIONS, (data) => ({
    ...reactionOf(data),
    ...(data.message_author_id === undefined ? {} : { message_author_id: data.message_author_id }),
    ...NORMAL,
    ...Audience.placeOf(data)
  })),
  "message.reaction_removed": plain<Reacting>("MESSAGE_REACTION_REMOVE", REACTIONS, (data) => ({
    ...reactionOf(data),
    ...NORMAL
  })),
  "message.poll_vote_added": plain<Voting>("MESSAGE_POLL_VOTE_ADD", POLLS, voteOf),
  "message.poll_vote_removed": plain<Voting>("MESSAGE_POLL_VOTE_REMOVE", POLLS, voteOf),
  "message.reactions_cleared": plain<OfMessage>("MESSAGE_REACTION_REMOVE_ALL", REACTIONS, ({ message_id }) => ({
    message_id
  })),
  "message.reaction_emoji_cleared": plain<OfEmoji>(
    "MESSAGE_REACTION_REMOVE_EMOJI",
    REACTIONS,
    ({ message_id, emoji }) => ({ message_id, emoji })
  )
}

const reactionOf = ({ user_id, message_id, emoji }: Reacting) => ({ user_id, message_id, emoji })

const around = function* (message: MessageObject, audience: Audience.Audience, { now_ms }: Audience.Hearing) {
  const memberOf = (userId: Snowflake) => {
    const member = audience.members.get(userId)
    if (member === undefined) return undefined
    const bot = botOf(audience.installed, userId)
    const { user: _, ...partial } = memberDetails(member, unknownUser(userId), now_ms, bot)
    return partial
  }
  const to = referencedBy(message)
  return {
    guild_id: audience.guild_id,
    channel_type: audience.channel.type,
    memberOf,
    referenced: to && (yield* Plain.find(to.channel_id, to.message_id))?.message
  } satisfies Around
}
