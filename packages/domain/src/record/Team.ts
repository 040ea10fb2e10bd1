/** People who own an application together. Source: official OpenAPI document, `TeamResponse`. */
import type { Snowflake } from "../base/Snowflake.ts"

export const TEAM_ROLES = ["admin", "developer", "read_only"] as const

/** Invited, and accepted. */
export const MEMBERSHIP_STATES = [1, 2] as const

export interface TeamMember {
  readonly user_id: Snowflake
  readonly role: (typeof TEAM_ROLES)[number]
  readonly membership_state: (typeof MEMBERSHIP_STATES)[number]
}

export interface Team {
  readonly id: Snowflake
  readonly name: string
  /** The hash of its picture. */
  readonly icon: string | null
  /** A member without being listed. */
  readonly owner_user_id: Snowflake
  readonly members: ReadonlyArray<TeamMember>
}

/** Ours: docs/choices.md "World file". */
export const teamLimits = { members: 50, nameMax: 100 } as const

/** Everyone in it, the owner first. */
export const membersOf = ({ owner_user_id, members }: Team): ReadonlyArray<TeamMember> => [
  ...(members.some(({ user_id }) => user_id === owner_user_id)
    ? []
    : [{ user_id: owner_user_id, role: "admin" as const, membership_state: 2 as const }]),
  ...members
]
