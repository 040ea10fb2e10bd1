/** The checks before a bot's call (decision 24: caller, ids, guild), and what it may do in a guild or channel. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { isBoosterRole } from "@backlot/domain/guild/Boost"
import { notAboveMember, notAboveRole, outranksMember, outranksRole } from "@backlot/domain/guild/BotRank"
import type { InstalledBot } from "@backlot/domain/guild/GuildObject"
import { describeLack } from "@backlot/domain/permission/Lack"
import * as Permission from "@backlot/domain/permission/Permission"
import * as Place from "@backlot/domain/permission/Place"
import { managedBits } from "@backlot/domain/record/ManagedRole"
import { type Application, type GuildInstall, isDirect, isThread, type Member } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Effect, Result } from "effect"
import * as Collections from "../store/Collections.ts"
import * as KeptReads from "../store/KeptReads.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, existing, transact } from "../store/Transact.ts"
import { identify } from "./Access.ts"
import { botsOf } from "./Accounts.ts"
import { type Caller, requireBot, requireIds } from "./Caller.ts"
import { parentOf } from "./ChannelObjects.ts"

/** A bot that calls a route of one guild. */
export interface BotOfGuild {
  readonly application: Application
  readonly guild_id: Snowflake
}

/** Opens a route of a bot in one of its guilds. `ids` are those of the path, as sent. */
export const enterGuild = operation(
  "BotEntry.enterGuild",
  Effect.fnUntraced(function* (
    caller: Caller,
    ids: Readonly<Record<string, string | undefined>> & { readonly guild_id: string }
  ) {
    yield* requireBot(caller)
    yield* requireIds(ids)
    const { guild_id } = ids
    return yield* kept(
      `${caller.application_id}\n${guild_id}`,
      transact(function* () {
        const bot: BotOfGuild = { application: yield* ownApplication(caller), guild_id }
        yield* inGuild(bot)
        return bot
      })
    )
  })
)

/** Of a kept bot: its records are shared with others. */
const BOT_CHARACTERS = 1_000

const kept = KeptReads.reader<BotOfGuild>("bot", () => BOT_CHARACTERS)

/** Opens a route of a bot outside guilds. */
export const enter = operation(
  "BotEntry.enter",
  Effect.fnUntraced(function* (caller: Caller, ids: Readonly<Record<string, string | undefined>> = {}) {
    yield* requireBot(caller)
    yield* requireIds(ids)
    return yield* identify(caller)
  })
)

/** A bot in its guild, with the other bots, for the role hierarchy. Loaded inside a transaction. */
export interface RankedBot extends BotInGuild {
  readonly bots: ReadonlyArray<InstalledBot>
}

/** A member among the roles of its guild, a bot or a person. */
export type RankedMember = Pick<RankedBot, "guild" | "roles" | "member" | "bots">

/** Fails as `inGuild` does. */
export const ranked = function* (bot: BotOfGuild, ...needed: ReadonlyArray<Permission.PermissionName>) {
  const there = yield* inGuild(bot, ...needed)
  return { ...there, bots: yield* botsOf(bot.guild_id) } satisfies RankedBot
}

/** Fails with 50013 unless the member is above the role. */
export const requireAbove = (
  bot: RankedMember,
  roleId: Snowflake
): Result.Result<void, ServiceError.MissingPermissions> =>
  outranksRole(bot, bot.member, roleId)
    ? Result.void
    : Result.fail(new ServiceError.MissingPermissions({ because: notAboveRole(bot, bot.member, roleId) }))

/** Fails with 50013 unless the member is above the role and may give and take it. */
export const requireGivable = (
  bot: RankedMember,
  roleId: Snowflake
): Result.Result<void, ServiceError.MissingPermissions> => {
  const boosters = bot.roles.find((role) => role.id === roleId && isBoosterRole(role))
  if (boosters === undefined) return requireAbove(bot, roleId)
  const because = `the role ${boosters.name} comes and goes with the boosts of a member, and nobody gives or takes it`
  return Result.fail(new ServiceError.MissingPermissions({ because }))
}

/** Fails with 50013 unless the bot is above the member. */
export const requireAboveMember = (
  bot: RankedBot,
  other: Member
): Result.Result<void, ServiceError.MissingPermissions> =>
  outranksMember(bot, bot.member, other)
    ? Result.void
    : Result.fail(new ServiceError.MissingPermissions({ because: notAboveMember(bot, bot.member, other) }))

const ownApplication = ({ application_id }: Caller) =>
  existing(Collections.applications.get(application_id), ServiceError.UnknownApplication)

/** A bot in a guild as a whole. */
export interface BotInGuild extends Pick<Place.GuildPlace, "guild" | "roles" | "member"> {
  readonly application: Application
  readonly install: GuildInstall
  readonly now_ms: number
}

/** A bot in a channel of a guild. */
export interface BotInChannel extends BotInGuild, Place.GuildPlace {
  readonly permissions: bigint
}

export interface BotInDirect extends Place.DirectPlace {
  readonly application: Application
}

