/**
 * Lobbies as stored. Members are separate records, so that changing one costs the same in every lobby. Source:
 * service.md "Lobby member"; decision 2.
 */
import * as CodePoints from "../base/CodePoints.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { Lobby, LobbyMember } from "./World.ts"

/** A lobby without its members. */
export interface LobbyRecord extends Omit<Lobby, "members" | "idle_expires_at"> {
  readonly member_count: number
  /** The number of connected members. */
  readonly connected_count: number
  /** When the lobby ends, in milliseconds of the service clock; null while a member is connected. */
  readonly idle_due_ms: number | null
}

export interface LobbyMembership extends LobbyMember {
  readonly lobby_id: Snowflake
  readonly application_id: Snowflake
  /** Absent when not connected. */
  readonly connected?: true
  /** The sources of the connection, each once; absent without any. */
  readonly connected_by?: ReadonlyArray<string>
}

export type Metadata = Readonly<Record<string, string>>

/** Keys and values together are at most `max` characters long. */
export const metadataError = (metadata: Readonly<Record<string, unknown>> | null | undefined, max: number) => {
  const total = Object.entries(metadata ?? {}).reduce(
    (sum, [key, text]) => sum + CodePoints.count(key) + CodePoints.count(String(text)),
    0
  )
  return total > max
    ? { code: "BASE_TYPE_MAX_LENGTH", message: `Keys and values together must be ${max} or fewer in length.` }
    : undefined
}
