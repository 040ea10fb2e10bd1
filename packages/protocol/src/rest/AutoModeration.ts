/** Endpoints of automatic moderation. Source: official OpenAPI document. */
import { NewRule, RuleEdit } from "@backlot/domain/moderation/AutoModerationBody"
import { Record, Records } from "../openapi/Endpoint.ts"
import { bots, restGroup } from "../openapi/RestDocument.ts"

const RULES = "/guilds/:guild_id/auto-moderation/rules"
const RULE = `${RULES}/:rule_id` as const

export const AutoModeration = restGroup("auto_moderation", {
  list_auto_moderation_rules: bots.get(RULES, { answer: Records }),
  create_auto_moderation_rule: bots.post(RULES, { body: NewRule, answer: Record }),
  get_auto_moderation_rule: bots.get(RULE, { answer: Record }),
  update_auto_moderation_rule: bots.patch(RULE, { body: RuleEdit, answer: Record }),
  delete_auto_moderation_rule: bots.delete(RULE)
})
