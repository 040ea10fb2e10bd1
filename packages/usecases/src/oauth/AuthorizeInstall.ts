/**
 * The installation of an authorization: in a guild whose settings the user may change, or on the user. Inside a
 * transaction. Source: wire-rest.md §5.2, §5.5; service.md "Authentication".
 */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as FormError from "@backlot/domain/error/FormError"
import type { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as AuthorizeError from "@backlot/domain/oauth/AuthorizeError"
import type { AuthorizeRequest } from "@backlot/domain/oauth/AuthorizeRequest"
import { isPermissions } from "@backlot/domain/oauth/AuthorizeRules"
import { bringsCommands } from "@backlot/domain/permission/IntegrationOwners"
import { has } from "@backlot/domain/permission/Permission"
import { may, standingInGuild } from "@backlot/domain/permission/Standing"
import { IntegrationType } from "@backlot/domain/record/ApplicationCommand"
import { isInstalling } from "@backlot/domain/record/Scope"
import type { GuildInstall, User } from "@backlot/domain/record/World"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import type { Wish } from "../world/WorldEdits.ts"

/** A guild that the user could choose. */
export interface GuildChoice {
  readonly id: Snowflake
  readonly name: string
  /** Whether the user may install there: MANAGE_GUILD, by role, as administrator or as owner. */
  readonly is_allowed: boolean
  /** The user's permissions there, which they may give away: decimal bit set. */
  readonly permissions: string
  /** The existing installation. */
  readonly install: Pick<GuildInstall, "scopes" | "permissions"> | null
}

/** The user's choice beside the request. */
export interface InstallChoice {
  readonly guild_id?: string | undefined
  /** The requested permissions that the user leaves the bot; absent means all. */
  readonly permissions?: string | undefined
}

/** An installation to carry out, and its part of the answer. */
export interface Installation {
  readonly wishes: ReadonlyArray<Wish>
  readonly guild_id?: Snowflake
  /** The bot's permissions: decimal bit set. */
  readonly permissions?: string
}

/** The guilds of a user, by id. */
export const guildsOf = Effect.fnUntraced(function* (user: User, applicationId: Snowflake, nowMs: number) {
  const members = yield* Collections.members.by("user", user.id)
  const choices: Array<GuildChoice> = []
  for (const { guild_id } of members) {
    const choice = yield* guildOf(user, applicationId, guild_id, nowMs)
    if (choice !== undefined) choices.push(choice)
  }
  return choices
})

/** One guild of a user; undefined where they are no member. */
const guildOf = Effect.fnUntraced(function* (user: User, applicationId: Snowflake, guildId: Snowflake, nowMs: number) {
  const guild = yield* Collections.guilds.get(guildId)
  const member = yield* Collections.members.get(guildId, user.id)
  if (guild === undefined || member === undefined) return undefined
  const roles = yield* Collections.roles.list([guildId])
  const standing = standingInGuild({ user, guild, roles, member, now_ms: nowMs })
  return {
    id: guild.id,
    name: guild.name,
    is_allowed: may(standing, "MANAGE_GUILD"),
    permissions: standing.permissions.toString(),
    install: (yield* Collections.guildInstalls.get(guildId, applicationId)) ?? null
  } satisfies GuildChoice
})

/** The installation of an accepted request. Fails with the faults of the choice. */
export const installationOf = Effect.fnUntraced(function* (
  request: AuthorizeRequest,
  user: User,
  choice: InstallChoice,
  nowMs: number
): Effect.fn.Return<Installation, InvalidForm, Transaction> {
  switch (request.integration_type) {
    case null:
      return { wishes: [] }
    case IntegrationType.USER_INSTALL:
      return { wishes: [yield* onUser(request, user)] }
    case IntegrationType.GUILD_INSTALL:
      return yield* inGuild(request, yield* chosenGuild(request, user, choice, nowMs), choice)
  }
})

/** Whether everything that the request would install exists, with as many permissions. */
export const isInPlace = Effect.fnUntraced(function* (request: AuthorizeRequest, user: User, nowMs: number) {
  const { integration_type, client_id, guild_id } = request
  if (integration_type === null) return true
  const isCovered = (scopes: ReadonlyArray<string>) =>
    bringsCommands({ scopes }) && (scopes.includes("bot") || !request.scopes.includes("bot"))
  if (integration_type === IntegrationType.USER_INSTALL) {
    const install = yield* Collections.userInstalls.get(user.id, client_id)
    return install !== undefined && isCovered(install.scopes)
  }
  const guild = guild_id === null ? undefined : yield* guildOf(user, client_id, guild_id, nowMs)
  if (!guild?.is_allowed || guild.install === null) return false
  return isCovered(guild.install.scopes) && has(BigInt(guild.install.permissions), BigInt(request.permissions))
})

/** The guild of choice or request; a stranger learns nothing of it. Our choice: docs/choices.md "OAuth2". */
const chosenGuild = Effect.fnUntraced(function* (
  request: AuthorizeRequest,
  user: User,
  choice: InstallChoice,
  nowMs: number
) {
  const id = choice.guild_id ?? request.guild_id
  if (id === null) return yield* AuthorizeError.inForm("guild_id", FormError.required)
  if (!isSnowflake(id)) return yield* AuthorizeError.inForm("guild_id", FormError.notSnowflake(id))
  if (request.disable_guild_select && id !== request.guild_id)
    return yield* AuthorizeError.inForm("guild_id", AuthorizeError.otherGuild)
  const guild = yield* guildOf(user, request.client_id, id, nowMs)
  if (guild === undefined) return yield* AuthorizeError.inForm("guild_id", AuthorizeError.unknownGuild)
  return guild.is_allowed ? guild : yield* AuthorizeError.inForm("guild_id", AuthorizeError.mayNotManage)
})

/** Extends an existing installation; its bot has the permissions chosen last. */
const inGuild = Effect.fnUntraced(function* (request: AuthorizeRequest, guild: GuildChoice, choice: InstallChoice) {
  const chosen = choice.permissions ?? request.permissions
  if (!isPermissions(chosen)) return yield* AuthorizeError.inForm("permissions", AuthorizeError.badPermissions)
  const permissions = (BigInt(request.permissions) & BigInt(chosen) & BigInt(guild.permissions)).toString()
  const target = { kind: "guild_install" as const, guild_id: guild.id, application_id: request.client_id }
  const scopes = united(guild.install?.scopes, request)
  const body = { scopes, ...(request.scopes.includes("bot") ? { permissions } : {}) }
  const wish: Wish = { method: guild.install === null ? "put" : "patch", target, body }
  return { wishes: [wish], guild_id: guild.id, permissions } satisfies Installation
})

const onUser = Effect.fnUntraced(function* (request: AuthorizeRequest, user: User) {
  const target = { kind: "user_install" as const, user_id: user.id, application_id: request.client_id }
  const install = yield* Collections.userInstalls.get(user.id, request.client_id)
  const wish: Wish = {
    method: install === undefined ? "put" : "patch",
    target,
    body: { scopes: united(install?.scopes, request) }
  }
  return wish
})

const united = (held: ReadonlyArray<string> | undefined, request: AuthorizeRequest): ReadonlyArray<string> => [
  ...new Set([...(held ?? []), ...installedBy(request)])
]

const installedBy = ({ scopes }: AuthorizeRequest): ReadonlyArray<string> => scopes.filter(isInstalling)
