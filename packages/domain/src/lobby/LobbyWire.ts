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
  { id, application_id, metadata, flags, override_event_webhooks_url }: Omit<Lobby, "members" | "idle_timeout_seconds">,
  members: ReadonlyArray<LobbyMember>,
  linkedChannel?: object
) => ({
  id,
  application_id,
  metadata,
  members: members.map(memberObject),
  ...(linkedChannel === undefined ? {} : { linked_channel: linkedChannel }),
  flags,
  ...(override_event_webhooks_url === undefined ? {} : { override_event_webhooks_url })
})

export type LobbyObject = ReturnType<typeof lobbyObject>
