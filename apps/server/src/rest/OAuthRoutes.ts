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
    const basic = yield* basicCredentials(authorization(call))
    const answer = yield* OAuthTokens.issue({
      grant_type: form?.get("grant_type") ?? undefined,
      scope: form?.get("scope") ?? undefined,
      client_id: basic?.[0] ?? form?.get("client_id") ?? undefined,
      client_secret: basic?.[1] ?? form?.get("client_secret") ?? undefined
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

/** Client id and secret of HTTP Basic, `undefined` without that header. */
const basicCredentials = (
  header: string | undefined
): Effect.Effect<readonly [string, string] | undefined, UnreadableCredentials> => {
  if (header === undefined || !/^basic /i.test(header)) return Effect.succeed(undefined)
  const decoded = Base64.decodeString(header.slice("basic ".length).trim())
  if (Result.isFailure(decoded)) return Effect.fail(new UnreadableCredentials())
  const colon = decoded.success.indexOf(":")
  if (colon < 0) return Effect.fail(new UnreadableCredentials())
  return Effect.succeed([unescapeForm(decoded.success.slice(0, colon)), unescapeForm(decoded.success.slice(colon + 1))])
}

/** Clients form-encode both parts before Basic encoding (RFC 6749 §2.3.1); those that do not are taken as sent. */
const unescapeForm = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return text
  }
}
