/**
 * Explains why a member lacks a permission in a place: which overwrite of the channel denies it, or that no role grants
 * it. Source: wire-interactions.md §5.4.
 */
import type { PermissionOverwrite } from "../record/World.ts"
import * as Permission from "./Permission.ts"
import { type GuildStanding, may, type Standing } from "./Standing.ts"

/** A clause about one or more bits that the member lacks, e.g. `the member lacks KICK_MEMBERS in #general (…)`. */
export const lacking = (standing: GuildStanding, bits: bigint): string => {
  const names = Permission.names(bits)
  const unnamed = names.reduce((rest, name) => rest & ~Permission.BITS[name], bits)
  const told = [
    ...names.map((name) => `${name} (${whyNot(standing, Permission.BITS[name])})`),
    ...(unnamed === 0n ? [] : [`${unnamed} (bits without a name)`])
  ]
  return `the member lacks ${told.join(", ")} ${whereOf(standing)}`
}

/** Why the user cannot see the current channel; undefined when they can, as in their direct channels. */
export const hiddenBecause = (standing: Standing): string | undefined =>
  standing.kind === "direct" || may(standing, "VIEW_CHANNEL")
    ? undefined
    : lacking(standing, Permission.BITS.VIEW_CHANNEL)

/** `in #general`, or `in the guild`. */
export const whereOf = ({ where }: GuildStanding): string =>
  where === undefined ? "in the guild" : `in #${where.channel.name}`

/** The name of a role; a deleted role is named by its id. */
export const roleName = ({ roles, guild }: GuildStanding, id: string): string =>
  id === guild.id ? "@everyone" : `the role ${roles.find((role) => role.id === id)?.name ?? id}`

/** Follows one bit through the steps of §5.4; the last step that removed it is the cause. */
const whyNot = (standing: GuildStanding, bit: bigint): string => {
  const { ruling, guild, held_roles, user } = standing
  const overwrites = ruling?.permission_overwrites ?? []
  const channel = `#${ruling?.name}`
  let holds = grantedByRole(standing, bit)
  let cause = "no role of the member grants it"
  const apply = (some: ReadonlyArray<PermissionOverwrite>, nameOf: (overwrite: PermissionOverwrite) => string) => {
    const denying = some.find(({ deny }) => Permission.has(BigInt(deny), bit))
    if (denying !== undefined && holds) {
      holds = false
      cause = `denied by the overwrite of ${channel} for ${nameOf(denying)}`
    }
    if (some.some(({ allow }) => Permission.has(BigInt(allow), bit))) holds = true
  }
  const ofRole = ({ id }: PermissionOverwrite) => roleName(standing, id)
  apply(
    overwrites.filter(({ type, id }) => type === 0 && id === guild.id),
    ofRole
  )
  apply(
    overwrites.filter(({ type, id }) => type === 0 && held_roles.has(id)),
    ofRole
  )
  apply(
    overwrites.filter(({ type, id }) => type === 1 && id === user.id),
    () => user.username
  )
  return holds ? "taken away with the permission to send messages" : cause
}

const grantedByRole = ({ roles, held_roles, guild }: GuildStanding, bit: bigint): boolean =>
  roles.some(
    ({ id, permissions }) => (id === guild.id || held_roles.has(id)) && Permission.has(BigInt(permissions), bit)
  )
