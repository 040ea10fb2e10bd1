/**
 * Authorizes an application: what the page of consent shows, and the user's decision. The caller knows the user.
 * Sources: wire-rest.md §5.2; product.md "Surfaces of one server"; RFC 6749 §4.1, §4.2.
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as AuthorizeError from "@backlot/domain/oauth/AuthorizeError"
import * as AuthorizeRequest from "@backlot/domain/oauth/AuthorizeRequest"
import { isPermissions } from "@backlot/domain/oauth/AuthorizeRules"
import { withParameters } from "@backlot/domain/oauth/RedirectUri"
import { bringsCommands } from "@backlot/domain/permission/IntegrationOwners"
import { has } from "@backlot/domain/permission/Permission"
import { may, standingInGuild } from "@backlot/domain/permission/Standing"
import { IntegrationType } from "@backlot/domain/record/ApplicationCommand"
import { isInstalling } from "@backlot/domain/record/Scope"
import type { Application, GuildInstall, User } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Clock, Data, Effect, Result } from "effect"
import { valid } from "../access/Caller.ts"
import { changedBy } from "../audit/AuditLog.ts"
import { committed, type NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction, transact } from "../store/Transact.ts"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"
import * as IssuedTokens from "../token/IssuedTokens.ts"
import * as Joins from "../world/Joins.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

type Request = AuthorizeRequest.AuthorizeRequest
type Parameters = AuthorizeRequest.Parameters
type Settings = AuthorizeRequest.AuthorizeSettings

/** A refusal that is reported to the application: the browser goes back to `location`. */
export class SentBack extends Data.TaggedError("SentBack")<{ readonly location: string }> {}

/** The content of a page of consent. */
export interface View {
  readonly request: Request
  readonly application: Pick<Application, "id" | "name" | "description">
  /** Null while nobody is signed in, or when the user was deleted. */
  readonly user: User | null
  /** The guilds where the user could install it; empty unless the request installs in a guild. */
  readonly guilds: ReadonlyArray<GuildChoice>
  /** Scopes that live tokens of this user and application have. */
  readonly granted: ReadonlyArray<string>
  /** Whether `pass` answers without asking the user. */
  readonly is_silent: boolean
}

/** What the user decided. */
export interface Decision extends InstallChoice {
  readonly user_id: string
  readonly authorize: boolean
}

/** What a request asks of a user. Fails with `InvalidForm` when nothing may redirect, else with `SentBack`. */
export const look = operation(
  "Authorizations.look",
  Effect.fnUntraced(function* (parameters: Parameters, userId: Snowflake | undefined, settings: Settings) {
    return yield* transact(function* (now) {
      const { application, request } = yield* requested(parameters, settings)
      const user = userId === undefined ? undefined : yield* Collections.users.get(userId)
      const { id, name, description } = application
      const shown = { request, application: { id, name, description } }
      const nobodys: View = { ...shown, user: null, guilds: [], granted: [], is_silent: false }
      if (user === undefined) return nobodys
      const guilds = request.integration_type === 0 ? yield* guildsOf(user, id, now) : []
      const tokens = yield* liveTokens(application, user, now)
      const is_silent = yield* isSilent({ request, application, user, tokens }, now)
      const view: View = { ...shown, user, guilds, granted: scopesOf(tokens), is_silent }
      return view
    })
  })
)

/**
 * Carries out the user's decision in one transaction: the installation, and the code or token. Fails with `InvalidForm`
 * at the fields of the decision, or when nothing may redirect; other errors go to `location`.
 */
