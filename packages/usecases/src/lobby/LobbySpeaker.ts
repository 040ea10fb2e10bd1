/**
 * Whoever speaks in a lobby: a member, or the application's bot. In the linked channel they need no permission there, nor
 * to be in its guild, as on the platform. Inside a transaction. Source: the platform's documentation of linked channels.
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
import { id } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"

interface InLobby {
  readonly lobby: LobbyRecord
  /** Undefined is the bot. */
  readonly member: LobbyMembership | undefined
}

/** Where a new message of the lobby stands: in the linked channel, else under the id of the lobby. */
export const placeOf = ({ id, linked_channel_id }: LobbyRecord): Snowflake => linked_channel_id ?? id

/** `placeId` is where the message stands, or will; `metadata` is what it brings. */
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

/** What is said in a lobby without a channel is told to its members alone, as in a group of users. */
const channelOf = Effect.fnUntraced(function* (lobby: LobbyRecord, placeId: Snowflake) {
  const group: Channel = { id: lobby.id, type: 3, recipients: [], name: null }
  return placeId === lobby.id ? group : ((yield* Collections.channels.get(id(placeId))) ?? group)
})

const authorOf = Effect.fnUntraced(function* (userId: Snowflake) {
  const user = yield* Collections.users.get(id(userId))
  return user === undefined ? yield* new UnknownUser() : userObject(user)
})

/** Members of a lobby say something, and rule nothing that others said. */
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
