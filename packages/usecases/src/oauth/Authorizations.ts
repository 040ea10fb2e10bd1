/**
 * Authorizes an application: what the page of consent shows, and the user's decision. The caller knows the user.
 * Sources: wire-rest.md §5.2; product.md "Surfaces of one server"; RFC 6749 §4.1, §4.2.
 */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as AuthorizeError from "@backlot/domain/oauth/AuthorizeError"
import * as AuthorizeRequest from "@backlot/domain/oauth/AuthorizeRequest"
import { withParameters } from "@backlot/domain/oauth/RedirectUri"
import type { Application, User } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Clock, Data, Effect, Result } from "effect"
import { valid } from "../access/Caller.ts"
import { committed, type NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { inTransaction, transact } from "../store/Transact.ts"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"
import * as IssuedTokens from "../token/IssuedTokens.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as AuthorizeInstall from "./AuthorizeInstall.ts"

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
  readonly guilds: ReadonlyArray<AuthorizeInstall.GuildChoice>
  /** Scopes that live tokens of this user and application have. */
  readonly granted: ReadonlyArray<string>
  /** Whether `pass` answers without asking the user. */
  readonly is_silent: boolean
}

/** What the user decided. */
export interface Decision extends AuthorizeInstall.InstallChoice {
  readonly user_id: string
  readonly authorize: boolean
}

/** What a request asks of a user. Fails with `InvalidForm` when nothing may redirect, else with `SentBack`. */
export const look = Effect.fn("Authorizations.look")(function* (
  parameters: Parameters,
  userId: Snowflake | undefined,
  settings: Settings
) {
  return yield* transact(function* (now) {
    const { application, request } = yield* requested(parameters, settings)
    const user = userId === undefined ? undefined : yield* Collections.users.get(userId)
    const { id, name, description } = application
    const shown = { request, application: { id, name, description } }
    const nobodys: View = { ...shown, user: null, guilds: [], granted: [], is_silent: false }
    if (user === undefined) return nobodys
    const guilds = request.integration_type === 0 ? yield* AuthorizeInstall.guildsOf(user, id, now) : []
    const granted = yield* grantedTo(application, user, now)
    const view: View = { ...shown, user, guilds, granted, is_silent: yield* isSilent(request, user, granted, now) }
    return view
  })
})

/**
 * Carries out the user's decision in one transaction: the installation, and the code or token. Fails with `InvalidForm`
 * at the fields of the decision, or when nothing may redirect; other errors go to `location`.
 */
export const decide = Effect.fn("Authorizations.decide")(function* (
  parameters: Parameters,
  decision: Decision,
  settings: Settings
) {
  const drawn = yield* draw
  const mint = yield* WorldEdits.mint
  const decided = committed(
    Effect.gen(function* () {
      const { request } = yield* requested(parameters, settings)
      const user = yield* deciding(decision.user_id)
      if (!decision.authorize) {
        return { value: AuthorizeRequest.refusalLocation(request, AuthorizeError.denied, settings), events: [] }
      }
      const installation = yield* AuthorizeInstall.installationOf(request, user, decision, drawn.now_ms)
      const { events } = yield* WorldEdits.apply(installation.wishes, mint, [])
      const granted = { request, user, installation }
      const value = yield* answer(granted, drawn, settings)
      return { value, events: [...events, granting(granted)] }
    })
  )
  return { location: yield* Effect.catchTag(decided, "SentBack", locationOf) }
})

/**
 * The answer to `prompt=none` for a user who granted everything before; undefined when the user must be asked. Only a
 * registered address gets it, because any program can claim its scheme (RFC 8252 §8.6). Our choice: docs/choices.md
 * "OAuth2".
 */
export const pass = Effect.fn("Authorizations.pass")(function* (
  parameters: Parameters,
  userId: Snowflake,
  settings: Settings
) {
  const drawn = yield* draw
  const passed = inTransaction(
    Effect.gen(function* () {
      const { application, request } = yield* requested(parameters, settings)
      const user = yield* Collections.users.get(userId)
      if (user === undefined) return undefined
      const granted = yield* grantedTo(application, user, drawn.now_ms)
      if (!(yield* isSilent(request, user, granted, drawn.now_ms))) return undefined
      const { guild_id, permissions, integration_type } = request
      const installation =
        integration_type === 0 && guild_id !== null ? { wishes: [], guild_id, permissions } : { wishes: [] }
      return yield* answer({ request, user, installation }, drawn, settings)
    })
  )
  const location = yield* Effect.catchTag(passed, "SentBack", locationOf)
  return location === undefined ? undefined : { location }
})

/** For `Effect.catchTag`: the location that gets the error. */
const locationOf = ({ location }: SentBack) => Effect.succeed(location)

const requested = Effect.fnUntraced(function* (parameters: Parameters, settings: Settings) {
  const application = yield* Collections.applications.get(yield* valid(AuthorizeRequest.clientOf(parameters)))
  if (application === undefined) return yield* AuthorizeError.inForm("client_id", AuthorizeError.unknownApplication)
  const request = AuthorizeRequest.read(parameters, application, settings)
  if (Result.isSuccess(request)) return { application, request: request.success }
  const { failure } = request
  return yield* failure.kind === "form"
    ? Effect.fail(new InvalidForm({ faults: failure.faults }))
    : Effect.fail(new SentBack({ location: failure.location }))
})

const deciding = Effect.fnUntraced(function* (userId: string) {
  if (!isSnowflake(userId)) return yield* AuthorizeError.inForm("user_id", FormError.notSnowflake(userId))
  const user = yield* Collections.users.get(userId)
  if (user !== undefined) return user
  const [bot] = yield* Collections.applications.by("bot", userId)
  return yield* AuthorizeError.inForm(
    "user_id",
    bot === undefined ? AuthorizeError.unknownUser : AuthorizeError.botUser
  )
})

/** The scopes of all live tokens of a user and an application. */
const grantedTo = Effect.fnUntraced(function* ({ id }: Pick<Application, "id">, user: User, nowMs: number) {
  const tokens = yield* Collections.credentials.by("user", user.id, id)
  const live = tokens.filter(({ expires_at }) => expires_at === null || expires_at > nowMs)
  return [...new Set(live.flatMap(({ scopes }) => scopes))]
})

const isSilent = Effect.fnUntraced(function* (
  request: Request,
  user: User,
  granted: ReadonlyArray<string>,
  nowMs: number
) {
  if (request.prompt !== "none" || request.redirect_kind === "implicit") return false
  const isGranted = request.response_type === null || request.scopes.every((scope) => granted.includes(scope))
  return isGranted && (yield* AuthorizeInstall.isInPlace(request, user, nowMs))
})

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
  readonly installation: AuthorizeInstall.Installation
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
const answer = Effect.fnUntraced(function* (granted: Granted, drawn: Drawn, { issuer }: Settings) {
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
})

const keepCode = Effect.fnUntraced(function* (
  { request, user, installation: { guild_id } }: Granted,
  redirectUri: string,
  { access, now_ms, wall_ms }: Drawn
) {
  const { sha256 } = yield* Secrets
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
})

/** The implicit grant: a family of its own, without a refresh token. */
const keepToken = Effect.fnUntraced(function* ({ request, user }: Granted, drawn: Drawn) {
  const { sha256 } = yield* Secrets
  const { client_id: application_id, scopes } = request
  yield* IssuedTokens.putAccess({ application_id, user_id: user.id, scopes, family: sha256(drawn.access) }, drawn)
  return IssuedTokens.answerOf(drawn, { scopes })
})
