/**
 * Authorization for programs: describes a request and takes the decision of a user. Sources: product.md "Surfaces of one
 * server"; wire-rest.md §5.1. The answer of GET follows the platform's own client. Our choice: docs/choices.md "OAuth2".
 */
import { oauth } from "@backlot/domain/base/Limits"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import { authorizeBody } from "@backlot/domain/oauth/AuthorizeBody"
import { Secrets } from "@backlot/ports/Secrets"
import * as Access from "@backlot/usecases/access/Access"
import type { BearerCaller } from "@backlot/usecases/access/Caller"
import * as Authorizations from "@backlot/usecases/oauth/Authorizations"
import { Effect, Struct } from "effect"
import { ServerSettings } from "../boot/ServerContext.ts"
import * as Guard from "../control/Guard.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { authorization, type Call } from "../http/Route.ts"
import { isOwnPage, parametersOf, settings } from "./Request.ts"

/** Describes the request. With a user's bearer token, adds what its scopes allow. */
export const describe = Effect.fnUntraced(function* (call: Call) {
  const asking = yield* askingUser(call)
  const looked = Authorizations.look(parametersOf(call), asking?.user_id, yield* settings)
  return yield* looked.pipe(
    Effect.map((view) => described(view, asking)),
    // The error belongs to the application: answers with the redirect to it.
    Effect.catchTag("SentBack", ({ location }) => Effect.succeed({ location }))
  )
})

/** Carries out a decision. Requires the control token if the server has one. */
export const decide = Effect.fnUntraced(function* (call: Call) {
  const refusal = (yield* isOwnPage(call))
    ? Guard.guard(yield* Effect.context<Guard.Guarding>(), "A decision in a user's name")(call)
    : Guard.foreignOrigin
  if (refusal !== undefined) return refusal
  const { body, faults } = authorizeBody(yield* Body.json(call, oauth.formBytes))
  if (body === undefined) return yield* new InvalidForm({ faults })
  const { location } = yield* Authorizations.decide(parametersOf(call), body, yield* settings)
  return Answer.json(200, { location })
})

/** The user of the bearer token; undefined without a token or with the control token. */
const askingUser = Effect.fnUntraced(function* (call: Call) {
  const given = authorization(call)
  if (given === undefined) return undefined
  const { control_token } = yield* ServerSettings
  const { equal } = yield* Secrets
  if (control_token !== undefined && equal(given, `Bearer ${control_token}`)) return undefined
  const { caller } = yield* Access.authenticate(given)
  return caller.kind === "bearer" && caller.user_id !== undefined ? caller : undefined
})

/** Only a token of the same application shows what the user granted to it. */
const described = (
  { request, application, user, guilds, granted }: Authorizations.View,
  { application_id, scopes: may }: Partial<BearerCaller> & Pick<BearerCaller, "scopes"> = { scopes: [] }
) => ({
  application,
  ...Struct.pick(request, ["scopes", "response_type", "redirect_uri", "integration_type", "permissions"]),
  ...Struct.pick(request, ["guild_id", "disable_guild_select", "prompt"]),
  ...(user !== null && may.includes("identify")
    ? {
        user: { id: user.id, username: user.username, global_name: user.global_name },
        ...(application_id === application.id
          ? { authorized: request.scopes.every((scope) => granted.includes(scope)) }
          : {})
      }
    : {}),
  ...(may.includes("guilds") && request.integration_type === 0
    ? { guilds: guilds.map(({ id, name, is_allowed, permissions }) => ({ id, name, permissions, is_allowed })) }
    : {})
})
