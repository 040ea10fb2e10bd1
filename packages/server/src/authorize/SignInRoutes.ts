/** Signs a person in as a user, and out. Requires the control token if the server has one. */
import { oauth } from "@backlot/domain/base/Limits"
import { Secrets } from "@backlot/ports/Secrets"
import * as Authorizations from "@backlot/usecases/oauth/Authorizations"
import * as SignIns from "@backlot/usecases/oauth/SignIns"
import { Effect } from "effect"
import { ServerSettings } from "../boot/ServerSettings.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import * as Cookie from "./Cookie.ts"
import { isOwnPage } from "./OwnPage.ts"
import * as Page from "./Page.ts"
import { FOREIGN, refusedPage } from "./PlainPages.ts"
import { pageOf, parametersOf, queryOf, settings } from "./Request.ts"
import { signInPage } from "./SignInPage.ts"

/** At most this many users are listed; others are entered by name. Our choice: docs/choices.md "OAuth2". */
const SHOWN = 50

interface Problem {
  readonly status: number
  readonly text: string
}

/** The sign-in page. */
export const askWho = Effect.fnUntraced(function* (call: Call, view: Authorizations.View, problem?: Problem) {
  const { control_token } = yield* ServerSettings
  // A person without the control token does not see the users.
  const { users, more } = control_token === undefined ? yield* SignIns.choices(SHOWN) : { users: [], more: true }
  return signInPage({
    application: view.application.name,
    people: users,
    more,
    asks_token: control_token !== undefined,
    query: queryOf(call),
    redirect_uri: view.request.redirect_uri,
    ...(problem === undefined ? {} : { problem: problem.text, status: problem.status })
  })
})

export const signIn = Effect.fnUntraced(function* (call: Call) {
  if (!(yield* isOwnPage(call))) return refusedPage(403, FOREIGN)
  const fields = (yield* Body.form(call, oauth.formBytes)) ?? new URLSearchParams()
  if (!(yield* isTrusted(fields))) return yield* askAgain(call, WRONG_TOKEN)
  // A pressed button comes after a typed name.
  const named = fields.getAll("user").at(-1)?.trim() ?? ""
  return yield* SignIns.begin(named, Cookie.read(call)).pipe(
    Effect.map((cookie) => Cookie.give(call, Page.redirect(303, pageOf(call)), cookie)),
    Effect.catchTag("UnknownUser", () => askAgain(call, unknown(named)))
  )
})

export const signOut = Effect.fnUntraced(function* (call: Call) {
  if (!(yield* isOwnPage(call))) return refusedPage(403, FOREIGN)
  yield* SignIns.end(Cookie.read(call))
  return Cookie.take(call, Page.redirect(303, pageOf(call)))
})

const isTrusted = Effect.fnUntraced(function* (fields: URLSearchParams) {
  const { control_token } = yield* ServerSettings
  const { equal } = yield* Secrets
  return control_token === undefined || equal(fields.get("control_token") ?? "", control_token)
})

const askAgain = Effect.fnUntraced(function* (call: Call, problem: Problem) {
  const view = yield* Authorizations.look(parametersOf(call), undefined, yield* settings)
  return yield* askWho(call, view, problem)
})

const WRONG_TOKEN = {
  status: 403,
  text: "This is not the control token of this server, which it printed when it started."
}

const unknown = (named: string): Problem => ({
  status: 400,
  text: named === "" ? "Choose a user." : `This world has no user "${named.slice(0, 100)}".`
})
