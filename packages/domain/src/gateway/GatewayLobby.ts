/**
 * What client sessions are told: their READY, and lobbies with their members. Source: wire-rest.md §6.3, where all of it
 * is unverified; what it leaves open is ours.
 */
import { flagBits } from "../application/ApplicationFlag.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { selfObject, userObject } from "../guild/UserWire.ts"
import type { LobbyMemberObject, LobbyObject } from "../lobby/LobbyWire.ts"
import type { Application, User } from "../record/World.ts"

/** Ours: in the place of the id stands the whole user, so that a client need not ask who it is. */
export const memberData = ({ id: _, ...member }: LobbyMemberObject, user: UserObject, connected: boolean) => ({
  user,
  ...member,
  connected
})

export type MemberData = ReturnType<typeof memberData>

/** Nobody speaks in a lobby here, and none has a region. */
export const lobbyData = (lobby: LobbyObject, members: ReadonlyArray<MemberData>) => ({
  ...lobby,
  members,
  voice_states: [],
  region: null
})

export type LobbyData = ReturnType<typeof lobbyData>

/** READY but session_id, resume_gateway_url and v. Ours: `lobbies` are those that the user is in, each as LOBBY_CREATE has it. */
export const clientReadyData = (
  application: Application,
  user: User,
  { lobbies, email }: { readonly lobbies: ReadonlyArray<LobbyData>; readonly email: boolean }
) => ({
  user: selfObject(userObject(user), { locale: user.locale, email, address: user.email ?? null }),
  guilds: [],
  application: {
    id: application.id,
    flags: flagBits(application.flags),
    flags_new: String(flagBits(application.flags))
  },
  lobbies,
  private_channels: [],
  session_type: "normal",
  _trace: [],
  user_settings: {},
  relationships: [],
  presences: []
})
