/**
 * The checks before a bot's call to a guild, in the order of decision 24: caller, ids of the path, guild. The use case
 * judges in its own transaction what the bot may do there.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MissingPermissions, UnknownApplication } from "@backlot/domain/error/ServiceError"
import { outranksMember, outranksRole } from "@backlot/domain/guild/BotRank"
import type { InstalledBot } from "@backlot/domain/guild/GuildObject"
import type { Application, Member } from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { inTransaction, transact } from "../store/Transact.ts"
import { type BotInGuild, inGuild } from "./BotPlace.ts"
import { type Caller, requireBot } from "./Caller.ts"
import { botsOf } from "./GuildBots.ts"
import { requireIds } from "./PathIds.ts"

/** A bot that calls a route of one guild. */
export interface BotOfGuild {
  readonly application: Application
  readonly guild_id: Snowflake
}

/** Opens a route of a bot in one of its guilds. `ids` are those of the path, as sent. */
export const enterGuild = Effect.fn("BotEntry.enterGuild")(function* (
  caller: Caller,
  ids: Readonly<Record<string, string | undefined>> & { readonly guild_id: string }
) {
  yield* requireBot(caller)
  yield* requireIds(ids)
  const { guild_id } = ids
  return yield* transact(function* (now) {
    const application = yield* ownApplication(caller)
    yield* inGuild(application, guild_id, now)
    return { application, guild_id } satisfies BotOfGuild
  })
})

/** Opens a route of a bot outside guilds. */
export const enter = Effect.fn("BotEntry.enter")(function* (
  caller: Caller,
  ids: Readonly<Record<string, string | undefined>> = {}
) {
  yield* requireBot(caller)
  yield* requireIds(ids)
  return yield* inTransaction(ownApplication(caller))
})

/** A bot in its guild, with the other bots, for the role hierarchy. Loaded inside a transaction. */
export interface RankedBot extends BotInGuild {
  readonly bots: ReadonlyArray<InstalledBot>
}

export const ranked = Effect.fnUntraced(function* ({ application, guild_id }: BotOfGuild, nowMs: number) {
  const there = yield* inGuild(application, guild_id, nowMs)
  return { ...there, bots: yield* botsOf(guild_id) } satisfies RankedBot
})

/** Fails with 50013 unless the bot is above the role. */
export const requireAbove = (bot: RankedBot, roleId: Snowflake): Effect.Effect<void, MissingPermissions> =>
  outranksRole(bot, bot.member, roleId) ? Effect.void : Effect.fail(new MissingPermissions())

/** Fails with 50013 unless the bot is above the member. */
export const requireAboveMember = (bot: RankedBot, other: Member): Effect.Effect<void, MissingPermissions> =>
  outranksMember(bot, bot.member, other) ? Effect.void : Effect.fail(new MissingPermissions())

const ownApplication = Effect.fnUntraced(function* (caller: Caller) {
  const application = yield* Collections.applications.get(caller.application_id)
  return application ?? (yield* new UnknownApplication())
})
