/**
 * The members of a guild over REST. A bot that manages members must be above them, and above the roles that it gives or
 * takes. Source: official OpenAPI document, members; the platform's documentation of permissions, "Permission
 * Hierarchy".
 */

import { scalarText } from "@backlot/domain/base/Scalar"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { allRoles, managedRoles } from "@backlot/domain/guild/GuildObject"
import { changedRoles, type MemberBody, memberBody, ownMemberBody } from "@backlot/domain/guild/MemberBody"
import {
  ALL,
  BITS,
  has,
  type PermissionName,
  inGuild as permissionsInGuild
} from "@backlot/domain/permission/Permission"
import * as Standing from "@backlot/domain/permission/Standing"
import { QUARANTINED } from "@backlot/domain/record/AutoModeration"
import { managedBits } from "@backlot/domain/record/ManagedRole"
import type { Application, Member } from "@backlot/domain/record/World"
import type { Page } from "@backlot/domain/validation/PageQuery"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect, Result } from "effect"
import { botsOf, memberObjects } from "../access/Accounts.ts"
import * as BotEntry from "../access/BotEntry.ts"
import { membersNamed } from "../access/NamedMembers.ts"
import { changedBy } from "../audit/AuditLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, readNow, transact } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as VoiceStates from "./VoiceStates.ts"

/** Members after `after`, by user id. Fails with 50001 unless the application has the intent GUILD_MEMBERS. */
export const list = operation(
  "Members.list",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, { limit, after }: Page) {
    yield* Effect.fromResult(requireMemberIntent(bot.application))
    return yield* transact(function* () {
      const behind = after === undefined ? undefined : [bot.guild_id, after]
      return yield* objects(bot, yield* Collections.members.list([bot.guild_id], limit, behind))
    })
  })
)

/** Fails with 50001 without it. */
export const requireMemberIntent = ({
  flags,
  name
}: Pick<Application, "flags" | "name">): Result.Result<void, ServiceError.MissingAccess> =>
  MEMBER_FLAGS.some((flag) => flags.includes(flag))
    ? Result.void
    : Result.fail(
        new ServiceError.MissingAccess({ because: `${name} lacks the application flag ${MEMBER_FLAGS.join(" or ")}` })
      )

const MEMBER_FLAGS = ["GATEWAY_GUILD_MEMBERS", "GATEWAY_GUILD_MEMBERS_LIMITED"]

/** Members whose nick, name or username begins with the text, in any case. */
export const search = operation(
  "Members.search",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, text: string, limit: number) {
    return yield* transact(function* () {
      const bots = yield* botsOf(bot.guild_id)
      return yield* memberObjects(yield* membersNamed(bot.guild_id, text, limit, bots), bots)
    })
  })
)

export const get = operation("Members.get", (bot: BotEntry.BotOfGuild, userId: Snowflake) =>
  inTransaction(() => one(bot, userId))
)

/** Edits a member. The bot may change its own nick with CHANGE_NICKNAME. */
export const edit = operation(
  "Members.edit",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, userId: Snowflake, sent: unknown) {
    const now = yield* readNow
    const wish = function* () {
      const there = yield* BotEntry.ranked(bot)
      const member = yield* memberOf(bot.guild_id, userId)
      const managed = managedRoles(there.bots).map(({ id }) => id)
      const notHeld = new Set([bot.guild_id, ...managed])
      const body = memberBody(sent, { notHeld, flags: member.flags ?? 0, nowMs: now })
      yield* requireNick(there, member, body)
      yield* requireRoles(there, member, body)
      yield* requireTimeout(there, member, body)
      yield* requireFlags(there, body)
      const voice = yield* VoiceStates.moderated(bot, userId, body.voice)
      return [{ method: "patch" as const, target: target(bot, userId), ...body, events: voice.events }, ...voice.wishes]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, userId))
  })
)

