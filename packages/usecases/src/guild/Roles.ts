/**
 * The roles of a guild over REST. Reading needs membership alone. Writing needs MANAGE_ROLES, a place above the role,
 * and the permissions that are given. Managed roles of bots are listed and cannot be changed. Source: official OpenAPI
 * document, roles; the platform's documentation of permissions, "Permission Hierarchy". Our choice: docs/choices.md
 * "Guilds and members".
 */

import * as Limits from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import {
  InvalidForm,
  InvalidRole,
  MissingPermissions,
  TooFewBoosts,
  TooManyRoles,
  UnknownRole
} from "@backlot/domain/error/ServiceError"
import { isBoosterRole } from "@backlot/domain/guild/Boost"
import { mayMove, notAboveRole } from "@backlot/domain/guild/BotRank"
import { hasFeature } from "@backlot/domain/guild/Feature"
import { allRoles, managedRoles, memberRoles, rolesDetails } from "@backlot/domain/guild/GuildObject"
import { featureNeeded, grantedBits, newRole, roleBody, rolePositions } from "@backlot/domain/guild/RoleBody"
import { ALL } from "@backlot/domain/permission/Permission"
import { hasManagedRole, managedRoleId } from "@backlot/domain/record/ManagedRole"
import type { Role } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { botsOf } from "../access/Accounts.ts"
import { type BotOfGuild, guildPermissions, type RankedBot, ranked, requireAbove } from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** All roles by id, the managed roles of bots last. */
export const list = operation("Roles.list", ({ guild_id }: BotOfGuild) => inTransaction(() => shown(guild_id)))

export const get = operation("Roles.get", ({ guild_id }: BotOfGuild, roleId: Snowflake) =>
  inTransaction(() => one(guild_id, roleId))
)

/** The number of members with each role; @everyone is not counted. */
export const memberCounts = operation(
  "Roles.memberCounts",
  transacting(function* ({ guild_id }: BotOfGuild) {
    const bots = yield* botsOf(guild_id)
    const roles = allRoles(yield* Collections.roles.list([guild_id]), bots)
    const counts = new Map<Snowflake, number>(roles.flatMap(({ id }) => (id === guild_id ? [] : [[id, 0]])))
    for (const member of yield* Collections.members.list([guild_id])) {
      const bot = bots.find(({ application }) => application.bot.id === member.user_id)
      for (const id of memberRoles(member, bot)) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return Object.fromEntries(counts)
  })
)

const GRANTS_MORE = "the role would have permissions that the bot itself lacks in the guild"
const MOVES_MORE = "the bot may only move roles below its highest role, and only to places below it"

/** A new role is the lowest. */
export const create = operation(
  "Roles.create",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const id = yield* (yield* Ids).next
    const { sha256 } = yield* Secrets
    const wish = function* () {
      const there = yield* ranked(bot, "MANAGE_ROLES")
      if (there.roles.length >= Limits.guild.roles) return yield* new TooManyRoles({ max: Limits.guild.roles })
      const everyone = there.roles.find((role) => role.id === bot.guild_id)
      const said = roleBody(sent, sha256)
      const body = newRole(said, everyone?.permissions ?? "0")
      if (grantsMore(there, said, undefined)) return yield* new MissingPermissions({ because: GRANTS_MORE })
      yield* requireFeature(there, said, undefined)
      return [{ method: "put" as const, target: target(bot, id), ...body }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot.guild_id, id))
  })
)

export const edit = operation(
  "Roles.edit",
  Effect.fnUntraced(function* (bot: BotOfGuild, roleId: Snowflake, sent: unknown) {
    const { sha256 } = yield* Secrets
    const wish = function* () {
      const there = yield* ranked(bot, "MANAGE_ROLES")
      const role = yield* requireOwn(there, roleId)
      const body = roleBody(sent, sha256)
      if (grantsMore(there, body, role)) return yield* new MissingPermissions({ because: GRANTS_MORE })
      yield* requireFeature(there, body, role)
      return [{ method: "patch" as const, target: target(bot, roleId), ...body }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot.guild_id, roleId))
  })
)

