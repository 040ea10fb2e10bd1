/**
 * The order of roles. Of two roles at one position the one with the smaller id is higher; the platform sorts such roles
 * by id. Our choice: docs/choices.md "Permissions".
 */
import { compare, type Snowflake } from "../base/Snowflake.ts"
import type { Member, Role } from "../record/World.ts"

export type Rank = Pick<Role, "id" | "position">

export const isAbove = (role: Rank, other: Rank): boolean =>
  role.position === other.position ? compare(role.id, other.id) < 0 : role.position > other.position

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
