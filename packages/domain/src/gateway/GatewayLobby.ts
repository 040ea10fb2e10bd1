/** Data for client sessions. Source: wire-rest.md §6.3 (unverified). Our choice: docs/choices.md "Gateway". */
import { flagFields } from "../application/ApplicationFlag.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { selfObject, userObject } from "../guild/UserWire.ts"
import type { LobbyObject } from "../lobby/LobbyWire.ts"
import type { Application, LobbyMember, User } from "../record/World.ts"

/** The user takes the place of its id and need not be requested. Our choice: docs/choices.md "Gateway". */
export const memberData = ({ id: _, ...member }: LobbyMember, user: UserObject, connected: boolean) => ({
  user,
  ...member,
  connected
})

export type MemberData = ReturnType<typeof memberData>

/** Lobbies have no voice and no region here. */
export const lobbyData = (lobby: LobbyObject, members: ReadonlyArray<MemberData>) => ({
  ...lobby,
  members,
  voice_states: [],
  region: null
})

export type LobbyData = ReturnType<typeof lobbyData>

/** `lobbies` are the user's, in the form of LOBBY_CREATE. Our choice: docs/choices.md "Gateway". */
export const clientReadyData = (
  application: Application,
  user: User,
  { lobbies, email }: { readonly lobbies: ReadonlyArray<LobbyData>; readonly email: boolean }
) => ({
  user: selfObject(userObject(user), { flags: user.flags, locale: user.locale, email, address: user.email ?? null }),
  guilds: [],
  application: { id: application.id, ...flagFields(application) },
  lobbies,
  private_channels: [],
  session_type: "normal",
  _trace: [],
  user_settings: {},
  relationships: [],
  presences: []
})
