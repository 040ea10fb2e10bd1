/** Routes of roles. */
import * as Contract from "@backlot/protocol/rest/Roles"
import * as Roles from "@backlot/usecases/guild/Roles"
import { param } from "../http/Route.ts"
import { admittedRoutes } from "./Admission.ts"
import { inGuild, writing } from "./BotCall.ts"

export const roleRoutes = admittedRoutes(Contract.Roles, {
  list_guild_roles: inGuild(200, Roles.list),
  create_guild_role: writing(200, Roles.create),
  bulk_update_guild_roles: writing(200, Roles.move),
  guild_role_member_counts: inGuild(200, Roles.memberCounts),
  get_guild_role: inGuild(200, (bot, call) => Roles.get(bot, param(call, "role_id"))),
  update_guild_role: writing(200, (bot, body, call) => Roles.edit(bot, param(call, "role_id"), body)),
  delete_guild_role: inGuild(204, (bot, call) => Roles.remove(bot, param(call, "role_id")))
})
