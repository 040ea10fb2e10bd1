/**
 * Invites lobby members to the guild of the linked channel. A code is returned and not stored, and this service accepts
 * none: the tester adds the user to the guild over the control plane. Sources: wire-rest.md §6.1; the platform's
 * documentation of linked channels. Our choice: docs/choices.md "Lobbies".
 */

import { lobby as limits } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { UnknownChannel, UnknownMember } from "@backlot/domain/error/ServiceError"
import { type Application, isDirect } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { commit } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import type { LobbyPerson } from "./LobbyEntry.ts"
import * as LobbyStore from "./LobbyStore.ts"

/** For any member, whatever their flags. Fails with 10003 without a linked channel. */
export const create = Effect.fn("LobbyInvites.create")(function* (
  { application, user_id }: LobbyPerson,
  lobbyId: Snowflake
) {
  const code = yield* (yield* Secrets).alphanumeric(limits.inviteCodeLength)
  return yield* commit(function* () {
    const guild_id = yield* guildOf(application, lobbyId, user_id)
    const data = { application_id: application.id, lobby_id: lobbyId, guild_id, user_id, code }
    return { value: { code }, events: [{ type: "lobby_invite.created", data }] }
  })
})

const guildOf = Effect.fnUntraced(function* (application: Application, lobbyId: Snowflake, userId: Snowflake) {
  const { linked_channel_id } = yield* LobbyStore.require(application.id, lobbyId)
  if ((yield* LobbyStore.memberOf(lobbyId, userId)) === undefined) return yield* new UnknownMember()
  const channel = linked_channel_id === undefined ? undefined : yield* Collections.channels.get(linked_channel_id)
  return channel === undefined || isDirect(channel) ? yield* new UnknownChannel() : channel.guild_id
})
