/** Routes about a bearer token and its user, and the keys that sign ID tokens. Source: wire-rest.md §5.1. */
import { NotForBots } from "@backlot/domain/error/ServiceError"
import * as Contract from "@backlot/protocol/rest/OAuth"
import type * as Access from "@backlot/usecases/access/Access"
import { type Caller, requirePerson } from "@backlot/usecases/access/Caller"
import * as OAuthInfo from "@backlot/usecases/oauth/OAuthInfo"
import * as OAuthTokens from "@backlot/usecases/oauth/OAuthTokens"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import type { Call } from "../http/Route.ts"
import { admittedRoutes, forAnyone, forApplication } from "./Admission.ts"

const current = Effect.fnUntraced(function* (caller: Caller, _: Call, authenticated: Access.Authenticated) {
  if (caller.kind === "bot") return yield* new NotForBots()
  return Answer.json(200, yield* OAuthInfo.authorization(caller, authenticated.expires_at))
})

const keys = () => Effect.map(OAuthTokens.publishedKeys, (published) => Answer.json(200, published))

const userinfo = Effect.fnUntraced(function* (caller: Caller) {
  const person = yield* requirePerson(caller, "openid")
  return Answer.json(200, yield* OAuthInfo.userinfo(person))
})

export const oauthInfoRoutes = admittedRoutes(Contract.OAuth2Info, {
  get_my_oauth2_authorization: forApplication(current),
  get_public_keys: forAnyone(keys),
  get_openid_connect_userinfo: forApplication(userinfo)
})
