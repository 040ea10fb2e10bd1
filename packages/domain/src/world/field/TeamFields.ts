/** The team that owns an application: a value in its record. */
import type { Snowflake } from "../../base/Snowflake.ts"
import { teamLimits as limits, MEMBERSHIP_STATES, TEAM_ROLES, type Team, type TeamMember } from "../../record/Team.ts"
import { Id, Int, list, Text } from "../../validation/Shape.ts"
import { length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { onceInList } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"

export const Members = fieldsOf("team_member", {
  user_id: [Id, required, Value.user],
  role: [Text, oneOf(TEAM_ROLES)],
  membership_state: [Int, oneOf(MEMBERSHIP_STATES)]
})

export const Teams = fieldsOf("team", {
  id: [Id, required],
  name: [Text, required, length(1, limits.nameMax)],
  icon: [Text, Value.avatar],
  owner_user_id: [Id, Value.user],
  members: [list(Members.shape), size(0, limits.members)]
})

export const uniqueMembers = onceInList("team_member", "user_id", "A user is in a team once.")

export const defaults = { icon: null, members: [] }
export const memberDefaults = { role: "admin", membership_state: 2 } as const

/** `owner`: of the application. */
export const build = ({ id, name, icon, owner_user_id, members }: typeof Teams.shape.Type, owner: Snowflake): Team => ({
  id: id ?? "",
  name: name ?? "",
  icon: icon ?? defaults.icon,
  owner_user_id: owner_user_id ?? owner,
  members: (members ?? []).map(buildMember)
})

const buildMember = ({ user_id, role, membership_state }: typeof Members.shape.Type): TeamMember => ({
  user_id: user_id ?? "",
  role: TEAM_ROLES.find((one) => one === role) ?? memberDefaults.role,
  membership_state: MEMBERSHIP_STATES.find((one) => one === membership_state) ?? memberDefaults.membership_state
})
