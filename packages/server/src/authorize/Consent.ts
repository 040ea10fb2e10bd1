/** Shows the consent page and takes its answer. Sources: wire-rest.md §5.1, §5.2; product.md "Surfaces of one server". */
import { oauth } from "@backlot/domain/base/Limits"
import { BITS, isPermissionName, names, type PermissionName } from "@backlot/domain/permission/Permission"
import { expand, type Scope } from "@backlot/domain/record/Scope"
import * as Authorizations from "@backlot/usecases/oauth/Authorizations"
import * as Consents from "@backlot/usecases/oauth/Consents"
import * as SignIns from "@backlot/usecases/oauth/SignIns"
import { Effect } from "effect"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { type Html, html } from "./Html.ts"
import * as Page from "./Page.ts"
import { FOREIGN, refusedPage } from "./Problems.ts"
import { isOwnPage, onward, pageOf, parametersOf, queryOf, readCookie, settings } from "./Request.ts"
import { PERMISSION_TEXT, SCOPE_TEXT } from "./ScopeText.ts"
import { askForUser } from "./SignIn.ts"

/** Shows the consent page, after sign-in. With `prompt=none`, skips it if everything was granted before. */
export const show = Effect.fnUntraced(function* (call: Call) {
  const cookie = readCookie(call)
  const signedIn = yield* SignIns.find(cookie)
  const own = yield* settings
  const view = yield* Authorizations.look(parametersOf(call), signedIn?.id, own)
  if (cookie === undefined || view.user === null) return yield* askForUser(call, view)
  const { user } = view
  const passed = view.is_silent ? yield* Authorizations.pass(parametersOf(call), user.id, own) : undefined
  if (passed !== undefined) return Page.redirect(302, yield* onward(passed.location))
  const query = queryOf(call)
  return consentPage({ ...view, user, query, nonce: yield* Consents.offer({ cookie, query }) })
})

/** Takes the answer of a page that was shown. Refuses any other form without effect. */
export const answer = Effect.fnUntraced(function* (call: Call) {
  if (!(yield* isOwnPage(call))) return refusedPage(403, FOREIGN)
  const fields = (yield* Body.form(call, oauth.formBytes)) ?? new URLSearchParams()
  const cookie = readCookie(call)
  const user = yield* SignIns.find(cookie)
  const again = { href: pageOf(call), text: "Look at the request again" }
  const nonce = fields.get("nonce") ?? undefined
  // A script without JSON has neither; its refusal mentions the JSON form.
  if (nonce === undefined) return refusedPage(403, FORGED.missing, again)
  if (cookie === undefined || user === undefined) return refusedPage(403, NOBODY, again)
  const forged = yield* Consents.redeem({ cookie, query: queryOf(call), nonce }).pipe(
    Effect.as(undefined),
    Effect.catchTag("ConsentForged", ({ reason }) => Effect.succeed(reason))
  )
  if (forged !== undefined) return refusedPage(403, FORGED[forged], again)
  const guildId = fields.get("guild_id")
  const decision = {
    user_id: user.id,
    authorize: fields.get("authorize") === "true",
    permissions: checkedPermissions(fields),
    ...(guildId === null || guildId === "" ? {} : { guild_id: guildId })
  }
  // The form does not name the user, so the recording gets the JSON form of the decision.
  call.note?.(decision)
  const { location } = yield* Authorizations.decide(parametersOf(call), decision, yield* settings)
  return Page.redirect(303, yield* onward(location))
})

const NOBODY = "Nobody is signed in in this browser any more."

const FORGED: Readonly<Record<Consents.ForgedReason, string>> = {
  missing:
    "This answer does not come from the page that asks. A script sends JSON instead, with the content type application/json.",
  unknown: "This page was answered already, or never shown.",
  "other sign-in": "This page was shown to somebody else, or before you signed in anew.",
  "other request": "This page was shown for another request than the one that it now answers.",
  expired: "This page was shown more than fifteen minutes ago."
}

/** A request with the user who decides, the query of its page, and the nonce of its form. */
interface ConsentView extends Omit<Authorizations.View, "user"> {
  readonly user: Page.Person
  readonly query: string
  readonly nonce: string
}

const consentPage = (view: ConsentView) =>
  Page.answer({
    status: 200,
    title: `Authorize ${view.application.name}`,
    redirect_uri: view.request.redirect_uri,
    main: html`<div class="top"><span class="face" aria-hidden="true">${Page.initial(view.application.name)}</span>
<h1><bdi>${view.application.name}</bdi> wants access to your account</h1></div>
${view.application.description === "" ? undefined : html`<p class="soft">${view.application.description}</p>`}
${signedIn(view)}
<form method="post" action="/oauth2/authorize?${view.query}">
<input type="hidden" name="nonce" value="${view.nonce}">
<h2 id="scopes">This will let it</h2>
<ul class="scopes" aria-labelledby="scopes">
${view.request.asked.map(scope)}
</ul>
${view.request.integration_type === null ? undefined : installation(view)}
${permissions(view)}
<p class="soft">${ending(view.request.redirect_uri)}</p>
<div class="actions">
<button class="main" name="authorize" value="true"${{ html: isPossible(view) ? "" : " disabled" }}>Authorize</button>
<button name="authorize" value="false" formnovalidate>Cancel</button>
</div>
</form>`
  })

