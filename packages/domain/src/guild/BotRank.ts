/**
 * The rank of a bot among the roles of its guild: its managed role counts like any other. A member who manages roles or
 * members must rank above them; nobody ranks above the owner. Source: the platform's documentation of permissions,
 * "Permission Hierarchy".
 */
import { compare, type Snowflake } from "../base/Snowflake.ts"
import { highestRole, isAbove, type Rank } from "../permission/RoleHierarchy.ts"
import type { Guild, Member, Role } from "../record/World.ts"
import { allRoles, type InstalledBot, managedRoles } from "./GuildObject.ts"

export interface Ranking {
  readonly guild: Pick<Guild, "id" | "owner_id">
  readonly roles: ReadonlyArray<Role>
  readonly bots: ReadonlyArray<InstalledBot>
}

type Ranked = Pick<Member, "user_id" | "roles">

/** The highest role of a member, including a bot's managed role. */
export const rankOf = ({ guild, roles, bots }: Ranking, member: Ranked): Rank => {
  const managed = managedRoles(bots.filter(({ application }) => application.bot.id === member.user_id))
  return highestRole([...roles, ...managed], guild.id, { roles: [...member.roles, ...managed.map(({ id }) => id)] })
}

/** Whether `member` ranks above a role of the guild. Nobody ranks above a managed role. */
export const outranksRole = (ranking: Ranking, member: Ranked, roleId: Snowflake): boolean => {
  const role = ranking.roles.find(({ id }) => id === roleId)
  if (role === undefined) return false
  // The owner is above every role. @everyone is below every role, whatever its position.
  const isOwner = member.user_id === ranking.guild.owner_id
  return isOwner || role.id === ranking.guild.id || isAbove(rankOf(ranking, member), role)
}

export const outranksMember = (ranking: Ranking, member: Ranked, other: Ranked): boolean =>
  other.user_id !== ranking.guild.owner_id && isAbove(rankOf(ranking, member), rankOf(ranking, other))

/** Why `member` does not rank above the role, for `MissingPermissions`. */
export const notAboveRole = (ranking: Ranking, member: Ranked, roleId: Snowflake): string => {
  const role = rolesOf(ranking).find(({ id }) => id === roleId)
  const isManaged = !ranking.roles.some(({ id }) => id === roleId)
  if (isManaged) return `the role ${role?.name ?? roleId} is managed by a bot, and nobody may touch it`
  return `${highestOf(ranking, member)} is not above the role ${role?.name ?? roleId} (position ${role?.position})`
}

/** Why `member` does not rank above the other member. */
export const notAboveMember = (ranking: Ranking, member: Ranked, other: Ranked): string =>
  other.user_id === ranking.guild.owner_id
    ? "nobody ranks above the owner of the guild"
    : `${highestOf(ranking, member)} is not above the highest role of the other member, ${roleAt(ranking, other)}`

const highestOf = (ranking: Ranking, member: Ranked): string => `its highest role, ${roleAt(ranking, member)},`

const roleAt = (ranking: Ranking, member: Ranked): string => {
  const { id, position } = rankOf(ranking, member)
  const name = id === ranking.guild.id ? "@everyone" : (rolesOf(ranking).find((role) => role.id === id)?.name ?? id)
  return `${name} (position ${position})`
}

const rolesOf = ({ roles, bots }: Ranking) => allRoles(roles, bots)

/**
 * Whether `member` may move roles to these positions: roles that it does not rank above keep their order and stay above
 * the others. Libraries renumber and send every role, so the numbers alone may change.
 */
export const mayMove = (ranking: Ranking, member: Ranked, positions: ReadonlyMap<Snowflake, number>): boolean => {
  const rank = rankOf(ranking, member)
  const all = allRoles(ranking.roles, ranking.bots).filter(({ id }) => id !== ranking.guild.id)
  const [fixed, movable] = [all.filter((role) => !isAbove(rank, role)), all.filter((role) => isAbove(rank, role))]
  const moved = (role: Rank): Rank => ({ id: role.id, position: positions.get(role.id) ?? role.position })
  const order = (ranks: ReadonlyArray<Rank>) =>
    ranks.toSorted((a, b) => b.position - a.position || compare(a.id, b.id)).map(({ id }) => id)
  return (
    order(fixed).join() === order(fixed.map(moved)).join() &&
    // A tie stays a tie, or the member loses it.
    fixed.every((role) => !isAbove(moved(rank), moved(role))) &&
    movable.map(moved).every((low) => fixed.map(moved).every((high) => isAbove(high, low)))
  )
}