/** The bot's own nick, pictures and bio in a guild. */
export const editSelf = operation(
  "Members.editSelf",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, sent: unknown) {
    const { sha256 } = yield* Secrets
    const userId = bot.application.bot.id
    const wish = function* () {
      const there = yield* BotEntry.ranked(bot)
      const body = ownMemberBody(sent, sha256)
      if (body.body["nick"] !== undefined) yield* ownNick((name) => BotEntry.requireInGuild(there, name))
      return [{ method: "patch" as const, target: target(bot, userId), ...body }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, userId))
  })
)

/** A user's own nick, pictures and bio, by the rule for a bot's own. */
export const editSelfOfUser = operation(
  "Members.editSelfOfUser",
  Effect.fnUntraced(function* (userId: Snowflake, guild_id: Snowflake, sent: unknown) {
    const now = yield* readNow
    const { sha256 } = yield* Secrets
    const wish = function* () {
      const user = yield* existing(Collections.users.get(userId), ServiceError.UnknownUser)
      const guild = yield* existing(Collections.guilds.get(guild_id), ServiceError.UnknownGuild)
      const member = yield* memberOf(guild_id, userId)
      const body = ownMemberBody(sent, sha256)
      const roles = yield* Collections.roles.list([guild_id])
      // Who only looks on because of how they are called may call themselves otherwise.
      const free = { ...member, flags: (member.flags ?? 0) & ~QUARANTINED }
      const standing = Standing.standingInGuild({ user, guild, roles, member: free, now_ms: now })
      if (body.body["nick"] !== undefined) yield* ownNick((name) => Standing.require(standing, name))
      return [{ method: "patch" as const, target: target({ guild_id }, userId), ...body }]
    }
    return yield* changedBy({ user_id: userId })(WorldEdits.carryOut(wish, () => one({ guild_id }, userId)))
  })
)

const EVERYONE = "every member has the role @everyone, and nobody can take it"

/** Gives or takes one role; no change if the member has it already, or has not. */
export const setRole = operation(
  "Members.setRole",
  Effect.fnUntraced(function* (
    bot: BotEntry.BotOfGuild,
    { user_id, role_id, held }: { readonly user_id: Snowflake; readonly role_id: Snowflake; readonly held: boolean }
  ) {
    const wish = function* () {
      const there = yield* BotEntry.ranked(bot, "MANAGE_ROLES")
      const { roles } = yield* memberOf(bot.guild_id, user_id)
      const known = allRoles(there.roles, there.bots).some(({ id }) => id === role_id)
      if (!known) return yield* new ServiceError.UnknownRole()
      if (role_id === bot.guild_id) return yield* new ServiceError.MissingPermissions({ because: EVERYONE })
      yield* BotEntry.requireGivable(there, role_id)
      if (roles.includes(role_id) === held) return []
      const after = held ? [...roles, role_id] : roles.filter((id) => id !== role_id)
      return [{ method: "patch" as const, target: target(bot, user_id), body: { roles: after } }]
    }
    yield* WorldEdits.carryOut(wish, () => Body.void)
  })
)

/** Removes a member from the guild; a bot with its installation. */
export const kick = operation(
  "Members.kick",
  Effect.fnUntraced(function* (bot: BotEntry.BotOfGuild, userId: Snowflake) {
    const guard = function* () {
      const there = yield* BotEntry.ranked(bot, "KICK_MEMBERS")
      yield* BotEntry.requireAboveMember(there, yield* memberOf(bot.guild_id, userId))
    }
    yield* WorldEdits.remove(yield* inTransaction(() => leaving(bot, userId)), guard)
  })
)

/** What is removed when somebody leaves: a member, or the installation of a bot. Inside a transaction. */
export const leaving = (bot: BotEntry.BotOfGuild, userId: Snowflake) =>
  Body.map(botsOf(bot.guild_id), (bots): WorldTarget => {
    const application = bots.find((one) => one.application.bot.id === userId)?.application
    if (application === undefined) return target(bot, userId)
    return { kind: "guild_install", guild_id: bot.guild_id, application_id: application.id }
  })

