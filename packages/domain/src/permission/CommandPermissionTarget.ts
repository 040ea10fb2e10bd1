/**
 * The targets of overwrites, and which of them a guild has: one rule for requests and for worlds. A role and a channel
 * may have equal ids, so a target is its type and id together. Sources: service.md "Application command permission";
 * wire-rest.md §2 "Command-permission ids"; decision 31.
 */
import type { Snowflake } from "../base/Snowflake.ts"
import type { CommandPermission } from "../record/World.ts"
import { OverwriteType } from "./OverwriteLookup.ts"

export const TARGET_TYPES = Object.values(OverwriteType)

export type Target = Pick<CommandPermission, "id" | "type">

export const targetKey = ({ type, id }: Target): string => `${type}/${id}`

/** The guild id as a role means all members. */
export const isEveryone = ({ type, id }: Target, guildId: Snowflake): boolean =>
  type === OverwriteType.ROLE && id === guildId

/** The guild id minus 1 as a channel means all channels. */
export const isAllChannels = ({ type, id }: Target, guildId: Snowflake): boolean =>
  type === OverwriteType.CHANNEL && BigInt(id) === BigInt(guildId) - 1n

export interface Known {
  readonly guild_id: Snowflake
  readonly hasRole: (id: Snowflake) => boolean
  readonly hasChannel: (id: Snowflake) => boolean
}

/**
 * The kind of target that the guild lacks; undefined when it has it. A user need not be a member (decision 31) and need
 * not exist, because users can come back. A thread counts as a channel, though the chart never reads its own overwrite.
 * Our choice: docs/choices.md "Permissions".
 */
export const lacking = (target: Target, { guild_id, hasRole, hasChannel }: Known): "role" | "channel" | undefined => {
  if (target.type === OverwriteType.ROLE) return isEveryone(target, guild_id) || hasRole(target.id) ? undefined : "role"
  if (target.type === OverwriteType.USER || isAllChannels(target, guild_id)) return undefined
  return hasChannel(target.id) ? undefined : "channel"
}
