/**
 * Users boost guilds that they are members of, and stop. Source: the platform's documentation of guilds (`Premium Tier`),
 * `Message Types`, `System Channel Flags`. Our choice: docs/choices.md "Boosts".
 */
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { UnknownGuild, UnknownMember, UnknownUser } from "@backlot/domain/error/ServiceError"
import { boostsOf, countOf, recounted } from "@backlot/domain/guild/Boost"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import { MessageType } from "@backlot/domain/message/Message"
import { systemMessage } from "@backlot/domain/message/SystemMessage"
import { SYSTEM_MESSAGES } from "@backlot/domain/record/GuildSettings"
import type { Guild } from "@backlot/domain/record/World"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { memberObjects, usersOf } from "../access/Accounts.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { clockTime, existing } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** The user boosts the guild once more; gives their member. The first boost of a guild makes the role of its boosters. */
export const boost = operation(
  "Boosts.boost",
  Effect.fnUntraced(function* (userId: Snowflake, guildId: Snowflake) {
    const [roleId = "", messageId = ""] = yield* (yield* Ids).many(2)
    const wishes = function* () {
      const { guild, member } = yield* there(userId, guildId)
      const now = formatTime(yield* clockTime)
      const boosts = boostsOf(member) + 1
      const body = { premium_since: member.premium_since ?? now, boosts }
      const events = yield* told(guild, { userId, messageId, now })
      return [
        ...((yield* Collections.roles.by("boosters", guildId)).length > 0 ? [] : [newRole(guildId, roleId)]),
        { method: "patch" as const, target: targetOf(guildId, userId), body, events }
      ]
    }
    return yield* WorldEdits.carryOut(wishes, () => shown(userId, guildId))
  })
)

/** All boosts of the user end; gives their member. */
export const stop = operation(
  "Boosts.stop",
  Effect.fnUntraced(function* (userId: Snowflake, guildId: Snowflake) {
    const wish = function* () {
      yield* there(userId, guildId)
      const body = { premium_since: null, boosts: null }
      return [{ method: "patch" as const, target: targetOf(guildId, userId), body }]
    }
    return yield* WorldEdits.carryOut(wish, () => shown(userId, guildId))
  })
)

const there = function* (userId: Snowflake, guildId: Snowflake) {
  yield* existing(Collections.users.get(userId), UnknownUser)
  const guild = yield* existing(Collections.guilds.get(guildId), UnknownGuild)
  return { guild, member: yield* existing(Collections.members.get(guildId, userId), UnknownMember) }
}

const newRole = (guild_id: Snowflake, role_id: Snowflake) => ({
  method: "put" as const,
  target: { kind: "role" as const, guild_id, role_id },
  body: { name: "Server Booster", premium_subscriber: true }
})

/** The message about a boost, and the tier that the guild reaches by it. */
const told = function* (
  guild: Guild,
  { userId, messageId, now }: { readonly userId: Snowflake; readonly messageId: Snowflake; readonly now: string }
) {
  const { system_channel_id: channel_id, system_channel_flags: flags = 0 } = guild
  const none: ReadonlyArray<NewEvent> = []
  const [author] = yield* usersOf([userId])
  if (channel_id === undefined || author === undefined || (flags & SYSTEM_MESSAGES.SUPPRESS_BOOSTS) !== 0) return none
  const before = countOf(guild)
  const { premium_tier: tier } = recounted(before, before.premium_subscription_count + 1)
  const type = tier > before.premium_tier ? TYPES[tier] : undefined
  const message = systemMessage({
    id: messageId,
    channel_id,
    type: type ?? MessageType.GUILD_BOOST,
    author,
    timestamp: now,
    embeds: []
  })
  yield* Retention.putMessage(message)
  return [messageEvent("message.created", message, { guild_id: guild.id })]
}

/** By the tier that is reached. */
const TYPES: Readonly<Record<number, MessageType>> = {
  1: MessageType.GUILD_BOOST_TIER_1,
  2: MessageType.GUILD_BOOST_TIER_2,
  3: MessageType.GUILD_BOOST_TIER_3
}

const targetOf = (guild_id: Snowflake, user_id: Snowflake): WorldTarget => ({ kind: "member", guild_id, user_id })

const shown = function* (userId: Snowflake, guildId: Snowflake) {
  const [found] = yield* memberObjects([(yield* there(userId, guildId)).member], [])
  return found ?? (yield* new UnknownMember())
}
