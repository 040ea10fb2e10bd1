/**
 * Rules of automatic moderation and what they do, for bots that manage the guild. Source: the platform's documentation of
 * gateway events, "Auto Moderation".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { censoredExecution, type Execution } from "@backlot/domain/message/AutoModerationAlert"
import type { AutoModerationRule } from "@backlot/domain/record/World"
import * as Audience from "./GatewayAudience.ts"

interface OfRule {
  readonly guild_id: Snowflake
  readonly rule: AutoModerationRule
}

const rule = (t: string) =>
  Audience.on<OfRule>(
    function* ({ guild_id, rule: d }, hearing) {
      const managers = yield* Audience.holdersOf(guild_id, "MANAGE_GUILD", hearing)
      return Audience.toEach(managers, "AUTO_MODERATION_CONFIGURATION", { t, guild_id, d })
    },
    ["AUTO_MODERATION_CONFIGURATION"]
  )

export const HANDLERS: Audience.Handlers = {
  "auto_moderation_rule.created": rule("AUTO_MODERATION_RULE_CREATE"),
  "auto_moderation_rule.updated": rule("AUTO_MODERATION_RULE_UPDATE"),
  "auto_moderation_rule.deleted": rule("AUTO_MODERATION_RULE_DELETE"),
  "auto_moderation.executed": Audience.on<Execution>(
    function* (d, hearing) {
      const { guild_id } = d
      const managers = yield* Audience.holdersOf(guild_id, "MANAGE_GUILD", hearing)
      const dispatch = { t: "AUTO_MODERATION_ACTION_EXECUTION", guild_id, d }
      const censored = censoredExecution(d)
      return Audience.toEach(managers, "AUTO_MODERATION_EXECUTION", dispatch).map((one) => ({ ...one, censored }))
    },
    ["AUTO_MODERATION_EXECUTION"]
  )
}