/**
 * Fails with 10004 for an unknown guild, with 50001 where the bot is no member, and with 50013 when it lacks a needed
 * permission of the guild.
 */
export const inGuild = function* (
  { application, guild_id }: BotOfGuild,
  ...needed: ReadonlyArray<Permission.PermissionName>
) {
  const guild = yield* existing(Collections.guilds.get(guild_id), ServiceError.UnknownGuild)
  const install = yield* Collections.guildInstalls.get(guild_id, application.id)
  const member = yield* Collections.members.get(guild_id, application.bot.id)
  if (install === undefined || member === undefined || !install.scopes.includes("bot"))
    return yield* new ServiceError.MissingAccess({
      // Without the name of a guild that the bot does not know.
      because: `${application.name} is not installed with the scope bot in this guild`
    })
  const roles = yield* Collections.roles.list([guild_id])
  const there: BotInGuild = { application, guild, roles, install, member, now_ms: yield* clockTime }
  yield* requireInGuild(there, ...needed)
  return there
}

/** A channel, as a bot names it. */
export interface ChannelAddress {
  readonly application: Application
  readonly channel_id: Snowflake
}

/** Fails with 10003 for an unknown channel, and with 50001 where the bot is no member or may not view. */
export const inChannel = function* ({ application, channel_id }: ChannelAddress) {
  const channel = yield* existing(Collections.channels.get(channel_id), ServiceError.UnknownChannel)
  if (isDirect(channel)) {
    if (!channel.recipients.includes(application.bot.id))
      return yield* new ServiceError.MissingAccess({
        because: `${application.name} is no recipient of this direct channel`
      })
    return { kind: "direct", application, channel } satisfies BotInDirect
  }
  const there = yield* Body.mapFailure(inGuild({ application, guild_id: channel.guild_id }), (failure) =>
    failure._tag === "UnknownGuild" ? new ServiceError.UnknownChannel() : failure
  )
  const place = { channel, parent: yield* parentOf(channel) }
  const permissions = permissionsOf(there, place)
  const here = { kind: "guild", ...there, ...place, permissions } satisfies BotInChannel as BotInChannel
  if (!Permission.has(permissions, Permission.BITS.VIEW_CHANNEL))
    return yield* new ServiceError.MissingAccess({ because: lacking(here, ["VIEW_CHANNEL"]) })
  return here
}

/** Whether the bot may view a channel of the guild. */
export const mayView = (there: BotInGuild, where: Place.ChannelSnapshot): boolean =>
  Permission.has(permissionsOf(there, where), Permission.BITS.VIEW_CHANNEL)

/** The bot's permissions in a channel of the guild. */
export const permissionsOf = (there: BotInGuild, where: Place.ChannelSnapshot): bigint =>
  Place.permissionsIn(there, holderOf(there), where, there.now_ms)

/** The bot's permissions in the guild as a whole. */
export const guildPermissions = (there: BotInGuild): bigint =>
  Place.permissionsInGuild(there, holderOf(there), there.now_ms)

const holderOf = ({ member, install }: BotInGuild): Place.Holder => ({ member, managed: managedBits(install) })

type Names = ReadonlyArray<Permission.PermissionName>

/** Fails with 50013 when one is missing in the channel. */
export const requireHere = (
  here: BotInChannel,
  ...names: Names
): Result.Result<void, ServiceError.MissingPermissions> => required(here.permissions, names, () => lacking(here, names))

/** Fails with 50013 when one is missing in the guild as a whole. */
export const requireInGuild = (
  there: BotInGuild,
  ...names: Names
): Result.Result<void, ServiceError.MissingPermissions> =>
  names.length === 0
    ? Result.void
    : required(guildPermissions(there), names, () => lackingInGuild(there, Permission.bitsOf(names)))

const required = (permissions: bigint, names: Names, because: () => string) =>
  Permission.has(permissions, Permission.bitsOf(names))
    ? Result.void
    : Result.fail(new ServiceError.MissingPermissions({ because: because() }))

/** A clause about those of the permissions that the bot lacks in the channel. */
export const lacking = (here: BotInChannel, names: Names): string => {
  const { channel, parent, permissions } = here
  const ruling = isThread(channel) ? (parent ?? channel) : channel
  const missing = Permission.bitsOf(names) & ~permissions
  return describeLack({ ...lackOf(here), where: { channel, parent }, ruling }, missing)
}

/** A clause about those of the bits that the bot lacks in the guild. */
export const lackingInGuild = (there: BotInGuild, bits: bigint): string =>
  describeLack({ ...lackOf(there), where: undefined, ruling: undefined }, bits & ~guildPermissions(there))

const lackOf = (there: BotInGuild) => {
  const { guild, roles, member, install, application, now_ms } = there
  const is_timed_out = Place.isTimedOut(member, now_ms)
  return {
    who: application.name,
    named: application.name,
    guild,
    roles,
    member,
    managed: managedBits(install),
    is_timed_out
  }
}
