/**
 * Automatic moderation of how members are called, when they join or get another nickname: who breaks a rule that blocks
 * interaction only looks on until they are called otherwise. Inside a transaction. Our choice: docs/choices.md "Automatic
 * moderation".
 */
import type { Target } from "@backlot/domain/element/WorldTarget"
import type { Execution } from "@backlot/domain/message/AutoModerationAlert"
import { BITS, has } from "@backlot/domain/permission/Permission"
import { permissionsInGuild } from "@backlot/domain/permission/Place"
import { QUARANTINED, RuleAction, RuleEvent } from "@backlot/domain/record/AutoModeration"
import type { Member, World } from "@backlot/domain/record/World"
import { draftOf, judgeWith, rulesFor } from "../access/ModerationRules.ts"
import * as AuditLog from "../audit/AuditLog.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { clockTime } from "../store/Transact.ts"

/** The world after an edit of a member, with what the rules about profiles do, and their events. */
export const judged = function* (before: World, world: World, { guild_id, user_id }: Target<"member">) {
  const same = ({ guild_id: guild, user_id: user }: Member) => guild === guild_id && user === user_id
  const nothing: { readonly world: World; readonly events: ReadonlyArray<NewEvent> } = { world, events: [] }
  const [was, member] = [before.members.find(same), world.members.find(same)]
  const user = world.users.find(({ id }) => id === user_id)
  const guild = world.guilds.find(({ id }) => id === guild_id)
  if (member === undefined || user === undefined || guild === undefined || was?.nick === member.nick) return nothing
  const rules = yield* rulesFor(guild_id, RuleEvent.MEMBER_UPDATE, member.roles)
  const isHeld = ((member.flags ?? 0) & QUARANTINED) !== 0
  if (rules.length === 0 && !isHeld) return nothing
  const roles = yield* Collections.roles.list([guild_id])
  const { flags: _, ...free } = member
  const own = permissionsInGuild({ guild, roles }, { member: { ...free, timed_out_until: null } }, yield* clockTime)
  const binding = has(own, BITS.MANAGE_GUILD) ? [] : rules
  const content = [member.nick, user.global_name, user.username].filter((name) => name !== null).join("\n")
  const broken = binding.flatMap((rule) => {
    const match = judgeWith(rule)({ content, mentions: 0, repeats: 0 })
    return match === undefined ? [] : [{ rule, match }]
  })
  const acts = broken.flatMap(({ rule, match }) => rule.actions.map((action) => ({ rule, match, action })))
  const quarantined = acts.some(({ action }) => action.type === RuleAction.BLOCK_MEMBER_INTERACTION)
  const flags = ((member.flags ?? 0) & ~QUARANTINED) | (quarantined ? QUARANTINED : 0)
  const after: Member = flags === 0 ? free : { ...free, flags }
  const executions = acts.map(
    ({ rule, match, action }): Execution => ({
      guild_id,
      action,
      rule_id: rule.id,
      rule_trigger_type: rule.trigger_type,
      user_id,
      content,
      matched_keyword: match.keyword,
      matched_content: match.content
    })
  )
  const drafts = acts.map(({ rule, action }) => draftOf(rule, action, user_id))
  const events: ReadonlyArray<NewEvent> = [
    ...executions.map((data) => ({ type: "auto_moderation.executed" as const, data })),
    ...(yield* AuditLog.recordAs({ user_id }, drafts))
  ]
  return { world: { ...world, members: world.members.map((one) => (same(one) ? after : one)) }, events }
}
