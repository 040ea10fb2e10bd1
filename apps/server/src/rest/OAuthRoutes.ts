/** The token endpoint. Its errors are OAuth errors: no `code` (wire-rest.md §0, 17; §5.4). */
import { oauth } from "@backlot/domain/Limits"
import * as Contract from "@backlot/protocol/Rest"
import * as OAuthTokens from "@backlot/usecases/OAuthTokens"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { authorization, type Call } from "../http/Route.ts"
import { admittedRoutes, forClient } from "./Admission.ts"

/** What a request says of itself. */
interface TokenCall extends OAuthTokens.Client {
  readonly form: URLSearchParams | undefined
  /** False for an Authorization header that can not be parsed. */
  readonly readable: boolean
}

const read = Effect.fnUntraced(function* (call: Call) {
  const form = yield* Body.form(call, oauth.formBytes)
  const header = authorization(call)
  if (header === undefined || !/^basic( |$)/i.test(header)) return { form, readable: true, ...formCredentials(form) }
  const basic = basicCredentials(header.slice("basic ".length).trim())
  return { form, readable: basic !== undefined, ...(basic ?? NOBODY) } satisfies TokenCall
})

const exchange = Effect.fnUntraced(
  function* ({ form, readable, ...client }: TokenCall) {
    if (!readable) return unreadable
    // A JSON body counts as a request without a grant type.
    const answer = yield* OAuthTokens.issue({
      grant_type: form?.get("grant_type") ?? undefined,
      scope: form?.get("scope") ?? undefined,
      ...client
    })
    return Answer.json(200, answer)
  },
  Effect.catchTag("OAuthError", ({ status, error, error_description }) =>
    Effect.succeed(Answer.json(status, error_description === undefined ? { error } : { error, error_description }))
  )
)

export const oauthRoutes = admittedRoutes(Contract.OAuth2, { exchange_token: forClient(read, exchange) })

/** `{"message":"400: Bad Request","code":0}` for credentials that can not be parsed. */
const unreadable = Answer.json(400, { message: "400: Bad Request", code: 0 })

const NOBODY: OAuthTokens.Client = { client_id: undefined, client_secrets: [] }

const formCredentials = (form: URLSearchParams | undefined): OAuthTokens.Client => {
  const secret = form?.get("client_secret") ?? undefined
  return { client_id: form?.get("client_id") ?? undefined, client_secrets: secret === undefined ? [] : [secret] }
}

/** Client id and secret of HTTP Basic, `undefined` for what is none. */
const basicCredentials = (credentials: string): OAuthTokens.Client | undefined => {
  const decoded = Base64.decodeString(credentials)
  const colon = Result.isSuccess(decoded) ? decoded.success.indexOf(":") : -1
  if (Result.isFailure(decoded) || colon < 0) return undefined
  const secret = decoded.success.slice(colon + 1)
  return { client_id: decoded.success.slice(0, colon), client_secrets: [secret, unescapeForm(secret)] }
}

/** Some clients form-encode both parts before Basic encoding (RFC 6749 §2.3.1); an id is digits either way. */
const unescapeForm = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return text
  }
}