/** The bit set of the checked boxes of a form, as decimal text. Ignores unknown names. */
const checkedPermissions = (fields: URLSearchParams): string =>
  fields
    .getAll("permission")
    .reduce((set, name) => (isPermissionName(name) ? set | BITS[name] : set), 0n)
    .toString()

const signedIn = ({
  user,
  query
}: ConsentView): Html => html`<form class="who" method="post" action="/oauth2/sign-out?${query}">
<span>Signed in as <strong><bdi>${user.global_name ?? user.username}</bdi></strong> <span class="soft">(<bdi>${user.username}</bdi>)</span></span>
<button class="link">Not you?</button>
</form>`

const scope = (name: Scope): Html => {
  const brought = expand([name]).slice(1)
  return html`<li><span>${SCOPE_TEXT[name]}<code>${name}${brought.length === 0 ? "" : ` with ${brought.join(", ")}`}</code></span></li>
`
}

const installation = (view: ConsentView): Html => {
  if (view.request.integration_type === 1)
    return html`<h2>Where</h2>
<p>It is installed for you: you can use it wherever you may use applications.</p>`
  return view.request.disable_guild_select ? fixedGuild(view) : guildChoice(view)
}

const fixedGuild = ({ guilds, request: { guild_id } }: ConsentView): Html => {
  const guild = guilds.find(({ id }) => id === guild_id)
  return html`<h2>Server</h2>
<input type="hidden" name="guild_id" value="${guild_id ?? ""}">
<p><bdi>${guild?.name ?? guild_id ?? ""}</bdi></p>
${guild?.is_allowed === true ? undefined : mayNotAdd("this server")}`
}

const mayNotAdd = (where: string): Html =>
  html`<p class="alert">You may not add applications to ${where}: that needs the permission to manage it. Sign in as somebody who has it.</p>`

const guildChoice = ({ guilds, request: { guild_id } }: ConsentView): Html => {
  if (!guilds.some(({ is_allowed }) => is_allowed)) {
    return html`<h2>Server</h2>
${mayNotAdd("any server")}`
  }
  const preselected = guilds.some(({ id, is_allowed }) => id === guild_id && is_allowed)
  return html`<label class="field"><span>Add to server</span>
<select name="guild_id" required>
<option value=""${{ html: preselected ? "" : " selected" }}>Choose a server</option>
${guilds.map((guild) => option(guild, preselected && guild.id === guild_id))}
</select></label>
${guilds.every(({ is_allowed }) => is_allowed) ? undefined : html`<p class="soft">Servers that you may not manage cannot be chosen.</p>`}`
}

const option = ({ id, name, is_allowed }: ConsentView["guilds"][number], selected: boolean): Html =>
  html`<option value="${id}"${{ html: selected ? " selected" : "" }}${{ html: is_allowed ? "" : " disabled" }}>${is_allowed ? name : `${name} (${FORBIDDEN})`}</option>
`

const FORBIDDEN = "you may not manage this server"

const permissions = (view: ConsentView): Html | undefined => {
  const { integration_type, asked: scopes, permissions } = view.request
  const asked = isPossible(view) && integration_type === 0 && scopes.includes("bot") ? names(BigInt(permissions)) : []
  if (asked.length === 0) return undefined
  return html`<fieldset><legend>Permissions of its bot</legend>
<div class="choices">
${asked.map(permission)}
</div>
<p class="soft">It gets no permission that you do not have yourself.</p>
</fieldset>`
}

const permission = (name: PermissionName): Html =>
  html`<label><input type="checkbox" name="permission" value="${name}" checked>${PERMISSION_TEXT[name]}</label>
`

const isPossible = ({ guilds, request }: ConsentView): boolean =>
  request.integration_type !== 0 ||
  guilds.some(({ id, is_allowed }) => is_allowed && (!request.disable_guild_select || id === request.guild_id))

const ending = (redirectUri: string | null): Html => {
  if (redirectUri === null) return html`Afterwards this page tells you that it is done.`
  const url = URL.parse(redirectUri)
  return url === null || url.host === ""
    ? html`Afterwards you are sent to the app that opens <code>${redirectUri.split(":", 1).join("")}:</code> links.`
    : html`Afterwards you are sent to <code>${url.host}</code>.`
}
