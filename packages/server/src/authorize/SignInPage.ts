/** The first step: the person chooses a user of the world. */
import { type Html, html } from "./Html.ts"
import { answer } from "./Page.ts"

export interface Person {
  readonly id: string
  readonly username: string
  readonly global_name: string | null
}

export interface SignInView {
  /** The name of the application that asks. */
  readonly application: string
  readonly people: ReadonlyArray<Person>
  /** There are more users, who must be entered by name. */
  readonly more: boolean
  /** The server has a control token, which the person must enter. */
  readonly asks_token: boolean
  readonly query: string
  readonly redirect_uri: string | null
  readonly problem?: string
  readonly status?: number
}

export const signInPage = (view: SignInView) =>
  answer({
    status: view.status ?? 200,
    title: "Who are you?",
    redirect_uri: view.redirect_uri,
    main: html`<h1>Who are you?</h1>
<p class="soft"><bdi>${view.application}</bdi> wants to be authorized. Choose the user of this world who decides.</p>
${view.problem === undefined ? undefined : html`<p class="alert" role="alert">${view.problem}</p>`}
${people(view)}`
  })

const people = (view: SignInView): Html => {
  if (view.people.length === 0 && !view.more) return html`<p class="alert">This world has no users yet.</p>`
  return html`<form method="post" action="/oauth2/sign-in?${view.query}">
${view.asks_token ? TOKEN_FIELD : undefined}
${view.more ? SOMEBODY : undefined}
${view.people.length === 0 ? undefined : chooser(view)}
</form>`
}

const TOKEN_FIELD: Html = html`<label class="field"><span>Control token</span><input name="control_token" type="password" required autocomplete="off"></label>
<p class="soft">Others can reach this server, so it asks for the token that it printed when it started.</p>`

const chooser = ({ people, more }: SignInView): Html => html`${more ? html`<h2>Or one of these</h2>` : undefined}
<ul class="people">
${people.map(person)}
</ul>`

const person = ({ id, username, global_name }: Person): Html => {
  const name = global_name ?? username
  return html`<li><button name="user" value="${id}"><span class="face" aria-hidden="true">${initial(name)}</span><span><bdi>${name}</bdi>${name === username ? undefined : html`<span class="soft"><bdi>${username}</bdi></span>`}</span></button></li>
`
}

/** Shown before the list, which is long or hidden in this case. */
const SOMEBODY: Html = html`<div class="inline">
<label class="field"><span>Username or id</span><input name="user" autocomplete="off" autocapitalize="none" spellcheck="false"></label>
<button>Continue</button>
</div>`

/** The first grapheme of a name. */
export const initial = (name: string): string => {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim())
  return (first?.segment ?? "?").toUpperCase()
}