export const decide = operation(
  "Authorizations.decide",
  Effect.fnUntraced(function* (parameters: Parameters, decision: Decision, settings: Settings) {
    const drawn = yield* draw
    const mint = yield* WorldEdits.mint()
    const ids = yield* Joins.drawOne
    const decided = committed(function* () {
      const { request } = yield* requested(parameters, settings)
      const user = yield* deciding(decision.user_id)
      if (!decision.authorize) {
        return { value: AuthorizeRequest.refusalLocation(request, AuthorizeError.denied, settings), events: [] }
      }
      const installation = yield* installationOf(request, user, decision, drawn.now_ms)
      const { events } = yield* WorldEdits.apply(installation.wishes, mint, ids)
      const granted = { request, user, installation }
      const value = yield* answer(granted, drawn, settings)
      return { value, events: [...events, granting(granted)] }
    })
    const recorded = changedBy({ user_id: decision.user_id })(decided)
    return { location: yield* Effect.catchTag(recorded, "SentBack", locationOf) }
  })
)

/**
 * The answer to `prompt=none` for a user who granted everything before; undefined when the user must be asked. Only the
 * address that got it before gets it again, because any program can claim a scheme or a port (RFC 8252 §8.6). Our choice: docs/choices.md
 * "OAuth2".
 */
export const pass = operation(
  "Authorizations.pass",
  Effect.fnUntraced(function* (parameters: Parameters, userId: Snowflake, settings: Settings) {
    const drawn = yield* draw
    const passed = inTransaction(function* () {
      const { application, request } = yield* requested(parameters, settings)
      const user = yield* Collections.users.get(userId)
      if (user === undefined) return undefined
      const tokens = yield* liveTokens(application, user, drawn.now_ms)
      if (!(yield* isSilent({ request, application, user, tokens }, drawn.now_ms))) return undefined
      const { guild_id, permissions, integration_type } = request
      const installation =
        integration_type === 0 && guild_id !== null ? { wishes: [], guild_id, permissions } : { wishes: [] }
      return yield* answer({ request, user, installation }, drawn, settings)
    })
    const location = yield* Effect.catchTag(passed, "SentBack", locationOf)
    return location === undefined ? undefined : { location }
  })
)

/** For `Effect.catchTag`: the location that gets the error. */
const locationOf = ({ location }: SentBack) => Effect.succeed(location)

const requested = function* (parameters: Parameters, settings: Settings) {
  const application = yield* Collections.applications.get(yield* valid(AuthorizeRequest.clientOf(parameters)))
  if (application === undefined) return yield* AuthorizeError.inForm("client_id", AuthorizeError.unknownApplication)
  const request = AuthorizeRequest.read(parameters, application, settings)
  if (Result.isSuccess(request)) return { application, request: request.success }
  const { failure } = request
  return yield* failure.kind === "form"
    ? new InvalidForm({ faults: failure.faults })
    : new SentBack({ location: failure.location })
}

const deciding = function* (userId: string) {
  if (!isSnowflake(userId)) return yield* AuthorizeError.inForm("user_id", FormError.notSnowflake(userId))
  const user = yield* Collections.users.get(userId)
  if (user !== undefined) return user
  const [bot] = yield* Collections.applications.by("bot", userId)
  return yield* AuthorizeError.inForm(
    "user_id",
    bot === undefined ? AuthorizeError.unknownUser : AuthorizeError.botUser
  )
}

/** All live tokens of a user and an application. */
const liveTokens = function* ({ id }: Pick<Application, "id">, user: User, nowMs: number) {
  const tokens = yield* Collections.credentials.by("user", user.id, id)
  return tokens.filter(({ expires_at }) => expires_at === null || expires_at > nowMs)
}

type Tokens = ReadonlyArray<Collections.Credential>

const scopesOf = (tokens: Tokens): ReadonlyArray<string> => [...new Set(tokens.flatMap(({ scopes }) => scopes))]

interface Asking {
  readonly request: Request
  readonly application: Application
  readonly user: User
  readonly tokens: Tokens
}

