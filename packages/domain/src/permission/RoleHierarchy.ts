/**
 * The order of roles. Two roles at one position are a tie, and neither is above the other. Our choice: docs/choices.md
 * "Permissions".
 */
import type { Snowflake } from "../base/Snowflake.ts"
import type { Member, Role } from "../record/World.ts"

export type Rank = Pick<Role, "id" | "position">

export const isAbove = (role: Rank, other: Rank): boolean => role.position > other.position

/** The highest role of a member; a member without roles has @everyone, below all others. */
export const highestRole = (roles: ReadonlyArray<Rank>, guildId: Snowflake, member: Pick<Member, "roles">): Rank => {
  const lowest: Rank = { id: guildId, position: BELOW_ALL }
  return roles.reduce(
    (highest, role) => (member.roles.includes(role.id) && isAbove(role, highest) ? role : highest),
    lowest
  )
}

/** Positions of other roles begin at 0. */
const BELOW_ALL = -1
