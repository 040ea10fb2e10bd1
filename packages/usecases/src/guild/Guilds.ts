/** One guild, and the guilds of a bot or a user. Source: official OpenAPI document, guilds; wire-rest.md §5.1. */

import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { MissingPermissions, TooFewBoosts, UnknownGuild, UnknownMember } from "@backlot/domain/error/ServiceError"
import { guildBody } from "@backlot/domain/guild/GuildBody"
import { guildDetails, rolesDetails } from "@backlot/domain/guild/GuildObject"
import { incidentsData } from "@backlot/domain/guild/ScreenBody"
import { inGuild as permissionsInGuild } from "@backlot/domain/permission/Permission"
import { settingsOf } from "@backlot/domain/record/GuildSettings"
import type { Application, Guild, GuildInstall, Member } from "@backlot/domain/record/World"
import type { Page } from "@backlot/domain/validation/PageQuery"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect, Struct } from "effect"
import { botsOf, bringsBot, memberObjects } from "../access/Accounts.ts"
import { type BotOfGuild, guildPermissions, inGuild, requireInGuild } from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import { expressionsOf } from "../store/Expressions.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** A guild with its roles; `counted` adds the number of members. */
export const get = operation("Guilds.get", ({ guild_id }: BotOfGuild, counted: boolean) =>
  inTransaction(() => whole(guild_id, counted))
)

/** The public preview, always with counts. */
export const preview = operation(
  "Guilds.preview",
  Effect.fnUntraced(function* ({ guild_id }: BotOfGuild) {
    const guild = yield* inTransaction(() => whole(guild_id, true))
    const shown = ["id", "name", "icon", "description", "home_header", "splash", "discovery_splash"] as const
    return {
      ...Struct.pick(guild, [...shown, "features", "emojis", "stickers"]),
      approximate_member_count: guild.approximate_member_count ?? 0,
      approximate_presence_count: guild.approximate_presence_count ?? 0
    }
  })
)

export const edit = operation(
  "Guilds.edit",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const { sha256 } = yield* Secrets
    const wish = function* () {
      const there = yield* inGuild(bot, "MANAGE_GUILD")
      const { byAdministrators, passesOn, boosted, ...read } = guildBody(sent, there.guild, sha256)
      if (byAdministrators.length > 0) yield* requireInGuild(there, "ADMINISTRATOR")
      if (passesOn)
        return yield* new MissingPermissions({ because: "only the owner of a guild gives it another owner" })
      if (boosted.length > 0 && read.faults.length === 0) {
        return yield* new TooFewBoosts({ because: `the guild lacks the feature ${boosted.join(", ")}` })
      }
      return [{ method: "patch" as const, target: { kind: "guild" as const, guild_id: bot.guild_id }, ...read }]
    }
    return yield* WorldEdits.carryOut(wish, () => whole(bot.guild_id, false))
  })
)

/** The bot leaves, and its application is uninstalled. */
export const leave = operation(
  "Guilds.leave",
  Effect.fnUntraced(function* (bot: BotOfGuild) {
    const { application, guild_id } = bot
    const target: WorldTarget = { kind: "guild_install", guild_id, application_id: application.id }
    yield* WorldEdits.remove(target, () => inGuild(bot))
  })
)

/** The guilds of a bot, by id. */
export const listOfBot = operation(
  "Guilds.listOfBot",
  transacting(function* (application: Application, page: Page, counted: boolean) {
    const installs = yield* Collections.guildInstalls.by("application", application.id)
    return yield* Body.forEach(within(installs.filter(bringsBot), page), ({ guild_id }) =>
      Body.flatMap(inGuild({ application, guild_id }), (there) =>
        mine(there.guild, { counted, owner: false, permissions: guildPermissions(there) })
      )
    )
  })
)

/** The guilds of a user, by id. */
export const listOfUser = operation(
  "Guilds.listOfUser",
  transacting(function* (userId: Snowflake, page: Page, counted: boolean) {
    const members = yield* Collections.members.by("user", userId)
    return yield* Body.forEach(within(members, page), (member) => ofMember(member, counted))
  })
)

/** A user's own member. */
export const memberOfUser = operation(
  "Guilds.memberOfUser",
  transacting(function* (userId: Snowflake, guildId: Snowflake) {
    if ((yield* Collections.guilds.get(guildId)) === undefined) return yield* new UnknownGuild()
    const member = yield* Collections.members.get(guildId, userId)
    const [found] = member === undefined ? [] : yield* memberObjects([member], [])
    return found ?? (yield* new UnknownMember())
  })
)

/** The first page after `after`; without `after`, the last page before `before`. */
const within = <A extends Pick<GuildInstall, "guild_id">>(items: ReadonlyArray<A>, page: Page): ReadonlyArray<A> => {
  const { before, after, limit } = page
  const found = items
    .toSorted((a, b) => compare(a.guild_id, b.guild_id))
    .filter(({ guild_id: id }) => after === undefined || compare(id, after) > 0)
    .filter(({ guild_id: id }) => before === undefined || compare(id, before) < 0)
  return before !== undefined && after === undefined ? found.slice(-limit) : found.slice(0, limit)
}

const ofMember = function* (member: Member, counted: boolean) {
  const guild = yield* existing(Collections.guilds.get(member.guild_id), UnknownGuild)
  const roles = yield* Collections.roles.list([guild.id])
  const { owner_id, id: guild_id } = guild
  const permissions = permissionsInGuild({ owner_id, guild_id, roles, member, timedOut: false })
  return yield* mine(guild, { counted, owner: owner_id === member.user_id, permissions })
}

const mine = function* (
  guild: Guild,
  { counted, owner, permissions }: { readonly counted: boolean; readonly owner: boolean; readonly permissions: bigint }
) {
  const { id, name, features } = guild
  const { icon, banner } = settingsOf(guild)
  const counts = counted ? yield* countsOf(id) : {}
  return { id, name, icon, banner, owner, permissions: String(permissions), features, ...counts }
}

/** Inside a transaction: the guild object, with its roles. */
export const whole = function* (guildId: Snowflake, counted: boolean) {
  const guild = yield* existing(Collections.guilds.get(guildId), UnknownGuild)
  const roles = yield* Collections.roles.list([guildId])
  const counts = counted ? yield* countsOf(guildId) : {}
  const details = guildDetails(guild, yield* expressionsOf(guildId))
  return {
    ...details,
    roles: rolesDetails(roles, yield* botsOf(guildId)),
    incidents_data: incidentsData(guild),
    ...counts
  }
}

/** Presences are unknown, so everyone counts as online. Our choice: docs/choices.md "Guilds and members". */
export const countsOf = (guildId: Snowflake) =>
  Body.map(
    Collections.members.list([guildId]),
    ({ length }): { approximate_member_count?: number; approximate_presence_count?: number } => ({
      approximate_member_count: length,
      approximate_presence_count: length
    })
  )
