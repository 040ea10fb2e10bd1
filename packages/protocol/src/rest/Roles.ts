/** Endpoints of roles. Source: wire-rest.md §5.1. */
import { RolePositions, RoleShape } from "@backlot/domain/guild/RoleBody"
import { Record, Records } from "../openapi/Endpoint.ts"
import { bots, restGroup } from "../openapi/RestDocument.ts"

const ROLES = "/guilds/:guild_id/roles"

export const Roles = restGroup("roles", {
  list_guild_roles: bots.get(ROLES, { answer: Records }),
  create_guild_role: bots.post(ROLES, { body: RoleShape, answer: Record }),
  bulk_update_guild_roles: bots.patch(ROLES, { body: RolePositions, answer: Records }),
  guild_role_member_counts: bots.get(`${ROLES}/member-counts`, { answer: Record }),
  get_guild_role: bots.get(`${ROLES}/:role_id`, { answer: Record }),
  update_guild_role: bots.patch(`${ROLES}/:role_id`, { body: RoleShape, answer: Record }),
  delete_guild_role: bots.delete(`${ROLES}/:role_id`)
})