const isSilent = function* ({ request, application, user, tokens }: Asking, nowMs: number) {
  if (request.prompt !== "none" || request.redirect_kind === "implicit") return false
  const granted = scopesOf(tokens.filter((token) => wentTo(token, request.redirect_uri, application)))
  const isGranted = request.response_type === null || request.scopes.every((scope) => granted.includes(scope))
  return isGranted && (yield* isInPlace(request, user, nowMs))
}

/** A token of a world names no address; it stands for those that its application registered, to the letter. */
const wentTo = (token: Tokens[number], uri: string | null, { redirect_uris }: Application): boolean =>
  uri !== null && (token.redirect_uri === undefined ? redirect_uris.includes(uri) : token.redirect_uri === uri)

const granting = ({ request, user, installation: { guild_id } }: Granted): NewEvent => ({
  type: "authorization.granted",
  data: {
    application_id: request.client_id,
    user_id: user.id,
    scopes: request.scopes,
    ...(guild_id === undefined ? {} : { guild_id }),
    ...(request.integration_type === null ? {} : { integration_type: request.integration_type })
  }
})

/** A grant: its user, its scopes and its installation. */
interface Granted {
  readonly request: Request
  readonly user: User
  readonly installation: Installation
}

/** Drawn before the transaction, whose body may run again: `access` becomes the code or the token. */
interface Drawn extends IssuedTokens.Drawn {
  /** Of the wall clock (decision 45). */
  readonly wall_ms: number
}

const draw = Effect.gen(function* () {
  const drawn: Drawn = { ...(yield* IssuedTokens.draw), wall_ms: yield* Clock.currentTimeMillis }
  return drawn
})

/** Stores the code or token, inside a transaction, and gives the location. */
const answer = function* (granted: Granted, drawn: Drawn, { issuer }: Settings) {
  const { response_type, redirect_uri, state } = granted.request
  if (response_type === null || redirect_uri === null) return AuthorizeRequest.authorizedPage(issuer)
  const { guild_id, permissions } = granted.installation
  const end = [
    ["state", state ?? undefined],
    ["guild_id", guild_id],
    ["permissions", permissions],
    ["iss", issuer]
  ] as const
  if (response_type === "code") {
    yield* keepCode(granted, redirect_uri, drawn)
    return withParameters(redirect_uri, "query", [["code", drawn.access], ...end])
  }
  const token = yield* keepToken(granted, drawn)
  const fields = Object.entries(token).map(([name, value]) => [name, String(value)] as const)
  return withParameters(redirect_uri, "fragment", [...fields, ...end])
}

const keepCode = function* (
  { request, user, installation: { guild_id } }: Granted,
  redirectUri: string,
  { access, now_ms, wall_ms }: Drawn
) {
  const { sha256 } = yield* Body.use(Secrets)
  const { code_challenge, nonce } = request
  yield* AuthorizationCodes.create(
    {
      code_hash: sha256(access),
      application_id: request.client_id,
      user_id: user.id,
      scopes: request.scopes,
      redirect_uri: redirectUri,
      redirect_given: request.redirect_given,
      ...(code_challenge === null ? {} : { code_challenge }),
      ...(nonce === null ? {} : { nonce }),
      ...(guild_id === undefined ? {} : { guild_id }),
      auth_time_ms: wall_ms
    },
    now_ms
  )
}

/** The implicit grant: a family of its own, without a refresh token. */
const keepToken = function* ({ request, user }: Granted, drawn: Drawn) {
  const { sha256 } = yield* Body.use(Secrets)
  const { client_id: application_id, scopes, redirect_uri } = request
  const family = sha256(drawn.access)
  const redirect = redirect_uri === null ? {} : { redirect_uri }
  yield* IssuedTokens.putAccess({ application_id, user_id: user.id, scopes, family, ...redirect }, drawn)
  return IssuedTokens.answerOf(drawn, { scopes })
}

// The installation of an authorization: in a guild whose settings the user may change, or on the user. Inside a
// transaction. Source: wire-rest.md §5.2, §5.5; service.md "Authentication".

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
  readonly wishes: ReadonlyArray<WorldEdits.Wish>
  readonly guild_id?: Snowflake
  /** The bot's permissions: decimal bit set. */
  readonly permissions?: string
}

