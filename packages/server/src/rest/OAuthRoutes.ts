/**
 * Routes that issue and revoke tokens. Their errors are OAuth errors without `code` (wire-rest.md §0, 17; §5.4). Only a
 * form carries parameters. A parameter without a value counts as not sent; a repeated one refuses the request (RFC 6749
 * §3.2). Also routes about a bearer token and its user, and the keys that sign ID tokens (wire-rest.md §5.1).
 */
import { oauth } from "@backlot/domain/base/Limits"
import { NotForBots } from "@backlot/domain/error/ServiceError"
import { bodyOf, invalid, type OAuthFault } from "@backlot/domain/oauth/OAuthFault"
import type { StorageError } from "@backlot/ports/Storage"
import * as Contract from "@backlot/protocol/rest/OAuth"
import type * as Access from "@backlot/usecases/access/Access"
import { requirePerson } from "@backlot/usecases/access/Caller"
import type { Client } from "@backlot/usecases/oauth/OAuthGrants"
import * as OAuthInfo from "@backlot/usecases/oauth/OAuthInfo"
import * as OAuthTokens from "@backlot/usecases/oauth/OAuthTokens"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { Addresses } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { authorization, type Call } from "../http/Route.ts"
import { admittedRoutes, forAnyone, forClient, forKept } from "./Admission.ts"

/** The parts of a request. */
interface ClientCall extends Client {
  /** Empty for a body of another type, such as JSON. */
  readonly form: URLSearchParams
  /** False for an Authorization header that cannot be parsed. */
  readonly readable: boolean
}

const read = Effect.fnUntraced(function* (call: Call) {
  const form = (yield* Body.form(call, oauth.formBytes)) ?? new URLSearchParams()
  const header = authorization(call)
  if (header === undefined || !/^basic( |$)/i.test(header)) return { form, readable: true, ...formClient(form) }
  const basic = basicClient(header.slice("basic ".length).trim())
  return { form, readable: basic !== undefined, ...sameClient(basic ?? NOBODY, form) } satisfies ClientCall
})

/** A handler whose refusals are OAuth errors. Answers hold secrets, so no cache may keep them (RFC 6749 §5.1). */
const asOAuth =
  <R>(handler: (call: ClientCall) => Effect.Effect<object, OAuthFault | StorageError, R>) =>
  (call: ClientCall) => {
    if (!call.readable) return Effect.succeed(unreadable)
    const repeated = new Set(call.form.keys()).size !== [...call.form.keys()].length
    const answered = repeated ? Effect.fail(invalid("repeated")) : handler(call)
    return answered.pipe(
      Effect.map((answer) => Answer.text(200, JSON.stringify(answer), NOT_KEPT)),
      Effect.catchTag("OAuthFault", (fault) =>
        Effect.succeed(Answer.text(fault.status, JSON.stringify(bodyOf(fault)), NOT_KEPT))
      )
    )
  }

const exchange = Effect.fnUntraced(function* ({ form, client_id, client_secrets }: ClientCall) {
  const { url } = yield* Addresses
  const sent = Object.fromEntries(PARAMETERS.map((name) => [name, field(form, name)]))
  // The contract has the names of the parameters.
  return yield* OAuthTokens.issue({ ...(sent as Parameters), client_id, client_secrets, issuer: url })
})

type Parameters = Readonly<Record<keyof typeof Contract.TokenRequest.fields, string | undefined>>
const PARAMETERS = Object.keys(Contract.TokenRequest.fields)

const revoke = ({ form, client_id, client_secrets }: ClientCall) =>
  Effect.as(OAuthTokens.revoke({ client_id, client_secrets, token: field(form, "token") }), {})

export const oauthRoutes = admittedRoutes(Contract.OAuth2, {
  exchange_token: forClient(read, asOAuth(exchange)),
  revoke_token: forClient(read, asOAuth(revoke))
})

const NOT_KEPT = { "cache-control": "no-store" }

/** `{"message":"400: Bad Request","code":0}` for credentials that cannot be parsed. */
const unreadable = Answer.refused(400, "400: Bad Request")

const NOBODY: Client = { client_id: undefined, client_secrets: [] }

const field = (form: URLSearchParams, name: string): string | undefined => form.get(name) || undefined

const formClient = (form: URLSearchParams): Client => {
  const secret = field(form, "client_secret")
  return { client_id: field(form, "client_id"), client_secrets: secret === undefined ? [] : [secret] }
}

/** The form may repeat the client of HTTP Basic, but not name another. Our choice: docs/choices.md "OAuth2". */
const sameClient = (basic: Client, form: URLSearchParams): Client =>
  (field(form, "client_id") ?? basic.client_id) === basic.client_id ? basic : NOBODY

/** Client id and secret of HTTP Basic; `undefined` for any other header. */
const basicClient = (credentials: string): Client | undefined => {
  const decoded = Base64.decodeString(credentials)
  const colon = Result.isSuccess(decoded) ? decoded.success.indexOf(":") : -1
  if (Result.isFailure(decoded) || colon < 0) return undefined
  const secret = decoded.success.slice(colon + 1)
  return {
    client_id: decoded.success.slice(0, colon),
    client_secrets: secret === "" ? [] : [secret, unescapeForm(secret)]
  }
}

/** Some clients form-encode both parts before Basic encoding (RFC 6749 §2.3.1); an id is digits either way. */
const unescapeForm = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return text
  }
}

const current = Effect.fnUntraced(function* ({ caller, expires_at }: Access.Authenticated) {
  if (caller.kind === "bot") return yield* new NotForBots()
  return yield* OAuthInfo.authorization(caller, expires_at)
})

export const oauthInfoRoutes = admittedRoutes(Contract.OAuth2Info, {
  get_my_oauth2_authorization: forKept(current),
  get_public_keys: forAnyone(() => OAuthTokens.publishedKeys),
  get_openid_connect_userinfo: forKept(({ caller }) =>
    Effect.flatMap(requirePerson(caller, "openid"), OAuthInfo.userinfo)
  )
})
