/** Signs a person in as a user, and out. Requires the control token if the server has one. */
import { oauth } from "@backlot/domain/base/Limits"
import { Secrets } from "@backlot/ports/Secrets"
import * as Authorizations from "@backlot/usecases/oauth/Authorizations"
import * as SignIns from "@backlot/usecases/oauth/SignIns"
import { Effect } from "effect"
import { ServerSettings } from "../boot/ServerContext.ts"
import { WRONG_TOKEN } from "../control/Guard.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { type Html, html } from "./Html.ts"
import * as Page from "./Page.ts"
import { FOREIGN, refusedPage } from "./Problems.ts"
import { giveCookie, isOwnPage, pageOf, parametersOf, queryOf, readCookie, settings, takeCookie } from "./Request.ts"

/** At most this many users are listed; others are entered by name. Our choice: docs/choices.md "OAuth2". */
const SHOWN = 50

interface Problem {
  readonly status: number
  readonly text: string
}

/** The sign-in page: the person chooses a user of the world. */
export const askForUser = Effect.fnUntraced(function* (call: Call, view: Authorizations.View, problem?: Problem) {
  const { control_token } = yield* ServerSettings
  // A person without the control token does not see the users.
  const { users, more } = control_token === undefined ? yield* SignIns.choices(SHOWN) : { users: [], more: true }
  return Page.answer({
    status: problem?.status ?? 200,
    title: "Who are you?",
    redirect_uri: view.request.redirect_uri,
    main: html`<h1>Who are you?</h1>
<p class="soft"><bdi>${view.application.name}</bdi> wants to be authorized. Choose the user of this world who decides.</p>
${problem === undefined ? undefined : html`<p class="alert" role="alert">${problem.text}</p>`}
${people({ users, more, asks_token: control_token !== undefined, query: queryOf(call) })}`
  })
})

export const signIn = Effect.fnUntraced(function* (call: Call) {
  if (!(yield* isOwnPage(call))) return refusedPage(403, FOREIGN)
  const fields = (yield* Body.form(call, oauth.formBytes)) ?? new URLSearchParams()
  if (!(yield* isTrusted(fields))) return yield* askAgain(call, { status: 403, text: WRONG_TOKEN })
  // A pressed button comes after a typed name.
  const named = fields.getAll("user").at(-1)?.trim() ?? ""
  return yield* SignIns.begin(named, readCookie(call)).pipe(
    Effect.map((cookie) => giveCookie(call, Page.redirect(303, pageOf(call)), cookie)),
    Effect.catchTag("UnknownUser", () => askAgain(call, unknown(named)))
  )
})

export const signOut = Effect.fnUntraced(function* (call: Call) {
  if (!(yield* isOwnPage(call))) return refusedPage(403, FOREIGN)
  yield* SignIns.end(readCookie(call))
  return takeCookie(call, Page.redirect(303, pageOf(call)))
})

const isTrusted = Effect.fnUntraced(function* (fields: URLSearchParams) {
  const { control_token } = yield* ServerSettings
  const { equal } = yield* Secrets
  return control_token === undefined || equal(fields.get("control_token") ?? "", control_token)
})

const askAgain = Effect.fnUntraced(function* (call: Call, problem: Problem) {
  const view = yield* Authorizations.look(parametersOf(call), undefined, yield* settings)
  return yield* askForUser(call, view, problem)
})

const unknown = (named: string): Problem => ({
  status: 400,
  text: named === "" ? "Choose a user." : `This world has no user "${named.slice(0, 100)}".`
})

interface Choice {
  readonly users: ReadonlyArray<Page.Person>
  /** There are more users, who must be entered by name. */
  readonly more: boolean
  /** The server has a control token, which the person must enter. */
  readonly asks_token: boolean
  readonly query: string
}

const people = ({ users, more, asks_token, query }: Choice): Html => {
  if (users.length === 0 && !more) return html`<p class="alert">This world has no users yet.</p>`
  return html`<form method="post" action="/oauth2/sign-in?${query}">
${asks_token ? TOKEN_FIELD : undefined}
${more ? SOMEBODY : undefined}
${users.length === 0 ? undefined : chooser(users, more)}
</form>`
}

const TOKEN_FIELD: Html = html`<label class="field"><span>Control token</span><input name="control_token" type="password" required autocomplete="off"></label>
<p class="soft">Others can reach this server, so it asks for the token that it printed when it started.</p>`

const chooser = (
  users: ReadonlyArray<Page.Person>,
  more: boolean
): Html => html`${more ? html`<h2>Or one of these</h2>` : undefined}
<ul class="people">
${users.map(person)}
</ul>`

const person = ({ id, username, global_name }: Page.Person): Html => {
  const name = global_name ?? username
  return html`<li><button name="user" value="${id}"><span class="face" aria-hidden="true">${Page.initial(name)}</span><span><bdi>${name}</bdi>${name === username ? undefined : html`<span class="soft"><bdi>${username}</bdi></span>`}</span></button></li>
`
}

/** Shown before the list, which is long or hidden in this case. */
const SOMEBODY: Html = html`<div class="inline">
<label class="field"><span>Username or id</span><input name="user" autocomplete="off" autocapitalize="none" spellcheck="false"></label>
<button>Continue</button>
</div>`
