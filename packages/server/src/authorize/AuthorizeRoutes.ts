/** The authorize pages for people, and the same as JSON for programs. Source: product.md "Surfaces of one server". */
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import type { StorageError } from "@backlot/ports/Storage"
import { statusOf } from "@backlot/protocol/error/ErrorBody"
import * as Contract from "@backlot/protocol/rest/OAuth"
import type { SentBack } from "@backlot/usecases/oauth/Authorizations"
import { Effect } from "effect"
import { Addresses } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { answered, type Call, routeAt } from "../http/Route.ts"
import { admittedRoutes, forAnyone } from "../rest/Admission.ts"
import * as Consent from "./Consent.ts"
import * as JsonForm from "./JsonForm.ts"
import * as Page from "./Page.ts"
import { authorizedPage, codePage, problemsPage, refusedPage } from "./Problems.ts"
import { PAGE, pageOf, queryOf } from "./Request.ts"
import * as SignIn from "./SignIn.ts"

/** The routes under the prefix of the API. */
export const authorizeRoutes = admittedRoutes(Contract.Authorize, {
  get_oauth2_authorization: forAnyone(JsonForm.describe),
  create_oauth2_authorization: forAnyone(JsonForm.decide)
})

/** The path of `codePage`. */
const CODE_PAGE = "/oauth2/code"

const decide = (call: Call) =>
  Body.mediaType(call) === "application/json"
    ? answered(JsonForm.decide(call), Answer.failure)
    : asPage(call, 303, Consent.answer(call))

const shownCode = Effect.fnUntraced(function* (call: Call) {
  const { url, rest_url } = yield* Addresses
  return codePage(new URLSearchParams(queryOf(call)), `${url}${CODE_PAGE}`, `${rest_url}/oauth2/token`)
})

const shownEnd = (call: Call) => Effect.sync(() => authorizedPage(new URLSearchParams(queryOf(call))))

/** Answers every expected failure with a page, or redirects the browser to the application. */
const asPage = <R>(
  call: Call,
  status: 302 | 303,
  step: Effect.Effect<Answer.Answer, ServiceError | SentBack | StorageError, R>
) =>
  answered(
    step.pipe(
      Effect.catchTag("SentBack", ({ location }) => Effect.succeed(Page.redirect(status, location))),
      Effect.catchTag("InvalidForm", ({ faults }) => problemsPage(call, faults))
    ),
    (error: ServiceError) => refusedPage(statusOf(error), UNREADABLE)
  )

const UNREADABLE = "This request cannot be read: it is too large, or no form."

/** A GET of a form's address redirects to the page with the form. */
const form = (path: string, name: string, step: typeof SignIn.signIn | typeof SignIn.signOut) => [
  routeAt("POST", path, name, (call) => asPage(call, 303, step(call))),
  routeAt("GET", path, `${name}_page`, (call) => Effect.sync(() => Page.redirect(302, pageOf(call))))
]

/** Pages for people. */
export const pageRoutes = [
  routeAt("GET", PAGE, "authorize", (call) => asPage(call, 302, Consent.show(call))),
  routeAt("POST", PAGE, "authorize_decide", decide),
  ...form("/oauth2/sign-in", "sign_in", SignIn.signIn),
  ...form("/oauth2/sign-out", "sign_out", SignIn.signOut),
  routeAt("GET", "/oauth2/authorized", "authorized", shownEnd),
  routeAt("GET", CODE_PAGE, "code", shownCode)
]
