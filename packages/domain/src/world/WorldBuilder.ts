/** A world draft with every default filled in, as the flat lists of World. Total: the rules have had their say. */
import { parseTime } from "../base/IsoTime.ts"
import { compare, type Snowflake } from "../base/Snowflake.ts"
import { DEFAULTS } from "../guild/WorldDefaults.ts"
import type * as World from "../record/World.ts"
import { application } from "./WorldApplication.ts"
import { guildParts } from "./WorldGuild.ts"
import type { Mint } from "./WorldMint.ts"
import type { Drafts } from "./WorldShape.ts"
import { localeOr, texts } from "./WorldValue.ts"

/** `commands` are built where they are judged. `now` counts where the world has none. */
export const build = (
  draft: Drafts["world"],
  commands: World.World["commands"],
  mint: Mint,
  now: number
): World.World => {
  const applications = (draft.applications ?? []).map((a) => application(a, mint))
  const at = time(draft.now)
  const botIds = new Map(applications.map((a) => [a.id, a.bot.id]))
  const parts = (draft.guilds ?? []).map((g) => guildParts(g, botIds))
  return {
    now: at,
    automatic_launch: draft.automatic_launch ?? DEFAULTS.world.automatic_launch,
    applications: sorted(applications, idOf),
    users: sorted((draft.users ?? []).map(user), idOf),
    user_installs: sorted((draft.users ?? []).flatMap(userInstalls), (i) => [i.user_id, i.application_id]),
    guilds: sorted(
      parts.map((p) => p.guild),
      idOf
    ),
    roles: sorted(
      parts.flatMap((p) => p.roles),
      (r) => [r.guild_id, r.id]
    ),
    channels: sorted(
      parts.flatMap((p) => p.channels),
      (c) => [c.guild_id, c.id]
    ),
    members: sorted(
      parts.flatMap((p) => p.members),
      (m) => [m.guild_id, m.user_id]
    ),
    guild_installs: sorted(
      parts.flatMap((p) => p.installs),
      (i) => [i.guild_id, i.application_id]
    ),
    direct_channels: sorted((draft.direct_channels ?? []).map(directChannel), idOf),
    tokens: (draft.tokens ?? []).map((t) => token(t, mint, at ?? now)).sort(byHash),
    rate_limits: sorted(Object.entries(draft.rate_limits ?? {}).map(rateLimit), (r) => [r.application_id]),
    commands: sorted(commands, (c) => [c.application_id, c.guild_id ?? "0", c.id]),
    command_permissions: sorted((draft.command_permissions ?? []).map(commandPermissions), (c) => [
      c.guild_id,
      c.application_id,
      c.id
    ]),
    lobbies: sorted((draft.lobbies ?? []).map(lobby), idOf),
    messages: sorted((draft.messages ?? []).map(message), (m) => [m.channel_id, m.id])
  }
}

const time = (text: string | null | undefined): number | null => (text ? (parseTime(text) ?? null) : null)

const idOf = (element: { readonly id: Snowflake }) => [element.id]

const sorted = <T>(items: ReadonlyArray<T>, key: (item: T) => ReadonlyArray<Snowflake>): ReadonlyArray<T> =>
  items.toSorted((a, b) => {
    const other = key(b)
    return key(a).reduce((order, id, i) => order || compare(id, other[i] ?? ""), 0)
  })

const byHash = (a: World.Token, b: World.Token) => (a.token_hash < b.token_hash ? -1 : 1)

const user = (draft: Drafts["user"]): World.User => ({
  id: draft.id ?? "",
  username: draft.username ?? "",
  global_name: draft.global_name ?? DEFAULTS.user.global_name,
  locale: localeOr(draft.locale, DEFAULTS.user.locale),
  adult: draft.adult ?? DEFAULTS.user.adult,
  nsfw_dms: draft.nsfw_dms ?? DEFAULTS.user.nsfw_dms,
  ...(draft.email ? { email: draft.email } : {})
})