const requireNick = function* (there: BotEntry.RankedBot, member: Member, { body }: MemberBody) {
  if (body["nick"] === undefined) return
  if (member.user_id !== there.member.user_id) {
    yield* BotEntry.requireInGuild(there, "MANAGE_NICKNAMES")
    return yield* BotEntry.requireAboveMember(there, member)
  }
  yield* ownNick((name) => BotEntry.requireInGuild(there, name))
}

type Requiring = (name: PermissionName) => Result.Result<void, ServiceError.MissingPermissions>

/** Their own: CHANGE_NICKNAME, or MANAGE_NICKNAMES. */
const ownNick = (require: Requiring) =>
  Result.orElse(require("CHANGE_NICKNAME"), (refusal) => Result.mapError(require("MANAGE_NICKNAMES"), () => refusal))

/** Unknown roles are a form error, which the rules report. */
const requireRoles = function* (there: BotEntry.RankedBot, member: Member, { body: { roles } }: MemberBody) {
  if (roles === undefined) return
  yield* BotEntry.requireInGuild(there, "MANAGE_ROLES")
  const wanted = Array.isArray(roles) ? roles.map(scalarText) : []
  for (const id of changedRoles(member.roles, wanted)) {
    if (there.roles.some((role) => role.id === id)) yield* BotEntry.requireGivable(there, id)
  }
}

/** Source: the platform's documentation of members. */
export const requireFlags = function* (there: BotEntry.RankedBot, { body }: Pick<MemberBody, "body">) {
  if (body["flags"] === undefined) return
  const own = BotEntry.guildPermissions(there)
  const suffices = FLAG_RIGHTS.some((names) => names.every((name) => has(own, BITS[name])))
  if (!suffices) return yield* new ServiceError.MissingPermissions({ because: NO_FLAGS })
}

const FLAG_RIGHTS: ReadonlyArray<ReadonlyArray<PermissionName>> = [
  ["MANAGE_GUILD"],
  ["MANAGE_ROLES"],
  ["MODERATE_MEMBERS", "KICK_MEMBERS", "BAN_MEMBERS"]
]

const NO_FLAGS =
  "flags of members need MANAGE_GUILD, or MANAGE_ROLES, or MODERATE_MEMBERS, KICK_MEMBERS and BAN_MEMBERS together"

/** An administrator cannot be timed out. */
const requireTimeout = function* (there: BotEntry.RankedBot, member: Member, { body }: MemberBody) {
  const until = body["timed_out_until"]
  if (until === undefined) return
  yield* BotEntry.requireInGuild(there, "MODERATE_MEMBERS")
  yield* BotEntry.requireAboveMember(there, member)
  const { guild, roles } = there
  const managed = managedBits(there.bots.find(({ application }) => application.bot.id === member.user_id)?.install)
  const { owner_id, id: guild_id } = guild
  const view = { owner_id, guild_id, roles, member, timedOut: false, managed }
  if (until !== null && permissionsInGuild(view) === ALL)
    return yield* new ServiceError.MissingPermissions({ because: "an administrator cannot be timed out" })
}

const target = ({ guild_id }: OfGuild, user_id: Snowflake): WorldTarget => ({
  kind: "member",
  guild_id,
  user_id
})

const memberOf = (guildId: Snowflake, userId: Snowflake) =>
  existing(Collections.members.get(guildId, userId), ServiceError.UnknownMember)

type OfGuild = Pick<BotEntry.BotOfGuild, "guild_id">

const objects = function* (bot: OfGuild, members: ReadonlyArray<Member>) {
  return yield* memberObjects(members, yield* botsOf(bot.guild_id))
}

const one = function* (bot: OfGuild, userId: Snowflake) {
  const [found] = yield* objects(bot, [yield* memberOf(bot.guild_id, userId)])
  if (found === undefined) return yield* new ServiceError.UnknownMember()
  const state = yield* Collections.voiceStates.get(bot.guild_id, userId)
  return { ...found, mute: found.mute || state?.mute === true, deaf: found.deaf || state?.deaf === true }
}
