/** Explains the problems of an authorize link and shows valid values, because this service is for tests. */
import { type Fault, formatPath } from "@backlot/domain/error/Fault"
import type { Application } from "@backlot/domain/record/World"
import * as Applications from "@backlot/usecases/application/Applications"
import { Effect } from "effect"
import type { Call } from "../http/Route.ts"
import { type Html, html } from "./Html.ts"
import { answer } from "./Page.ts"
import { pageOf, parametersOf, settings } from "./Request.ts"

/** At most this many applications are listed. */
const NAMED = 20

/** The page for the faults of a link, or of an answer. */
export const problemsPage = Effect.fnUntraced(function* (call: Call, faults: ReadonlyArray<Fault>) {
  const isAnswer = call.request.method === "POST"
  const heading = isAnswer ? "Nothing happened" : "This authorize link cannot be used"
  const { service_prefix } = yield* settings
  const applications = yield* Applications.all
  const asked = new Map(parametersOf(call)).get("client_id")
  const known = { application: applications.find(({ id }) => id === asked), applications, service_prefix }
  return answer({
    status: 400,
    title: heading,
    main: html`<h1>${heading}</h1>
<dl>
${faults.map((fault) => problem(fault, known))}
</dl>
${isAnswer && link({ href: pageOf(call), text: "Choose again" })}`
  })
})

const problem = ({ path, message }: Fault, known: Known): Html => {
  const parameter = formatPath(path)
  const [advice = "", ...examples] = adviceOn(parameter, known)
  return html`${parameter !== "" && html`<dt><code>${parameter}</code></dt>`}
<dd class="alert" role="alert">${message}</dd>
<dd>${advice}${examples.map((example) => html`<pre>${example}</pre>`)}</dd>
`
}

interface Known {
  readonly application: Application | undefined
  readonly applications: ReadonlyArray<Application>
  readonly service_prefix: string
}

/** How to fix a parameter, followed by valid values. */
const adviceOn = (parameter: string, known: Known): ReadonlyArray<string> => {
  switch (parameter) {
    case "client_id":
      return known.applications.length === 0
        ? ["This world has no applications yet: it needs one to be authorized."]
        : ["Use the id of an application of this world:", ...known.applications.slice(0, NAMED).map(lineOf)]
    case "redirect_uri":
      return [REDIRECT, ...redirectsOf(known)]
    case "guild_id":
      return ["Choose a server whose settings this user may manage."]
    default:
      return ["Correct this parameter of the link, or leave it out."]
  }
}

const lineOf = ({ id, name }: Application): string => `client_id=${id}  (${name})`

const REDIRECT =
  "Use one that is registered, letter by letter (with 127.0.0.1 or [::1] any port will do), or add yours to the application's redirect_uris in the world. These may be used now:"

const redirectsOf = ({ application, service_prefix }: Known): ReadonlyArray<string> =>
  application === undefined
    ? []
    : [...application.redirect_uris, `${service_prefix}-${application.id}:/authorize/callback`]

interface Link {
  readonly href: string
  readonly text: string
}

const link = ({ href, text }: Link): Html => html`<p><a href="${href}">${text}</a></p>`

/** Says that nothing happened, and why. */
export const refusedPage = (status: number, because: string, again?: Link) =>
  answer({
    status,
    title: "Nothing happened",
    main: html`<h1>Nothing happened</h1>
<p class="alert" role="alert">${because}</p>
${again && link(again)}`
  })

/** The refusal of a form from another site. */
export const FOREIGN = "This form was sent by a page of another site."

/** The last page of an installation without redirect URI, authorized or declined. */
export const authorizedPage = (query: URLSearchParams) => {
  const isDone = query.get("error") === null
  const heading = isDone ? "Authorized" : "Not authorized"
  return answer({
    status: 200,
    title: heading,
    main: html`<h1>${heading}</h1>
<p>${isDone ? "The application is installed." : "The request was declined. Nothing was installed."} You can close this page.</p>`
  })
}

/** A redirect URI for people without their own server: shows the code and the request that exchanges it. */
export const codePage = (query: URLSearchParams, here: string, tokenUrl: string) => {
  const code = query.get("code")
  const others = [...query].filter(([name]) => name !== "code")
  return answer({
    status: 200,
    title: code === null ? "No code" : "Your code",
    main: html`<h1>${code === null ? "No code came with this" : "Your code"}</h1>
${code === null ? undefined : exchange(code, here, tokenUrl)}
${
  others.length === 0
    ? undefined
    : html`<h2>What came with it</h2>
<dl class="table">${others.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`
}
${code === null && !query.has("error") ? html`<p class="soft">A token of the implicit grant is in the address bar, behind the #: browsers keep it from servers.</p>` : undefined}`
  })
}

const exchange = (code: string, here: string, tokenUrl: string): Html => html`<pre>${code}</pre>
<h2>Exchange it for tokens</h2>
<p class="soft">Once, within ten minutes. The id and the secret of each application stand where the server was started.</p>
<pre>curl -s -u 'APPLICATION_ID:CLIENT_SECRET' \\
  ${tokenUrl} \\
  -d grant_type=authorization_code \\
  --data-urlencode 'redirect_uri=${here}' \\
  --data-urlencode 'code=${shellSafe(code)}'</pre>`

/** Anybody can make a link to this page, so the text must be safe to paste into a shell. */
const shellSafe = (text: string): string => text.replace(/[^A-Za-z0-9._~-]/g, "")