const userInstalls = (draft: Drafts["user"]): ReadonlyArray<World.UserInstall> =>
  (draft.installs ?? []).map((install) => ({
    user_id: draft.id ?? "",
    application_id: install.application_id ?? "",
    scopes: texts(install.scopes ?? DEFAULTS.user_install.scopes)
  }))

const directChannel = (draft: Drafts["direct_channel"]): World.DirectChannel => ({
  id: draft.id ?? "",
  type: draft.type === 3 ? 3 : DEFAULTS.direct_channel.type,
  recipients: texts(draft.recipients),
  name: draft.name ?? DEFAULTS.direct_channel.name
})

const token = (draft: Drafts["token"], mint: Mint, now: number): World.Token => ({
  ...(draft.kind === "refresh" ? { kind: draft.kind } : {}),
  ...(draft.token ? { token: draft.token } : {}),
  token_hash: draft.token ? mint.sha256(draft.token) : (draft.token_hash ?? "").toLowerCase(),
  application_id: draft.application_id ?? "",
  ...(draft.user_id ? { user_id: draft.user_id } : {}),
  scopes: texts(draft.scopes),
  expires_at: typeof draft.expires_in === "number" ? now + draft.expires_in * 1000 : time(draft.expires_at),
  ...(draft.family ? { family: draft.family.toLowerCase() } : {})
})

const rateLimit = ([id, draft]: readonly [string, Drafts["rate_limit"]]): World.RateLimitOverride => ({
  application_id: id,
  per_second: draft.per_second ?? DEFAULTS.rate_limit.per_second,
  buckets: (draft.buckets ?? []).map((b) => ({
    method: b.method ?? "",
    path: b.path ?? "",
    limit: b.limit ?? 0,
    window_seconds: b.window_seconds ?? 0
  }))
})

const commandPermissions = (draft: Drafts["command_permissions"]): World.GuildCommandPermissions => ({
  id: draft.id ?? "",
  application_id: draft.application_id ?? "",
  guild_id: draft.guild_id ?? "",
  permissions: (draft.permissions ?? []).map((p) => ({
    id: p.id ?? "",
    type: p.type === 2 || p.type === 3 ? p.type : 1,
    permission: p.permission ?? false
  }))
})

const lobby = (draft: Drafts["lobby"]): World.Lobby => ({
  id: draft.id ?? "",
  application_id: draft.application_id ?? "",
  metadata: draft.metadata ?? DEFAULTS.lobby.metadata,
  members: sorted((draft.members ?? []).map(lobbyMember), idOf),
  flags: draft.flags ?? DEFAULTS.lobby.flags,
  idle_timeout_seconds: draft.idle_timeout_seconds ?? DEFAULTS.lobby.idle_timeout_seconds,
  ...(draft.override_event_webhooks_url ? { override_event_webhooks_url: draft.override_event_webhooks_url } : {}),
  ...(draft.linked_channel_id ? { linked_channel_id: draft.linked_channel_id } : {}),
  ...(draft.secret_hash ? { secret_hash: draft.secret_hash.toLowerCase() } : {}),
  ...moment("secret_expires_at", draft.secret_expires_at),
  ...moment("idle_expires_at", draft.idle_expires_at)
})

const lobbyMember = (draft: Drafts["lobby_member"]): World.LobbyMember => ({
  id: draft.id ?? "",
  metadata: draft.metadata ?? DEFAULTS.lobby_member.metadata,
  flags: draft.flags ?? DEFAULTS.lobby_member.flags,
  ...(draft.additional_name ? { additional_name: draft.additional_name } : {})
})

const moment = <F extends string>(field: F, text: string | null | undefined): { readonly [K in F]?: number } => {
  const at = time(text)
  // A computed key is widened to string.
  return at === null ? {} : ({ [field]: at } as { readonly [K in F]?: number })
}

const message = (draft: Drafts["message"]): World.WorldMessage => ({
  ...draft,
  id: String(draft["id"]),
  channel_id: String(draft["channel_id"])
})
