/** All look-ups of the chart in one pass over the list of overwrites. Source: wire-interactions.md §5.1, §5.3. */
import type { CommandPermission } from "../record/World.ts"
import type { GuildStanding } from "./Standing.ts"

/** One result per look-up; undefined when the list lacks the target. */
export interface Found {
  /** The overwrite of this channel; for a thread, of its parent. */
  readonly channel?: CommandPermission
  readonly all_channels?: CommandPermission
  readonly user?: CommandPermission
  /** Among the member's roles, the first that is allowed and the first that is denied. */
  readonly allowed_role?: CommandPermission
  readonly denied_role?: CommandPermission
  readonly everyone?: CommandPermission
}

export const OverwriteType = { ROLE: 1, USER: 2, CHANNEL: 3 } as const

export const NOTHING: Found = {}

/** The first entry of a target counts; decision 31 refuses others. Our choice: docs/choices.md "Permissions". */
export const lookUp = (overwrites: ReadonlyArray<CommandPermission> | undefined, standing: GuildStanding): Found => {
  if (overwrites === undefined || overwrites.length === 0) return NOTHING
  const { user, guild, channel_id, all_channels_id, held_roles } = standing
  const found: { -readonly [K in keyof Found]: Found[K] } = {}
  for (const overwrite of overwrites) {
    const { id, type, permission } = overwrite
    if (type === OverwriteType.CHANNEL) {
      if (id === channel_id) found.channel ??= overwrite
      else if (id === all_channels_id) found.all_channels ??= overwrite
    } else if (type === OverwriteType.USER) {
      if (id === user.id) found.user ??= overwrite
    } else if (id === guild.id) found.everyone ??= overwrite
    else if (held_roles.has(id)) {
      if (permission) found.allowed_role ??= overwrite
      else found.denied_role ??= overwrite
    }
  }
  return found
}
