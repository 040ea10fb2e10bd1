/**
 * One event as the gateway sends it to the sessions of one application. Sources: wire-interactions.md §3.3, §3.9, §3.10.
 */
import type { Snowflake } from "../base/Snowflake.ts"

export interface Dispatch {
  readonly application_id: Snowflake
  /** The guild whose shard receives the event; null means shard 0. */
  readonly guild_id: Snowflake | null
  /** e.g. `MESSAGE_CREATE`. */
  readonly t: string
  /** A session needs one of these bits; 0 means that no intent is needed ("passthrough"). */
  readonly intents: number
  /** The event's data, or its JSON text. The same object in several dispatches is encoded once. */
  readonly d: object | string
  /** Replaces `d` for sessions that may not get the content of messages. */
  readonly censored?: object
  readonly interaction_id?: Snowflake
  /** Set for events of client sessions, which no bot receives. */
  readonly lobby?: LobbyAudience
}

/** The sessions of these users; without `users`, of every member of the lobby. */
export interface LobbyAudience {
  readonly id: Snowflake
  readonly users?: ReadonlyArray<Snowflake>
}

/** `[shard_id, num_shards]`. */
export type Shard = readonly [number, number]

/** Whether a shard receives the events of a guild, or those without a guild (§3.10). */
export const isOfShard = (guildId: Snowflake | null, [id, count]: Shard): boolean =>
  guildId === null ? id === 0 : Number((BigInt(guildId) >> 22n) % BigInt(count)) === id

export const isWanted = ({ intents: needed }: Dispatch, intents: number): boolean =>
  needed === 0 || (needed & intents) !== 0
