/** Messages in full, and censored for bots without MESSAGE_CONTENT. Source: wire-interactions.md §3.6, §3.9. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { withReferenced } from "../message/DisplayedMessage.ts"
import type { MessageObject } from "../message/Message.ts"
import { censored, isOpenTo } from "../message/MessageCensor.ts"
import type { Application } from "../record/World.ts"

export interface Around {
  /** Null in direct messages. */
  readonly guild_id: Snowflake | null
  readonly channel_type: number
  /** A user's member object without the user; undefined in direct messages. */
  readonly memberOf: (userId: Snowflake) => object | undefined
  readonly referenced: MessageObject | undefined
}

export const messageData = (message: MessageObject, { guild_id, channel_type, memberOf, referenced }: Around) => {
  const member = memberOf(message.author.id)
  const mentions = message.mentions.map((user) => {
    const mentioned = memberOf(user.id)
    return mentioned === undefined ? user : { ...user, member: mentioned }
  })
  return {
    ...withReferenced(message, referenced),
    mentions,
    channel_type,
    ...(guild_id === null ? {} : { guild_id }),
    ...(member === undefined ? {} : { member })
  }
}

export type MessageData = ReturnType<typeof messageData>

/**
 * The censored message for an application without the intent; undefined when it sees everything. The referenced message
 * is judged separately. Equal answers are the same object, so that each is encoded once.
 */
export const censoring = (
  data: MessageData,
  guildId: Snowflake | null
): ((reader: Pick<Application, "id" | "bot">) => object | undefined) => {
  const replied = data.referenced_message ?? undefined
  const made = new Map<string, object>()
  return (reader) => {
    const hidden = {
      own: !isOpenTo(data, reader, guildId),
      replied: replied !== undefined && !isOpenTo(replied, reader, guildId)
    }
    if (!hidden.own && !hidden.replied) return undefined
    const key = `${hidden.own} ${hidden.replied}`
    const shown = made.get(key) ?? {
      ...(hidden.own ? censored(data) : data),
      ...(hidden.replied && replied !== undefined ? { referenced_message: censored(replied) } : {})
    }
    made.set(key, shown)
    return shown
  }
}

export const peopleOf = ({ author, mentions }: MessageObject): ReadonlyArray<Snowflake> => [
  author.id,
  ...mentions.map(({ id }: UserObject) => id)
]
