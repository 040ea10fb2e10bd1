/** Source: wire-rest.md §6.2; official OpenAPI document, `LobbyResponse`, `LobbyMemberResponse`. */
import type { Lobby, LobbyMember } from "../record/World.ts"

/** Only the fields of `LobbyMember`. */
export const memberObject = ({ id, metadata, flags, additional_name }: LobbyMember): LobbyMember => ({
  id,
  metadata,
  flags,
  ...(additional_name === undefined ? {} : { additional_name })
})

/** `linkedChannel` is the object of the linked channel, if any. */
export const lobbyObject = (
  lobby: Pick<Lobby, "id" | "application_id" | "metadata" | "flags" | "override_event_webhooks_url">,
  members: ReadonlyArray<LobbyMember>,
  linkedChannel?: object
) => ({
  id: lobby.id,
  application_id: lobby.application_id,
  metadata: lobby.metadata,
  members: members.map(memberObject),
  ...(linkedChannel === undefined ? {} : { linked_channel: linkedChannel }),
  flags: lobby.flags,
  ...(lobby.override_event_webhooks_url === undefined
    ? {}
    : { override_event_webhooks_url: lobby.override_event_webhooks_url })
})

export type LobbyObject = ReturnType<typeof lobbyObject>