/** Moves the named roles; gives all roles. A managed role's position is stored with its installation. */
export const move = operation(
  "Roles.move",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const wishes = function* () {
      const there = yield* ranked(bot, "MANAGE_ROLES")
      const { elements, faults } = rolePositions(sent)
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      const known = new Map(allRoles(there.roles, there.bots).map(({ id, position }) => [id, position] as const))
      if (elements.some(({ id }) => !known.has(id))) return yield* new UnknownRole()
      const moved = new Map(
        elements.flatMap(({ id, position }) => (position === undefined ? [] : [[id, position] as const]))
      )
      if (!mayMove(there, there.member, moved)) return yield* new MissingPermissions({ because: MOVES_MORE })
      return elements.flatMap(({ id, position }, i) =>
        position === undefined || position === known.get(id) ? [] : [{ ...placing(there, id, position), at: [i] }]
      )
    }
    return yield* WorldEdits.carryOut(wishes, () => shown(bot.guild_id))
  })
)

const placing = ({ guild, bots }: RankedBot, roleId: Snowflake, position: number): WorldEdits.Wish => {
  const bot = bots.find(({ install }) => hasManagedRole(install) && managedRoleId(install) === roleId)
  if (bot === undefined) {
    return { method: "patch", target: { kind: "role", guild_id: guild.id, role_id: roleId }, body: { position } }
  }
  return {
    method: "patch",
    target: { kind: "guild_install", guild_id: guild.id, application_id: bot.application.id },
    body: { role_position: position },
    places: { role_position: ["position"] }
  }
}

export const remove = operation(
  "Roles.remove",
  Effect.fnUntraced(function* (bot: BotOfGuild, roleId: Snowflake) {
    const guard = function* () {
      const there = yield* ranked(bot, "MANAGE_ROLES")
      yield* requireOwn(there, roleId)
      if (there.roles.some((role) => role.id === roleId && isBoosterRole(role))) return yield* new InvalidRole()
      if (roleId === bot.guild_id) return yield* new MissingPermissions({ because: "@everyone cannot be deleted" })
    }
    yield* WorldEdits.remove(target(bot, roleId), guard)
  })
)

/** A role of the guild below the bot. */
const requireOwn = function* (there: RankedBot, roleId: Snowflake) {
  if (managedRoles(there.bots).some(({ id }) => id === roleId))
    return yield* new MissingPermissions({ because: notAboveRole(there, there.member, roleId) })
  const role = there.roles.find(({ id }) => id === roleId)
  if (role === undefined) return yield* new UnknownRole()
  yield* requireAbove(there, roleId)
  return role
}

/** Whether a body adds permissions that the bot does not have. */
const grantsMore = (there: RankedBot, body: ElementBody, before: Role | undefined): boolean => {
  const own = guildPermissions(there)
  const granted = grantedBits(body) ?? 0n
  return own !== ALL && granted > 0n && (granted & ~own & ~BigInt(before?.permissions ?? 0)) !== 0n
}

const requireFeature = function* ({ guild }: RankedBot, body: ElementBody, before: Role | undefined) {
  const feature = body.faults.length > 0 ? undefined : featureNeeded(body, before)
  if (feature === undefined || hasFeature(guild, feature)) return
  return yield* new TooFewBoosts({ because: `the guild lacks the feature ${feature}` })
}

const target = ({ guild_id }: BotOfGuild, role_id: Snowflake): WorldTarget => ({ kind: "role", guild_id, role_id })

const shown = function* (guildId: Snowflake) {
  return rolesDetails(yield* Collections.roles.list([guildId]), yield* botsOf(guildId))
}

const one = (guildId: Snowflake, roleId: Snowflake) =>
  existing(
    Body.map(shown(guildId), (roles) => roles.find(({ id }) => id === roleId)),
    UnknownRole
  )
