/** The token endpoint. Its errors are OAuth errors: no `code` (wire-rest.md §0, 17; §5.4). */
import { oauth } from "@backlot/domain/Limits"
import * as Contract from "@backlot/protocol/Rest"
import * as OAuthTokens from "@backlot/usecases/OAuthTokens"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { authorization, type Call, routesOf } from "../http/Route.ts"

const exchange = Effect.fnUntraced(
  function* (call: Call) {
    const form = yield* Body.form(call, oauth.formBytes)
    // A JSON body counts as a request without a grant type.
    const client = (yield* basicCredentials(authorization(call))) ?? formCredentials(form)
    const answer = yield* OAuthTokens.issue({
      grant_type: form?.get("grant_type") ?? undefined,
      scope: form?.get("scope") ?? undefined,
      ...client
    })
    return Answer.json(200, answer)
  },
  Effect.catchTag("OAuthError", ({ status, error, error_description }) =>
    Effect.succeed(Answer.json(status, error_description === undefined ? { error } : { error, error_description }))
  ),
  Effect.catchTag("UnreadableCredentials", () => Effect.succeed(unreadable))
)

export const oauthRoutes = routesOf(Contract.OAuth2, { exchange_token: exchange })

/** `{"message":"400: Bad Request","code":0}` for credentials that can not be parsed. */
const unreadable = Answer.json(400, { message: "400: Bad Request", code: 0 })

class UnreadableCredentials {
  readonly _tag = "UnreadableCredentials"
}

type Client = Pick<OAuthTokens.TokenRequest, "client_id" | "client_secrets">

const formCredentials = (form: URLSearchParams | undefined): Client => {
  const secret = form?.get("client_secret") ?? undefined
  return { client_id: form?.get("client_id") ?? undefined, client_secrets: secret === undefined ? [] : [secret] }
}

/** Client id and secret of HTTP Basic, `undefined` without that header. */
const basicCredentials = (header: string | undefined): Effect.Effect<Client | undefined, UnreadableCredentials> => {
  if (header === undefined || !/^basic( |$)/i.test(header)) return Effect.succeed(undefined)
  const decoded = Base64.decodeString(header.slice("basic ".length).trim())
  const colon = Result.isSuccess(decoded) ? decoded.success.indexOf(":") : -1
  if (Result.isFailure(decoded) || colon < 0) return Effect.fail(new UnreadableCredentials())
  const secret = decoded.success.slice(colon + 1)
  return Effect.succeed({ client_id: decoded.success.slice(0, colon), client_secrets: [secret, unescapeForm(secret)] })
}

/** Some clients form-encode both parts before Basic encoding (RFC 6749 §2.3.1); an id is digits either way. */
const unescapeForm = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return text
  }
}
