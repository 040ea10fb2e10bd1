/**
 * Whom an overwrite is for, and which targets a guild knows: one rule for requests and for worlds. Ids of a role and a
 * channel may be equal, so a target is its type and id together. Sources: service.md "Application command permission";
 * wire-rest.md §2 "Command-permission ids"; decision 31.
 */

import type { Snowflake } from "../base/Snowflake.ts"
import type { CommandPermission } from "../record/World.ts"
import { OverwriteType } from "./OverwriteLookup.ts"

export const TARGET_TYPES = Object.values(OverwriteType)

export type Target = Pick<CommandPermission, "id" | "type">

/** The target as one text, to compare by. */
export const targetKey = ({ type, id }: Target): string => `${type}/${id}`

/** The guild id as a role: all members. */
export const isEveryone = ({ type, id }: Target, guildId: Snowflake): boolean =>
  type === OverwriteType.ROLE && id === guildId

/** The guild id minus 1 as a channel: all channels. */
export const isAllChannels = ({ type, id }: Target, guildId: Snowflake): boolean =>
  type === OverwriteType.CHANNEL && BigInt(id) === BigInt(guildId) - 1n

/** What a guild has. */
export interface Known {
  readonly guild_id: Snowflake
  readonly hasRole: (id: Snowflake) => boolean
  readonly hasChannel: (id: Snowflake) => boolean
}

/**
 * What the guild lacks of a target; undefined when it has it. Decision 31: a user need not be a member. Ours: nor need
 * anybody know them, because those who left may come back; a thread counts as a channel, though its own overwrite is
 * never asked.
 */
export const lacking = (target: Target, { guild_id, hasRole, hasChannel }: Known): "role" | "channel" | undefined => {
  if (target.type === OverwriteType.ROLE) return isEveryone(target, guild_id) || hasRole(target.id) ? undefined : "role"
  if (target.type === OverwriteType.USER || isAllChannels(target, guild_id)) return undefined
  return hasChannel(target.id) ? undefined : "channel"
}
