/** A lobby of a world. Source: product.md "World file". */
import type { Snowflake } from "../base/Snowflake.ts"

/** wire-rest.md §6.2. */
export interface LobbyMember {
  readonly id: Snowflake
  readonly metadata: Readonly<Record<string, string>> | null
  readonly flags: number
  // Absent means none.
  readonly additional_name?: string
}

/**
 * wire-rest.md §6.2, and two things that the wire does not show: the idle time-out, and the secret of clients' lobbies.
 */
export interface Lobby {
  readonly id: Snowflake
  readonly application_id: Snowflake
  readonly metadata: Readonly<Record<string, string>> | null
  readonly members: ReadonlyArray<LobbyMember>
  readonly flags: number
  readonly idle_timeout_seconds: number
  // Absent means none.
  readonly override_event_webhooks_url?: string
  readonly linked_channel_id?: Snowflake
  /** SHA-256 of the secret that clients join by, 64 hex digits. Absent for lobbies that a server created. */
  readonly secret_hash?: string
  /** When the secret expires, in milliseconds of the service clock. */
  readonly secret_expires_at?: number
  /**
   * When the lobby ends unless a member connects, in milliseconds of the service clock; absent means that its idle time
   * starts anew.
   */
  readonly idle_expires_at?: number
}
