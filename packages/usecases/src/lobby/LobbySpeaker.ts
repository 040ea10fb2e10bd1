/**
 * The speaker in a lobby: a member, or the application's bot. In the linked channel they need no permission and no
 * membership of its guild, as on the platform. Inside a transaction. Source: the platform's documentation of linked
 * channels.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownUser } from "@backlot/domain/error/ServiceError"
import { botObject, userObject } from "@backlot/domain/guild/UserWire"
import type { LobbyPart } from "@backlot/domain/message/Message"
import type { PermissionName } from "@backlot/domain/permission/Permission"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { type Application, type Channel, isDirect } from "@backlot/domain/record/World"
import { Effect } from "effect"
import type { Speaker } from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"

interface InLobby {
  readonly lobby: LobbyRecord
  /** Undefined for the bot. */
  readonly member: LobbyMembership | undefined
}

/** The channel id of a new message of the lobby: the linked channel, or else the id of the lobby. */
export const placeOf = ({ id, linked_channel_id }: LobbyRecord): Snowflake => linked_channel_id ?? id

/** `placeId` is the channel id of the message; `metadata` comes with it. */
export const speaker = Effect.fnUntraced(function* (
  application: Application,
  { lobby, member }: InLobby,
  placeId: Snowflake,
  metadata?: LobbyPart["metadata"]
) {
  const channel = yield* channelOf(lobby, placeId)
  const additional_name = member?.additional_name
  const part: LobbyPart = {
    id: lobby.id,
    ...(metadata === undefined ? {} : { metadata }),
    ...(additional_name === undefined ? {} : { additional_name })
  }
  return {
    author: member === undefined ? botObject(application) : yield* authorOf(member.id),
    channel,
    guild_id: isDirect(channel) ? null : channel.guild_id,
    lobby: { record: lobby, part },
    may: (name) => MAY.has(name)
  } satisfies Speaker
})

/** Only the members receive messages of a lobby without a channel, as in a group channel. */
const channelOf = Effect.fnUntraced(function* (lobby: LobbyRecord, placeId: Snowflake) {
  const group: Channel = { id: lobby.id, type: 3, recipients: [], name: null }
  return placeId === lobby.id ? group : ((yield* Collections.channels.get(placeId)) ?? group)
})

const authorOf = Effect.fnUntraced(function* (userId: Snowflake) {
  const user = yield* Collections.users.get(userId)
  return user === undefined ? yield* new UnknownUser() : userObject(user)
})

/** Members of a lobby may send messages, and cannot moderate others. */
const MAY: ReadonlySet<PermissionName> = new Set([
  "VIEW_CHANNEL",
  "READ_MESSAGE_HISTORY",
  "SEND_MESSAGES",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "SEND_TTS_MESSAGES",
  "SEND_VOICE_MESSAGES",
  "SEND_POLLS"
])
