/** Explains which overwrite denies a permission, or that no role grants it. Source: wire-interactions.md §5.4. */
import * as Permission from "./Permission.ts"
import { type GuildStanding, isGrantedByRole, may, type Standing } from "./Standing.ts"

/** A clause about one or more bits that the member lacks, e.g. `the member lacks KICK_MEMBERS in #general (…)`. */
export const lacking = (standing: GuildStanding, bits: bigint): string => {
  const names = Permission.names(bits)
  const unnamed = names.reduce((rest, name) => rest & ~Permission.BITS[name], bits)
  const missing = [
    ...names.map((name) => `${name} (${whyNot(standing, Permission.BITS[name])})`),
    ...(unnamed === 0n ? [] : [`${unnamed} (bits without a name)`])
  ]
  return `the member lacks ${missing.join(", ")} ${whereOf(standing)}`
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
  const {
    everyone = [],
    roles = [],
    own = []
  } = Object.groupBy(ruling?.permission_overwrites ?? [], ({ type, id }) => {
    if (type === 1) return id === user.id ? "own" : "others"
    return id === guild.id ? "everyone" : held_roles.has(id) ? "roles" : "others"
  })
  let holds = isGrantedByRole(standing, bit)
  let cause = "no role of the member grants it"
  for (const overwrites of [everyone, roles, own]) {
    const denying = overwrites.find(({ deny }) => Permission.has(BigInt(deny), bit))
    if (denying !== undefined && holds) {
      holds = false
      const name = denying.type === 1 ? user.username : roleName(standing, denying.id)
      cause = `denied by the overwrite of #${ruling?.name} for ${name}`
    }
    if (overwrites.some(({ allow }) => Permission.has(BigInt(allow), bit))) holds = true
  }
  return holds ? "taken away with the permission to send messages" : cause
}
