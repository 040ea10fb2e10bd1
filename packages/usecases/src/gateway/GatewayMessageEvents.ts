/** Message events in channels that a bot may view. Source: wire-interactions.md §3.6, §3.9. */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { botOf } from "@backlot/domain/gateway/GatewayGuild"
import { type Around, censoring, messageData, peopleOf } from "@backlot/domain/gateway/GatewayMessage"
import { memberDetails } from "@backlot/domain/guild/GuildObject"
import { unknownUser } from "@backlot/domain/guild/UserWire"
import type { MessageObject, MessageRecord } from "@backlot/domain/message/Message"
import { refers } from "@backlot/domain/message/ReferencedMessage"
import { Effect } from "effect"
import { completed } from "../message/MessageViews.ts"
import * as Collections from "../store/Collections.ts"
import { type Audience, audienceOf, type InChannel, type Intents, toBot, toChannel } from "./ChannelAudience.ts"
import { type Handler, type Handlers, type Hearing, needing, on } from "./GatewayAudience.ts"

interface OfMessage {
  readonly guild_id: Snowflake | null
  readonly record: MessageRecord
}

interface Bulk extends InChannel {
  readonly ids: ReadonlyArray<Snowflake>
}

const MESSAGES: Intents = ["GUILD_MESSAGES", "DIRECT_MESSAGES"]

/** The whole message, to each bot as it may see it. */
const whole = (t: string): Handler =>
  needing(
    MESSAGES,
    on<OfMessage>(
      Effect.fnUntraced(function* ({ guild_id, record }, hearing) {
        // An ephemeral message has no event; its own app has it as an answer. Our choice: docs/choices.md "Messages".
        if (record.visible_to !== null) return []
        const [{ message } = record] = yield* completed([record])
        const audience = yield* audienceOf({ guild_id, channel_id: record.channel_id }, peopleOf(message), hearing)
        if (audience === undefined) return []
        const d = messageData(message, yield* around(message, audience, hearing))
        const censoredFor = censoring(d, guild_id)
        const dispatchTo = toBot(audience, t, MESSAGES, d)
        return audience.bots.map((bot) => {
          const censored = censoredFor(bot)
          return censored === undefined ? dispatchTo(bot) : { ...dispatchTo(bot), censored }
        })
      })
    )
  )

export const HANDLERS: Handlers = {
  "message.created": whole("MESSAGE_CREATE"),
  "message.updated": whole("MESSAGE_UPDATE"),
  "message.deleted": needing(
    MESSAGES,
    on<OfMessage>(({ guild_id, record: { id, channel_id, visible_to } }, hearing) =>
      visible_to === null
        ? toChannel("MESSAGE_DELETE", MESSAGES, { guild_id, channel_id }, { id }, hearing)
        : Effect.succeed([])
    )
  ),
  "message.bulk_deleted": needing(
    MESSAGES,
    on<Bulk>(({ ids, ...place }, hearing) => toChannel("MESSAGE_DELETE_BULK", MESSAGES, place, { ids }, hearing))
  )
}

const around = Effect.fnUntraced(function* (message: MessageObject, audience: Audience, { now_ms }: Hearing) {
  const memberOf = (userId: Snowflake) => {
    const member = audience.members.get(userId)
    if (member === undefined) return undefined
    const { user: _, ...partial } = memberDetails(
      member,
      unknownUser(userId),
      now_ms,
      botOf(audience.installed, userId)
    )
    return partial
  }
  return {
    guild_id: audience.guild_id,
    channel_type: audience.channel.type,
    memberOf,
    referenced: yield* referencedBy(message)
  } satisfies Around
})

/** The message in its current state; undefined when it is gone or ephemeral. */
const referencedBy = Effect.fnUntraced(function* (message: MessageObject) {
  const id: unknown = message.message_reference?.message_id
  if (!refers(message) || !isSnowflake(id)) return undefined
  const found = yield* Collections.messages.get(message.channel_id, id)
  if (found === undefined || found.visible_to !== null) return undefined
  return (yield* completed([found]))[0]?.message
})
