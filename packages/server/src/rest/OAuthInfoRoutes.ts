/** Routes about a bearer token and its user, and the keys that sign ID tokens. Source: wire-rest.md §5.1. */
import { NotForBots } from "@backlot/domain/error/ServiceError"
import * as Contract from "@backlot/protocol/rest/OAuth"
import type * as Access from "@backlot/usecases/access/Access"
import { requirePerson } from "@backlot/usecases/access/Caller"
import * as OAuthInfo from "@backlot/usecases/oauth/OAuthInfo"
import * as OAuthKeys from "@backlot/usecases/oauth/OAuthKeys"
import { Effect } from "effect"
import { admittedRoutes, forAnyone, forApplication } from "./Admission.ts"

const current = Effect.fnUntraced(function* ({ caller, expires_at }: Access.Authenticated) {
  if (caller.kind === "bot") return yield* new NotForBots()
  return yield* OAuthInfo.authorization(caller, expires_at)
})

export const oauthInfoRoutes = admittedRoutes(Contract.OAuth2Info, {
  get_my_oauth2_authorization: forApplication(current),
  get_public_keys: forAnyone(() => OAuthKeys.published),
  get_openid_connect_userinfo: forApplication(({ caller }) =>
    Effect.flatMap(requirePerson(caller, "openid"), OAuthInfo.userinfo)
  )
})