/** The guilds of a user, by id. */
export const guildsOf = function* (user: User, applicationId: Snowflake, nowMs: number) {
  const members = yield* Collections.members.by("user", user.id)
  const choices: Array<GuildChoice> = []
  for (const { guild_id } of members) {
    const choice = yield* guildOf(user, applicationId, guild_id, nowMs)
    if (choice !== undefined) choices.push(choice)
  }
  return choices
}

/** One guild of a user; undefined where they are no member. */
const guildOf = function* (user: User, applicationId: Snowflake, guildId: Snowflake, nowMs: number) {
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
}

/** The installation of an accepted request. Fails with the faults of the choice. */
export const installationOf = function* (
  request: Request,
  user: User,
  choice: InstallChoice,
  nowMs: number
): Body.Body<Installation, InvalidForm> {
  switch (request.integration_type) {
    case null:
      return { wishes: [] }
    case IntegrationType.USER_INSTALL:
      return { wishes: [yield* onUser(request, user)] }
    case IntegrationType.GUILD_INSTALL:
      return yield* inGuild(request, yield* chosenGuild(request, user, choice, nowMs), choice)
  }
}

/** Whether everything that the request would install exists, with as many permissions. */
export const isInPlace = function* (request: Request, user: User, nowMs: number) {
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
}

/** The guild of choice or request; a stranger learns nothing of it. Our choice: docs/choices.md "OAuth2". */
const chosenGuild = function* (request: Request, user: User, choice: InstallChoice, nowMs: number) {
  const id = choice.guild_id ?? request.guild_id
  if (id === null) return yield* AuthorizeError.inForm("guild_id", FormError.required)
  if (!isSnowflake(id)) return yield* AuthorizeError.inForm("guild_id", FormError.notSnowflake(id))
  if (request.disable_guild_select && id !== request.guild_id)
    return yield* AuthorizeError.inForm("guild_id", AuthorizeError.otherGuild)
  const guild = yield* guildOf(user, request.client_id, id, nowMs)
  if (guild === undefined) return yield* AuthorizeError.inForm("guild_id", AuthorizeError.unknownGuild)
  return guild.is_allowed ? guild : yield* AuthorizeError.inForm("guild_id", AuthorizeError.mayNotManage)
}

/** Extends an existing installation; its bot has the permissions chosen last. */
const inGuild = function* (request: Request, guild: GuildChoice, choice: InstallChoice) {
  const chosen = choice.permissions ?? request.permissions
  if (!isPermissions(chosen)) return yield* AuthorizeError.inForm("permissions", AuthorizeError.badPermissions)
  const permissions = (BigInt(request.permissions) & BigInt(chosen) & BigInt(guild.permissions)).toString()
  const target = { kind: "guild_install" as const, guild_id: guild.id, application_id: request.client_id }
  const scopes = united(guild.install?.scopes, request)
  const body = { scopes, ...(request.scopes.includes("bot") ? { permissions } : {}) }
  const wish: WorldEdits.Wish = { method: guild.install === null ? "put" : "patch", target, body }
  return { wishes: [wish], guild_id: guild.id, permissions } satisfies Installation
}

const onUser = function* (request: Request, user: User) {
  const target = { kind: "user_install" as const, user_id: user.id, application_id: request.client_id }
  const install = yield* Collections.userInstalls.get(user.id, request.client_id)
  const wish: WorldEdits.Wish = {
    method: install === undefined ? "put" : "patch",
    target,
    body: { scopes: united(install?.scopes, request) }
  }
  return wish
}

const united = (held: ReadonlyArray<string> = [], { scopes }: Request): ReadonlyArray<string> => [
  ...new Set([...held, ...scopes.filter(isInstalling)])
]
