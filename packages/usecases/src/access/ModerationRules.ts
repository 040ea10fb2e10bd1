/** The rules of automatic moderation of a guild, ready to judge. Inside a transaction. */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import type { AuditDraft } from "@backlot/domain/audit/AuditLog"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type Judge, judgeOf } from "@backlot/domain/moderation/AutoModerationMatch"
import { type AutoModerationAction, type AutoModerationRule, RuleAction } from "@backlot/domain/record/AutoModeration"
import * as Collections from "../store/Collections.ts"
import { memo } from "../store/Memo.ts"

/** Those that are on for an event and a member with some roles. */
export const rulesFor = function* (guildId: Snowflake, event: number, roles: ReadonlyArray<Snowflake> = []) {
  const rules = yield* Collections.autoModerationRules.list([guildId])
  return rules.filter(
    ({ enabled, event_type, exempt_roles }) =>
      enabled && event_type === event && !exempt_roles.some((id) => roles.includes(id))
  )
}

/** A rule with a thousand words is made ready once. Characters. */
const READY = 1_000_000
const readied = memo<Judge>((text) => judgeOf(JSON.parse(text)), READY)

export const judgeWith = ({ trigger_type, trigger_metadata }: AutoModerationRule): Judge =>
  readied(JSON.stringify({ trigger_type, trigger_metadata }))

const RECORDED: Readonly<Record<number, number>> = {
  [RuleAction.BLOCK_MESSAGE]: AuditAction.AUTO_MODERATION_BLOCK_MESSAGE,
  [RuleAction.SEND_ALERT_MESSAGE]: AuditAction.AUTO_MODERATION_FLAG_TO_CHANNEL,
  [RuleAction.TIMEOUT]: AuditAction.AUTO_MODERATION_USER_COMMUNICATION_DISABLED,
  [RuleAction.BLOCK_MEMBER_INTERACTION]: AuditAction.AUTO_MODERATION_QUARANTINE_USER
}

/** What a rule did, for the audit log. */
export const draftOf = (
  { guild_id, name, trigger_type }: AutoModerationRule,
  { type }: AutoModerationAction,
  userId: Snowflake,
  channelId?: Snowflake
): AuditDraft => ({
  guild_id,
  action_type: RECORDED[type] ?? 0,
  target_id: userId,
  options: {
    auto_moderation_rule_name: name,
    auto_moderation_rule_trigger_type: String(trigger_type),
    ...(channelId === undefined ? {} : { channel_id: channelId })
  }
})
