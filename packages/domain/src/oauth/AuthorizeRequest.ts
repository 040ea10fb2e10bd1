/**
 * The query of an authorize URL, validated. Source: wire-rest.md §5.2; RFC 6749 §3.1, §4.1.1, §4.1.2.1; RFC 9207. A
 * parameter without a value counts as left out and an unknown one is ignored (RFC 6749 §3.1). A pure installation (only
 * `bot` and `applications.commands`, no response_type) ends on the page `/oauth2/authorized` of the service. Our
 * choice: docs/choices.md "OAuth2".
 */
import { Result } from "effect"
import { oauth } from "../base/Limits.ts"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { IntegrationType } from "../record/ApplicationCommand.ts"
import { expand, isGrantable, isInstalling, type Scope } from "../record/Scope.ts"
import type { Application } from "../record/World.ts"
import * as AuthorizeError from "./AuthorizeError.ts"
import { type Asked, integrationTypeOf, permissionsOf, refusalOf, scopesOf, typeOf } from "./AuthorizeRules.ts"
import * as RedirectUri from "./RedirectUri.ts"

export type Parameters = ReadonlyArray<readonly [name: string, value: string]>

export interface AuthorizeSettings {
  /** The server's public base address, without a trailing slash. */
  readonly issuer: string
  /** Decision 43. */
  readonly service_prefix: string
}

/** Where the answer goes. */
export interface ReturnPath {
  /** Null for a pure installation. */
  readonly redirect_uri: string | null
  /** Null for a pure installation. */
  readonly response_type: "code" | "token" | null
  readonly state: string | null
}

export interface AuthorizeRequest extends ReturnPath {
  readonly client_id: Snowflake
  /** Whether the request named the address; null without an address. */
  readonly redirect_given: boolean
  readonly redirect_kind: RedirectUri.RedirectKind | null
  readonly asked: ReadonlyArray<Scope>
  /** The granted scopes: the requested ones with all that they include. */
  readonly scopes: ReadonlyArray<Scope>
  readonly nonce: string | null
  /** S256, base64url. */
  readonly code_challenge: string | null
  /** Where the application is installed; null without an installation. */
  readonly integration_type: IntegrationType | null
  /** Permissions requested for the bot: decimal bit set. */
  readonly permissions: string
  readonly guild_id: Snowflake | null
  /** Only with `guild_id`. */
  readonly disable_guild_select: boolean
  readonly prompt: "consent" | "none"
}

/** `form` must never redirect; `redirect` goes back to the application at `location`. */
export type AuthorizeFault =
  | { readonly kind: "form"; readonly faults: ReadonlyArray<Fault> }
  | { readonly kind: "redirect"; readonly location: string }

/** The id of the requesting application; whether it exists is checked later. */
export const clientOf = (parameters: Parameters): Result.Result<Snowflake, ReadonlyArray<Fault>> => {
  const [first, ...more] = parameters.filter(([name]) => name === "client_id")
  const id = first?.[1] ?? ""
  if (more.length > 0) return Result.fail([fault(["client_id"], AuthorizeError.repeatedParameter)])
  if (id === "") return Result.fail([fault(["client_id"], FormError.required)])
  return isSnowflake(id) ? Result.succeed(id) : Result.fail([fault(["client_id"], FormError.notSnowflake(id))])
}

/** Reads the query for `application`, which is the one that it names. */
export const read = (
  parameters: Parameters,
  application: Application,
  settings: AuthorizeSettings
): Result.Result<AuthorizeRequest, AuthorizeFault> => {
  const asked = gather(parameters, application)
  const scopes = scopesOf(asked)
  const isPure = typeOf(asked) === null && scopes.length > 0 && scopes.every(isInstalling)
  const redirect = redirectOf(asked, isPure, settings)
  if (Result.isFailure(redirect))
    return Result.fail({ kind: "form", faults: [fault(["redirect_uri"], redirect.failure)] })
  const path: ReturnPath = {
    redirect_uri: isPure ? null : redirect.success.uri,
    response_type: responseTypeOf(asked),
    state: asked.repeated.has("state") ? null : within(asked.given.get("state"))
  }
  const refusal = refusalOf({ ...asked, is_pure: isPure, redirect_kind: redirect.success.kind })
  if (refusal !== undefined) return Result.fail(refuse(path, refusal, settings))
  const { kind: redirect_kind, given: redirect_given } = redirect.success
  return Result.succeed({ client_id: application.id, ...path, redirect_kind, redirect_given, ...rest(asked) })
}

