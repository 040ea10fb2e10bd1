/**
 * The guild channel that a lobby is linked to, at most one. The link ends when the channel or lobby is deleted, or when
 * a member with the right unlinks. A channel that becomes age-restricted later stays linked. Source: wire-rest.md §6.3;
 * the platform's documentation of linked channels. Our choice: docs/choices.md "Lobbies".
 */

import { formatTime } from "@backlot/domain/base/IsoTime"
import { guild } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { expiryOf, termsOf } from "@backlot/domain/guild/Invite"
import * as Event from "@backlot/domain/lobby/LobbyEvent"
import * as Link from "@backlot/domain/lobby/LobbyLink"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { type Application, isDirect } from "@backlot/domain/record/World"
import { ELEMENTS } from "@backlot/domain/world/element/Elements"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { guildChannel } from "../access/ChannelObjects.ts"
import { commit, type NewEvent } from "../event/EventLog.ts"
import { linkedTo } from "../message/PlainMessages.ts"
import * as Speaker from "../message/Speaker.ts"
import { Deadlines } from "../store/Deadlines.ts"
import * as KeptInvites from "../store/KeptInvites.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import { admitted, type LobbyCaller, type LobbyPerson } from "./LobbyEntry.ts"
import * as LobbyStore from "./LobbyStore.ts"

/** Fails when the caller may not link. This error comes before faults of the body (decision 24). */
export const admit = operation("LobbyLinks.admit", (caller: LobbyCaller, lobbyId: Snowflake) =>
  inTransaction(() => linking(caller, lobbyId))
)

/** Links the channel of the body, replacing any other; without one unlinks. Gives the lobby. */
export const edit = operation(
  "LobbyLinks.edit",
  Effect.fnUntraced(function* (caller: LobbyCaller, lobbyId: Snowflake, sent: unknown) {
    const channelId = yield* Effect.fromResult(Link.decodeLink(sent))
    return yield* commit(function* () {
      const lobby = yield* linking(caller, lobbyId)
      if (channelId !== null) yield* requireLinkable(caller, lobby, channelId)
      const record = Link.linkedTo(lobby, channelId)
      const changed = record.linked_channel_id !== lobby.linked_channel_id
      if (changed) yield* LobbyStore.putRecord(record, lobby)
      return { value: yield* LobbyStore.lobbyObject(record), events: changed ? [Event.updated(record)] : [] }
    })
  })
)

/** For a member with the flag CanLinkLobby, or the bot of the application that created the lobby. */
const linking = function* (caller: LobbyCaller, lobbyId: Snowflake) {
  const { lobby, member } = yield* admitted(caller, lobbyId)
  if (member !== undefined && (member.flags & CAN_LINK_LOBBY) === 0)
    return yield* new ServiceError.MissingPermissions({ because: "the member lacks the flag CanLinkLobby" })
  return lobby
}

const CAN_LINK_LOBBY = 1 << 0

/** Uses the permissions of the member in the channel, or of the bot. */
const requireLinkable = function* (caller: LobbyCaller, lobby: LobbyRecord, channelId: Snowflake) {
  yield* Link.judgeLobby(lobby)
  const speaker = yield* speakerIn(caller, channelId)
  const { channel } = speaker
  if (isDirect(channel)) return yield* new ServiceError.WrongChannelType()
  yield* Speaker.require(speaker, ...Link.NEEDED)
  yield* Link.judgeChannel(lobby.id, channel, yield* linkedTo(channelId))
}

const speakerIn = function* ({ application, user_id }: LobbyCaller, channel_id: Snowflake) {
  if (user_id === null) return yield* Speaker.ofBot({ application, channel_id })
  return yield* Body.mapFailure(Speaker.ofUser({ user_id, channel_id }), (failure) => {
    if (failure._tag === "UnknownMember")
      return new ServiceError.MissingAccess({ because: "the user is no member of the channel's guild" })
    return failure._tag === "UnknownUser" ? new ServiceError.UnknownChannel() : failure
  })
}

/**
 * An invite for any member alone, whatever their flags; the same again until it is used or expires. Fails with 10003
 * without a linked channel.
 */
export const invite = operation(
  "LobbyLinks.invite",
  Effect.fnUntraced(function* ({ application, user_id }: LobbyPerson, lobbyId: Snowflake) {
    const fresh = yield* (yield* Secrets).alphanumeric(guild.invites.codeLength)
    const made = yield* commit(function* (now) {
      const channel = yield* linkedChannel(application, lobbyId, user_id)
      const { id: channel_id, guild_id } = channel
      const given = {
        ...{ code: fresh, guild_id, channel_id, inviter_id: application.bot.id, uses: 0, max_uses: 1 },
        ...{ max_age: guild.invites.usualAgeSeconds, temporary: false, created_at: formatTime(now) },
        target_user_ids: [user_id]
      }
      const alike = yield* KeptInvites.alikeIn(channel_id, termsOf(given), now)
      const { code } = alike ?? given
      const events: Array<NewEvent> = []
      if (alike === undefined) {
        yield* KeptInvites.requireRoom(guild_id)
        yield* KeptInvites.put(given)
        events.push({ type: "invite.created", data: ELEMENTS.invites.event(given) })
      }
      const data = { application_id: application.id, lobby_id: lobbyId, guild_id, user_id, code }
      return { value: alike ?? given, events: [...events, { type: "lobby_invite.created", data }] }
    })
    yield* (yield* Deadlines).wakeBefore(expiryOf(made) ?? Number.POSITIVE_INFINITY)
    return { code: made.code }
  })
)

const linkedChannel = function* (application: Application, lobbyId: Snowflake, userId: Snowflake) {
  const { linked_channel_id } = yield* LobbyStore.require(application.id, lobbyId)
  if ((yield* LobbyStore.memberOf(lobbyId, userId)) === undefined) return yield* new ServiceError.UnknownMember()
  const channel = linked_channel_id === undefined ? undefined : yield* guildChannel(linked_channel_id)
  return channel ?? (yield* new ServiceError.UnknownChannel())
}
