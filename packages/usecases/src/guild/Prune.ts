/**
 * Removes members without roles who have not been seen for some days. Source: official OpenAPI document, `prune_guild`; the
 * platform's documentation of `Begin Guild Prune`. Our choice: docs/choices.md "Guilds and members".
 */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import { parseTime } from "@backlot/domain/base/IsoTime"
import { fromMs, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { InvalidForm, UnknownRole } from "@backlot/domain/error/ServiceError"
import { outranksMember } from "@backlot/domain/guild/BotRank"
import { allRoles } from "@backlot/domain/guild/GuildObject"
import type { Pruning, pruneBody } from "@backlot/domain/guild/MemberBody"
import { Effect } from "effect"
import * as BotEntry from "../access/BotEntry.ts"
import * as AuditLog from "../audit/AuditLog.ts"
import { committed, type NewEvent } from "../event/EventLog.ts"
import { presencesIn } from "../gateway/UserPresences.ts"
import * as Collections from "../store/Collections.ts"
import { Deadlines } from "../store/Deadlines.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** How many members would go. */
export const preview = operation(
  "Prune.preview",
  transacting(function* (bot: BotEntry.BotOfGuild, asked: Pruning) {
    return { pruned: (yield* idle(bot, asked)).length }
  })
)

/** They go, with one entry of the audit log. `counts`: whether the answer says how many. */
export const prune = operation(
  "Prune.prune",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, { counts, ...asked }: ReturnType<typeof pruneBody>) {
    const author = yield* AuditLog.ChangedBy
    const { guild_id } = bot
    const going = committed(function* () {
      const events: Array<NewEvent> = []
      const ids = yield* idle(bot, asked)
      for (const user_id of ids) {
        const target: WorldTarget = { kind: "member", guild_id, user_id }
        events.push(...(yield* WorldEdits.removal(target)))
      }
      const options = { delete_member_days: String(asked.days), members_removed: String(ids.length) }
      const draft = { guild_id, action_type: AuditAction.MEMBER_PRUNE, target_id: null, options }
      if (author !== undefined && ids.length > 0) events.push(...(yield* AuditLog.recordAs(author, [draft])))
      return { value: ids.length, events }
    })
    // The log has one entry for all of them.
    const pruned = yield* Effect.provideService(going, AuditLog.ChangedBy, undefined)
    yield* (yield* Deadlines).wake
    return { pruned: counts ? pruned : null }
  })
)

/** Members below the bot without other roles than these, who were not here for some days. Inside a transaction. */
const idle = function* (bot: BotEntry.BotOfGuild, { days, include_roles, faults }: Pruning) {
  const there = yield* BotEntry.ranked(bot, "MANAGE_GUILD", "KICK_MEMBERS")
  if (faults.length > 0) return yield* new InvalidForm({ faults })
  const known = new Set(allRoles(there.roles, there.bots).map(({ id }) => id))
  if (include_roles.some((id) => !known.has(id))) return yield* new UnknownRole()
  const included = new Set(include_roles)
  const bots = new Set(there.bots.map(({ application }) => application.bot.id))
  const since = (yield* clockTime) - days * DAY_MS
  const presenceOf = yield* presencesIn(bot.guild_id, [])
  const active = yield* activeSince(bot.guild_id, since)
  const members = yield* Collections.members.list([bot.guild_id])
  return members
    .filter(
      (member) =>
        member.roles.every((id) => included.has(id)) &&
        !bots.has(member.user_id) &&
        (parseTime(member.joined_at) ?? 0) < since &&
        !active.has(member.user_id) &&
        presenceOf(member.user_id).status === "offline" &&
        outranksMember(there, there.member, member)
    )
    .map(({ user_id }) => user_id)
}

const DAY_MS = 86_400_000

/** Who is in voice, and who has written in the guild since a time. */
const activeSince = function* (guildId: Snowflake, sinceMs: number) {
  const active = new Set((yield* Collections.voiceStates.list([guildId])).map(({ user_id }) => user_id))
  const since = String(fromMs(sinceMs))
  for (const { id: channel_id } of yield* Collections.channels.by("guild", guildId)) {
    const recent = yield* Collections.messages.list([channel_id], undefined, [channel_id, since])
    for (const { message } of recent) active.add(message.author.id)
  }
  return active
}
