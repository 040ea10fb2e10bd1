/** Loads what an edit of rules of automatic moderation needs. Inside a transaction. */
import type { Target } from "@backlot/domain/element/WorldTarget"
import * as Collections from "../store/Collections.ts"
import { type Asked, accountsOf, field, found, idsIn } from "./PartReads.ts"
import { isInGuild } from "./WorldLists.ts"

/** The rules of the guild count where a new one comes. */
export const ofAutoModerationRule = function* (
  { guild_id, rule_id }: Target<"auto_moderation_rule">,
  body: unknown,
  method: Asked["method"]
) {
  const own = yield* found(Collections.autoModerationRules, guild_id, rule_id)
  const isNew = own.length === 0 && method === "put"
  const roles = [...own.flatMap((rule) => rule.exempt_roles), ...idsIn(field(body, "exempt_roles"))]
  const channels = [
    ...own.flatMap((rule) => [...rule.exempt_channels, ...rule.actions.flatMap((a) => a.metadata.channel_id ?? [])]),
    ...idsIn(field(body, "exempt_channels")),
    ...idsIn(field(body, "actions"))
  ]
  const guilds = yield* found(Collections.guilds, guild_id)
  const people = [...guilds.map((g) => g.owner_id), ...own.map((rule) => rule.creator_id)]
  return {
    guilds,
    auto_moderation_rules: isNew ? yield* Collections.autoModerationRules.list([guild_id]) : own,
    roles: yield* Collections.roles.existing([...new Set(roles)].map((role) => [guild_id, role])),
    // Their managed roles.
    guild_installs: roles.length === 0 ? [] : yield* Collections.guildInstalls.list([guild_id]),
    channels: (yield* Collections.channels.existing([...new Set(channels)].map((id) => [id]))).filter(isInGuild),
    ...(yield* accountsOf([...people, ...idsIn(field(body, "creator_id"))]))
  }
}