/** Turns a refusal into a fault of a path; without a redirect address it becomes a form fault. */
const refuse = (path: ReturnPath, refusal: AuthorizeError.Refusal, settings: AuthorizeSettings): AuthorizeFault =>
  path.redirect_uri === null
    ? { kind: "form", faults: [fault([refusal.parameter], AuthorizeError.refused(refusal))] }
    : { kind: "redirect", location: refusalLocation(path, refusal, settings) }

/** Where a refused or declined authorization redirects to. A pure installation ends on the service's own page. */
export const refusalLocation = (
  { redirect_uri, response_type, state }: ReturnPath,
  { error, error_description }: AuthorizeError.Refusal,
  { issuer }: AuthorizeSettings
): string =>
  RedirectUri.withParameters(redirect_uri ?? authorizedPage(issuer), response_type === "token" ? "fragment" : "query", [
    ["error", error],
    ["error_description", error_description],
    ["state", state ?? undefined],
    ["iss", issuer]
  ])

export const authorizedPage = (issuer: string): string => `${issuer}/oauth2/authorized`

const gather = (parameters: Parameters, application: Application): Asked => {
  const byName = Map.groupBy(parameters, ([name]) => name)
  const repeated = new Set([...byName].flatMap(([name, all]) => (all.length > 1 ? [name] : [])))
  return { given: new Map(parameters.filter(([, value]) => value !== "")), repeated, application }
}

interface Redirect {
  readonly uri: string | null
  readonly kind: RedirectUri.RedirectKind | null
  readonly given: boolean
}

const redirectOf = (
  { given, repeated, application }: Asked,
  isPure: boolean,
  { service_prefix }: AuthorizeSettings
): Result.Result<Redirect, FormError.FormError> => {
  const registered = { application_id: application.id, redirect_uris: application.redirect_uris, service_prefix }
  const uri = given.get("redirect_uri")
  if (repeated.has("redirect_uri")) return Result.fail(AuthorizeError.repeatedParameter)
  if (uri !== undefined) {
    const kind = uri.length > oauth.parameterMax ? undefined : RedirectUri.kindOf(uri, registered)
    return kind ? Result.succeed({ uri, kind, given: true }) : Result.fail(AuthorizeError.redirectNotRegistered)
  }
  if (isPure) return Result.succeed({ uri: null, kind: null, given: false })
  const first = RedirectUri.defaultOf(registered)
  return first === undefined
    ? Result.fail(AuthorizeError.noRedirect)
    : Result.succeed({ uri: first, kind: "registered", given: false })
}

const within = (text: string | undefined): string | null =>
  text === undefined || text.length > oauth.parameterMax ? null : text

const responseTypeOf = (asked: Asked): "code" | "token" | null =>
  (["code", "token"] as const).find((type) => type === typeOf(asked)) ?? null

const rest = (asked: Asked) => {
  const { given } = asked
  const guildId = given.get("guild_id") ?? null
  const scopes = scopesOf(asked).filter(isGrantable)
  return {
    asked: scopes,
    scopes: expand(scopes),
    nonce: given.get("nonce") ?? null,
    code_challenge: given.get("code_challenge") ?? null,
    integration_type: integrationTypeOf(asked),
    permissions: permissionsOf(asked),
    guild_id: guildId,
    disable_guild_select: guildId !== null && isTrue(given.get("disable_guild_select")),
    prompt: given.get("prompt") === "none" ? ("none" as const) : ("consent" as const)
  }
}

const isTrue = (text: string | undefined): boolean => text === "1" || text?.toLowerCase() === "true"
