/** Routes of roles. */
import * as Contract from "@backlot/protocol/rest/Roles"
import * as Roles from "@backlot/usecases/guild/Roles"
import { param } from "../http/Route.ts"
import { admittedRoutes } from "./Admission.ts"
import { inGuild, withBody } from "./BotCall.ts"

export const roleRoutes = admittedRoutes(Contract.Roles, {
  list_guild_roles: inGuild(Roles.list),
  create_guild_role: inGuild(withBody(Roles.create)),
  bulk_update_guild_roles: inGuild(withBody(Roles.move)),
  guild_role_member_counts: inGuild(Roles.memberCounts),
  get_guild_role: inGuild((bot, call) => Roles.get(bot, param(call, "role_id"))),
  update_guild_role: inGuild(withBody((bot, body, call) => Roles.edit(bot, param(call, "role_id"), body))),
  delete_guild_role: inGuild((bot, call) => Roles.remove(bot, param(call, "role_id")))
})
