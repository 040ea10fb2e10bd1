/**
 * Lobbies as they are stored: a lobby stands without its members, so that a change of one of them costs the same in
 * every lobby.
 */
import type { Snowflake } from "../base/Snowflake.ts"
import type { Lobby, LobbyMember } from "./World.ts"

/** A lobby without its members. */
export interface LobbyRecord extends Omit<Lobby, "members" | "idle_expires_at"> {
  readonly member_count: number
  /** How many of them are connected. */
  readonly connected_count: number
  /** When it ends, in milliseconds of the service clock; null while a member is connected. */
  readonly idle_due_ms: number | null
}

export interface LobbyMembership extends LobbyMember {
  readonly lobby_id: Snowflake
  readonly application_id: Snowflake
  /** Absent means not. */
  readonly connected?: true
  /** What holds the connection, each once; absent means nothing does. */
  readonly connected_by?: ReadonlyArray<string>
}
