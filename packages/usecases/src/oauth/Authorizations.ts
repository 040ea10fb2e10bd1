/**
 * Authorizes an application: what the page of consent shows, and the user's decision. The caller knows the user.
 * Sources: wire-rest.md §5.2; product.md "Surfaces of one server"; RFC 6749 §4.1, §4.2.
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import * as AuthorizeError from "@backlot/domain/oauth/AuthorizeError"
import * as AuthorizeRequest from "@backlot/domain/oauth/AuthorizeRequest"
import type { Application, User } from "@backlot/domain/record/World"
import { Data, Effect, Result } from "effect"
import { committed, type NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { inTransaction, transact } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import * as AuthorizeAnswer from "./AuthorizeAnswer.ts"
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

/**
 * What a request asks of a user. Fails with `InvalidForm` when nothing may redirect, and with `SentBack` when the
 * application gets the error.
 */
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
  const drawn = yield* AuthorizeAnswer.draw
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
      const value = yield* AuthorizeAnswer.answer(granted, drawn, settings)
      return { value, events: [...events, granting(granted)] }
    })
  )
  return { location: yield* Effect.catchTag(decided, "SentBack", toldAt) }
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
  const drawn = yield* AuthorizeAnswer.draw
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
      return yield* AuthorizeAnswer.answer({ request, user, installation }, drawn, settings)
    })
  )
  const location = yield* Effect.catchTag(passed, "SentBack", toldAt)
  return location === undefined ? undefined : { location }
})

/** For `Effect.catchTag`: the location that gets the error. */
const toldAt = ({ location }: SentBack) => Effect.succeed(location)

const requested = Effect.fnUntraced(function* (parameters: Parameters, settings: Settings) {
  const id = AuthorizeRequest.clientOf(parameters)
  if (Result.isFailure(id)) return yield* new InvalidForm({ faults: id.failure })
  const application = yield* Collections.applications.get(id.success)
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

const granting = ({ request, user, installation: { guild_id } }: AuthorizeAnswer.Granted): NewEvent => ({
  type: "authorization.granted",
  data: {
    application_id: request.client_id,
    user_id: user.id,
    scopes: request.scopes,
    ...(guild_id === undefined ? {} : { guild_id }),
    ...(request.integration_type === null ? {} : { integration_type: request.integration_type })
  }
})
