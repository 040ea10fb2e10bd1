/**
 * One event as the gateway sends it to the sessions of one application. Sources: wire-interactions.md §3.3, §3.9, §3.10.
 */
import type { Snowflake } from "../base/Snowflake.ts"

export interface Dispatch {
  readonly application_id: Snowflake
  /** Its shard gets the event; null is shard 0. */
  readonly guild_id: Snowflake | null
  /** e.g. `MESSAGE_CREATE`. */
  readonly t: string
  /** A session needs one of these bits; 0 is needed by none ("passthrough"). */
  readonly intents: number
  /** The event's data, or its JSON text. The same object in several dispatches is encoded once. */
  readonly d: object | string
  /** Instead of `d` for sessions without MESSAGE_CONTENT. */
  readonly censored?: object
  /** The interaction that it delivers. */
  readonly interaction_id?: Snowflake
  /** What client sessions are told, and no bot. */
  readonly lobby?: LobbyAudience
}

/** Sessions of these users; without `users`, of everyone who is in the lobby. */
export interface LobbyAudience {
  readonly id: Snowflake
  readonly users?: ReadonlyArray<Snowflake>
}

/** `[shard_id, num_shards]`. */
export type Shard = readonly [number, number]

/** Whether a shard gets the events of a guild, or those of no guild (§3.10). */
export const isOfShard = (guildId: Snowflake | null, [id, count]: Shard): boolean =>
  guildId === null ? id === 0 : Number((BigInt(guildId) >> 22n) % BigInt(count)) === id

/** Whether a session with these intents gets it. */
export const isWanted = ({ intents: needed }: Dispatch, intents: number): boolean =>
  needed === 0 || (needed & intents) !== 0
