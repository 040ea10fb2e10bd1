/** The second step: shows the request of the application in words and asks for a decision. */
import { BITS, isPermissionName, names, type PermissionName } from "@backlot/domain/permission/Permission"
import { expand, type Scope } from "@backlot/domain/record/Scope"
import { type Html, html } from "./Html.ts"
import { answer } from "./Page.ts"
import { PERMISSION_TEXT } from "./PermissionText.ts"
import { SCOPE_TEXT } from "./ScopeText.ts"
import { initial, type Person } from "./SignInPage.ts"

export interface GuildChoice {
  readonly id: string
  readonly name: string
  /** Whether the user may install applications there. */
  readonly is_allowed: boolean
}

export interface ConsentView {
  readonly application: { readonly name: string; readonly description: string }
  readonly user: Person
  readonly scopes: ReadonlyArray<Scope>
  /** The installation that the consent brings; null for none. */
  readonly install: "guild" | "user" | null
  readonly guilds: ReadonlyArray<GuildChoice>
  readonly guild_id: string | null
  /** The user cannot choose the guild. */
  readonly guild_fixed: boolean
  /** Permissions requested for the bot: decimal bit set. */
  readonly permissions: string
  readonly redirect_uri: string | null
  readonly query: string
  readonly nonce: string
}

export const consentPage = (view: ConsentView) =>
  answer({
    status: 200,
    title: `Authorize ${view.application.name}`,
    redirect_uri: view.redirect_uri,
    main: html`<div class="top"><span class="face" aria-hidden="true">${initial(view.application.name)}</span>
<h1><bdi>${view.application.name}</bdi> wants access to your account</h1></div>
${view.application.description === "" ? undefined : html`<p class="soft">${view.application.description}</p>`}
${signedIn(view)}
<form method="post" action="/oauth2/authorize?${view.query}">
<input type="hidden" name="nonce" value="${view.nonce}">
<h2 id="scopes">This will let it</h2>
<ul class="scopes" aria-labelledby="scopes">
${view.scopes.map(scope)}
</ul>
${view.install === null ? undefined : installation(view)}
${permissions(view)}
<p class="soft">${ending(view.redirect_uri)}</p>
<div class="actions">
<button class="main" name="authorize" value="true"${{ html: isPossible(view) ? "" : " disabled" }}>Authorize</button>
<button name="authorize" value="false" formnovalidate>Cancel</button>
</div>
</form>`
  })

/** The bit set of the checked boxes of a form, as decimal text. Ignores unknown names. */
export const checkedPermissions = (fields: URLSearchParams): string =>
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
  if (view.install === "user")
    return html`<h2>Where</h2>
<p>It is installed for you: you can use it wherever you may use applications.</p>`
  return view.guild_fixed ? fixedGuild(view) : guildChoice(view)
}

const fixedGuild = ({ guilds, guild_id }: ConsentView): Html => {
  const guild = guilds.find(({ id }) => id === guild_id)
  return html`<h2>Server</h2>
<input type="hidden" name="guild_id" value="${guild_id ?? ""}">
<p><bdi>${guild?.name ?? guild_id ?? ""}</bdi></p>
${guild?.is_allowed === true ? undefined : mayNotAdd("this server")}`
}

const mayNotAdd = (where: string): Html =>
  html`<p class="alert">You may not add applications to ${where}: that needs the permission to manage it. Sign in as somebody who has it.</p>`

const guildChoice = ({ guilds, guild_id }: ConsentView): Html => {
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

const option = ({ id, name, is_allowed }: GuildChoice, selected: boolean): Html =>
  html`<option value="${id}"${{ html: selected ? " selected" : "" }}${{ html: is_allowed ? "" : " disabled" }}>${is_allowed ? name : `${name} (${FORBIDDEN})`}</option>
`

const FORBIDDEN = "you may not manage this server"

const permissions = (view: ConsentView): Html | undefined => {
  const asked =
    isPossible(view) && view.install === "guild" && view.scopes.includes("bot") ? names(BigInt(view.permissions)) : []
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

const isPossible = ({ install, guilds, guild_id, guild_fixed }: ConsentView): boolean =>
  install !== "guild" || guilds.some(({ id, is_allowed }) => is_allowed && (!guild_fixed || id === guild_id))

const ending = (redirectUri: string | null): Html => {
  if (redirectUri === null) return html`Afterwards this page tells you that it is done.`
  const url = URL.parse(redirectUri)
  return url === null || url.host === ""
    ? html`Afterwards you are sent to the app that opens <code>${redirectUri.split(":", 1).join("")}:</code> links.`
    : html`Afterwards you are sent to <code>${url.host}</code>.`
}
