/** Scopes of authorizations, as data. Sources: wire-rest.md §5.3, §5.5; service.md "Authorization arguments". */

export const SCOPES = [
  "activities.invites.write",
  "activities.read",
  "activities.write",
  "application_identities.write",
  "applications.commands",
  "applications.commands.permissions.update",
  "applications.commands.update",
  "applications.entitlements",
  "bot",
  "connections",
  "dm_channels.messages.read",
  "dm_channels.messages.write",
  "dm_channels.read",
  "email",
  "gateway.connect",
  "gdm.join",
  "guilds",
  "guilds.channels.read",
  "guilds.join",
  "guilds.members.read",
  "identify",
  "identify.premium",
  "lobbies.write",
  "openid",
  "relationships.read",
  "relationships.write",
  "role_connections.write",
  "sdk.social_layer",
  "sdk.social_layer_presence",
  "webhook.incoming"
] as const

export type Scope = (typeof SCOPES)[number]

/** What a default installation may ask for. Source: official OpenAPI document, `ApplicationOAuth2InstallParams`. */
export const INSTALL_SCOPES: ReadonlyArray<Scope> = ["applications.commands", "bot"]

export const isScope = (value: string): value is Scope => KNOWN.has(value)

const PRESENCE: ReadonlyArray<Scope> = [
  "activities.invites.write",
  "activities.read",
  "activities.write",
  "application_identities.write",
  "gateway.connect",
  "identify",
  "relationships.read",
  "relationships.write"
]

/** The scopes that a scope includes: umbrellas, and `bot`, which includes `applications.commands`. */
const BROUGHT: { readonly [S in Scope]?: ReadonlyArray<Scope> } = {
  bot: ["applications.commands"],
  "sdk.social_layer_presence": PRESENCE,
  "sdk.social_layer": [
    "sdk.social_layer_presence",
    ...PRESENCE,
    "dm_channels.read",
    "dm_channels.messages.read",
    "dm_channels.messages.write",
    "guilds",
    "guilds.channels.read",
    "lobbies.write"
  ]
}

/** Scopes that install something; alone they need no code exchange and give no token. */
const INSTALLING: ReadonlySet<string> = new Set<Scope>(["bot", "applications.commands"])

/** Scopes that only client credentials can have (§5.5). */
const CLIENT_ONLY: ReadonlySet<string> = new Set<Scope>(["applications.commands.update"])

/** Scopes of the platform without effect in this version: granting one would be useless, so it is refused. */
const NOT_SERVED: ReadonlySet<string> = new Set<Scope>(["webhook.incoming"])

const KNOWN: ReadonlySet<string> = new Set(SCOPES)

/** The distinct words of a space-separated text, in their order. */
export const words = (text: string | null | undefined): ReadonlyArray<string> => [
  ...new Set((text ?? "").split(" ").filter((word) => word !== ""))
]

/**
 * The scopes with all that they include: the requested ones first, in their order. Umbrellas stay in the list. An
 * unknown scope, which a world's token may have, includes nothing. Our choice: docs/choices.md "OAuth2".
 */
export const expand = <S extends string>(scopes: ReadonlyArray<S>): ReadonlyArray<S | Scope> => [
  ...new Set([...scopes, ...scopes.flatMap((scope) => (isScope(scope) ? (BROUGHT[scope] ?? []) : []))])
]

/** Whether these scopes contain or include that one: a world may name only an umbrella. */
export const includes = (scopes: ReadonlyArray<string>, scope: string): boolean =>
  scopes.includes(scope) || scopes.some((held) => isScope(held) && BROUGHT[held]?.some((brought) => brought === scope))

/** Whether a user may grant it in the authorization flow. */
export const isGrantable = (scope: string): scope is Scope =>
  isScope(scope) && !CLIENT_ONLY.has(scope) && !NOT_SERVED.has(scope)

/** Whether client credentials may request it: they act for the owner and install nothing (§5.3). */
export const isForClients = (scope: string): scope is Scope =>
  isScope(scope) && !INSTALLING.has(scope) && !NOT_SERVED.has(scope)

/** Whether only client credentials can have it. */
export const isClientOnly = (scope: string): boolean => CLIENT_ONLY.has(scope)

export const isInstalling = (scope: string): boolean => INSTALLING.has(scope)
