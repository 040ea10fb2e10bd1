/** Routes of automatic moderation. */
import * as Contract from "@backlot/protocol/rest/AutoModeration"
import * as Rules from "@backlot/usecases/guild/AutoModerationRules"
import { param } from "../http/Route.ts"
import { admittedRoutes } from "./Admission.ts"
import { inGuild, withBody } from "./BotCall.ts"

export const autoModerationRoutes = admittedRoutes(Contract.AutoModeration, {
  list_auto_moderation_rules: inGuild(Rules.list),
  create_auto_moderation_rule: inGuild(withBody(Rules.create)),
  get_auto_moderation_rule: inGuild((bot, call) => Rules.get(bot, param(call, "rule_id"))),
  update_auto_moderation_rule: inGuild(withBody((bot, body, call) => Rules.edit(bot, param(call, "rule_id"), body))),
  delete_auto_moderation_rule: inGuild((bot, call) => Rules.remove(bot, param(call, "rule_id")))
})
