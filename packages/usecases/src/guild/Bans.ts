/**
 * The bans of a guild over REST. Who is banned leaves, and messages of the last days go with them if the bot asks for it.
 * Source: official OpenAPI document, bans; the platform's documentation of guilds, "Create Guild Ban", "Bulk Guild Ban".
 */

import { fromMs, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { BanFailed, InvalidForm, UnknownBan, UnknownUser } from "@backlot/domain/error/ServiceError"
import { banBody, bulkBanBody } from "@backlot/domain/guild/BanBody"
import { outranksMember } from "@backlot/domain/guild/BotRank"
import type { Ban } from "@backlot/domain/record/World"
import type { Page } from "@backlot/domain/validation/PageQuery"
import * as Body from "@backlot/ports/Body"
import { Effect } from "effect"
import { accounts } from "../access/Accounts.ts"
import * as BotEntry from "../access/BotEntry.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptThreads from "../store/KeptThreads.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { existing, readNow, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** Bans by user id; those before `before` are the last of them. */
export const list = operation(
  "Bans.list",
  transacting(function* (bot: BotEntry.BotOfGuild, { limit, before, after }: Page) {
    yield* BotEntry.inGuild(bot, "BAN_MEMBERS")
    const { guild_id } = bot
    const bans =
      before !== undefined && after === undefined
        ? yield* Collections.bans.last([guild_id], limit, [guild_id, before])
        : yield* Collections.bans.list([guild_id], limit, after === undefined ? undefined : [guild_id, after])
    return yield* objects(bans.filter(({ user_id }) => before === undefined || BigInt(user_id) < BigInt(before)))
  })
)

export const get = operation(
  "Bans.get",
  transacting(function* (bot: BotEntry.BotOfGuild, userId: Snowflake) {
    yield* BotEntry.inGuild(bot, "BAN_MEMBERS")
    const [found] = yield* objects([yield* existing(Collections.bans.get(bot.guild_id, userId), UnknownBan)])
    return found ?? (yield* new UnknownBan())
  })
)

/** Bans a member or anybody else. No change where the user is banned already. */
export const ban = operation(
  "Bans.ban",
  Effect.fnUntraced(function* (
    bot: BotEntry.BotOfGuild,
    { user_id, reason }: { readonly user_id: Snowflake; readonly reason: string | undefined },
    sent: unknown
  ) {
    const now = yield* readNow
    const wish = function* () {
      const there = yield* BotEntry.ranked(bot, "BAN_MEMBERS")
      const { delete_ms, faults } = banBody(sent)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      if (!(yield* accounts([user_id])).has(user_id)) return yield* new UnknownUser()
      const member = yield* Collections.members.get(bot.guild_id, user_id)
      if (member !== undefined) yield* BotEntry.requireAboveMember(there, member)
      if ((yield* Collections.bans.get(bot.guild_id, user_id)) !== undefined) return []
      const events = yield* withoutMessages(bot.guild_id, new Set([user_id]), now, delete_ms)
      return [{ ...wishOf(bot, user_id, reason), events }]
    }
    yield* WorldEdits.carryOut(wish, () => Body.void)
  })
)

/** Bans those that the bot may ban. Fails with 500000 if there is none. */
export const banMany = operation(
  "Bans.banMany",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, reason: string | undefined, sent: unknown) {
    const now = yield* readNow
    let answer = { banned_users: NONE, failed_users: NONE }
    const wishes = function* () {
      const there = yield* BotEntry.ranked(bot, "BAN_MEMBERS", "MANAGE_GUILD")
      const { user_ids, delete_ms, faults } = bulkBanBody(sent)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      const known = yield* accounts(user_ids)
      const members = yield* Collections.members.existing(user_ids.map((id) => [bot.guild_id, id]))
      const above = members.filter((member) => !outranksMember(there, there.member, member))
      const bans = yield* Collections.bans.existing(user_ids.map((id) => [bot.guild_id, id]))
      const spared = new Set([...above, ...bans].map(({ user_id }) => user_id))
      const mayGo = (id: Snowflake) => known.has(id) && !spared.has(id) && id !== there.guild.owner_id
      const banned = user_ids.filter(mayGo)
      if (banned.length === 0) return yield* new BanFailed({ because: "the bot may ban none of these users" })
      answer = { banned_users: banned, failed_users: user_ids.filter((id) => !mayGo(id)) }
      const events = yield* withoutMessages(bot.guild_id, new Set(banned), now, delete_ms)
      return banned.map((id, i) => ({ ...wishOf(bot, id, reason), events: i === banned.length - 1 ? events : [] }))
    }
    yield* WorldEdits.carryOut(wishes, () => Body.void)
    return answer
  })
)

const NONE: ReadonlyArray<Snowflake> = []

export const lift = operation("Bans.lift", (bot: BotEntry.BotOfGuild, userId: Snowflake) =>
  WorldEdits.remove(target(bot, userId), function* () {
    yield* BotEntry.inGuild(bot, "BAN_MEMBERS")
    yield* existing(Collections.bans.get(bot.guild_id, userId), UnknownBan)
  })
)

const target = ({ guild_id }: BotEntry.BotOfGuild, user_id: Snowflake): WorldTarget => ({
  kind: "ban",
  guild_id,
  user_id
})

const wishOf = (bot: BotEntry.BotOfGuild, userId: Snowflake, reason: string | undefined) => ({
  method: "put" as const,
  target: target(bot, userId),
  body: reason === undefined ? {} : { reason }
})

const objects = function* (bans: ReadonlyArray<Ban>) {
  const users = yield* accounts(bans.map(({ user_id }) => user_id))
  return bans.flatMap(({ user_id, reason }) => {
    const user = users.get(user_id)
    return user === undefined ? [] : [{ user, reason }]
  })
}

/** Deletes what these users wrote in the last milliseconds, in every channel of the guild; gives the events. */
const withoutMessages = function* (guildId: Snowflake, authors: ReadonlySet<Snowflake>, now: number, ms: number) {
  const events: Array<NewEvent> = []
  if (ms === 0) return events
  const since = String(fromMs(now - ms))
  for (const { id: channel_id } of yield* Collections.channels.by("guild", guildId)) {
    const recent = yield* Collections.messages.list([channel_id], undefined, [channel_id, since])
    const own = recent.filter(({ message }) => authors.has(message.author.id))
    for (const { id } of own) yield* Retention.deleteMessage(channel_id, id)
    yield* KeptThreads.countDeleted(channel_id, own.length)
    const ids = own.flatMap(({ id, visible_to }) => (visible_to === null ? [id] : []))
    if (ids.length > 0) events.push({ type: "message.bulk_deleted", data: { channel_id, guild_id: guildId, ids } })
  }
  return events
}
