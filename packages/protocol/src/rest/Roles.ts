/** Endpoints of roles. Source: wire-rest.md §5.1. */
import { RolePositions, RoleShape } from "@backlot/domain/guild/RoleBody"
import { Record, Records } from "../openapi/Endpoint.ts"
import { bot, restGroup } from "../openapi/RestDocument.ts"

const ROLES = "/guilds/:guild_id/roles"

const security = [bot] as const

export const Roles = restGroup("roles", {
  list_guild_roles: { method: "GET", path: ROLES, security, answer: Records },
  create_guild_role: { method: "POST", path: ROLES, security, body: RoleShape, answer: Record },
  bulk_update_guild_roles: { method: "PATCH", path: ROLES, security, body: RolePositions, answer: Records },
  guild_role_member_counts: { method: "GET", path: `${ROLES}/member-counts`, security, answer: Record },
  get_guild_role: { method: "GET", path: `${ROLES}/:role_id`, security, answer: Record },
  update_guild_role: { method: "PATCH", path: `${ROLES}/:role_id`, security, body: RoleShape, answer: Record },
  delete_guild_role: { method: "DELETE", path: `${ROLES}/:role_id`, security }
})
