/**
 * Messages as gateway dispatches carry them, whole and as a bot without the MESSAGE_CONTENT intent sees them.
 * Source: wire-interactions.md §3.6, §3.9.
 */

import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import type { MessageObject } from "../message/Message.ts"
import { censored, isOpenTo } from "../message/MessageCensor.ts"
import { withReferenced } from "../message/ReferencedMessage.ts"
import type { Application } from "../record/World.ts"

/** Where a message stands, and who is in it. */
export interface Around {
  /** Null in direct messages. */
  readonly guild_id: Snowflake | null
  readonly channel_type: number
  /** The member that a user is, without the user; nobody is one in direct messages. */
  readonly memberOf: (userId: Snowflake) => object | undefined
  /** What a reply replies to, as it is by now. */
  readonly referenced: MessageObject | undefined
}

/** The data of MESSAGE_CREATE and MESSAGE_UPDATE. */
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
 * What an application without the intent sees of a message: undefined when it sees all. What the message replies to is
 * judged by itself. Equal answers are the same object, so that each is encoded once.
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

/** The users whose membership a message shows. */
export const peopleOf = ({ author, mentions }: MessageObject): ReadonlyArray<Snowflake> => [
  author.id,
  ...mentions.map(({ id }: UserObject) => id)
]
