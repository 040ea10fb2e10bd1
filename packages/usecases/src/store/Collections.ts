/** Every typed collection of the service, declared once. Source: architecture.md "Storage". */

import * as Limits from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WebhookEventType } from "@backlot/domain/event/WebhookEvent"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import type { TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import type { MessageRecord } from "@backlot/domain/message/Message"
import type { ApplicationCommand, CommandType, Scope } from "@backlot/domain/record/ApplicationCommand"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type {
  Application,
  Channel,
  Guild,
  GuildCommandPermissions,
  GuildInstall,
  Member,
  RateLimitOverride,
  Role,
  Token,
  User,
  UserInstall
} from "@backlot/domain/record/World"
import { isDirect } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { collection, id, number, text } from "./Collection.ts"

/** What a bot, bearer or refresh token stands for, found by the SHA-256 of the token. */
export interface Credential extends Omit<Token, "kind"> {
  readonly kind: "bot" | "bearer" | "refresh"
  /** Of a refresh token that the service issued, in milliseconds of the service clock: the oldest go first. */
  readonly issued_at?: number
}

/** A token of a world as a credential. */
export const tokenCredential = ({ kind, ...token }: Token): Credential => ({ kind: kind ?? "bearer", ...token })

/** A credential as a world has it; a bot token stands with its application there. */
export const tokensOf = ({ kind, issued_at: _, ...token }: Credential): ReadonlyArray<Token> => {
  if (kind === "bot") return []
  return [kind === "refresh" ? { kind, ...token } : token]
}

/** The bot token of an application. */
export const botCredential = ({ id, bot }: Application, sha256: (text: string) => string): Credential => ({
  kind: "bot",
  token_hash: sha256(bot.token),
  application_id: id,
  scopes: [],
  expires_at: null
})

/** A line of a trace in its place. */
export interface StoredLine extends TraceLine {
  readonly interaction_id: string
  readonly seq: number
}

/** A file that a user attached to an option. */
export interface Upload {
  readonly id: Snowflake
  readonly channel_id: Snowflake
  readonly filename: string
  readonly content_type: string | undefined
  /** Bytes. */
  readonly size: number
  /** Pixels, of pictures. */
  readonly width?: number
  readonly height?: number
  readonly url: string
  readonly base64: string
}

export const scopeOf = (command: ApplicationCommand): Scope => command.guild_id ?? "global"

/** For each collection that most requests ask. */
const READY = Limits.ready.values

/** Global commands stand before those of every guild. */
const scopeKey = (scope: Scope) => (scope === "global" ? text("-global") : id(scope))

/** Key parts of the commands of one scope. */
export const commandScope = (applicationId: string, scope: Scope) => [id(applicationId), scopeKey(scope)] as const

/** Key parts of the commands of one type in one scope, in the index by name. */
export const commandsOfType = (applicationId: string, scope: Scope, type: CommandType) =>
  [...commandScope(applicationId, scope), text(String(type))] as const

export const applications = collection<Application>({
  name: "application",
  key: (a) => [id(a.id)],
  indexes: { bot: (a) => [id(a.bot.id)] },
  ready: READY
})

/** In which index the service finds what it issued; none for the fixtures of a world, which stand in clear (decision 44). */
export const issuedIndexOf = ({ kind, token, expires_at }: Credential): "issued" | "refresh" | undefined => {
  if (token !== undefined) return undefined
  if (kind === "refresh") return "refresh"
  return expires_at === null ? undefined : "issued"
}

/** Access tokens by their end, refresh tokens by their beginning. */
const issuedKey = (index: "issued" | "refresh") => (credential: Credential) => {
  if (issuedIndexOf(credential) !== index) return undefined
  const { application_id, expires_at, issued_at } = credential
  const at = (index === "issued" ? expires_at : issued_at) ?? 0
  return [id(application_id), number(Math.max(0, Math.floor(at)))]
}

export const credentials = collection<Credential>({
  name: "credential",
  key: (c) => [text(c.token_hash)],
  indexes: {
    application: (c) => [id(c.application_id)],
    issued: issuedKey("issued"),
    refresh: issuedKey("refresh"),
    /** What a user authorized an application to do. */
    user: (c) => (c.user_id === undefined ? undefined : [id(c.user_id), id(c.application_id)]),
    family: (c) => (c.family === undefined ? undefined : [text(c.family)])
  },
  ready: READY
})

export const users = collection<User>({ name: "user", key: (u) => [id(u.id)], ready: READY })

export const userInstalls = collection<UserInstall>({
  name: "user_install",
  key: (i) => [id(i.user_id), id(i.application_id)],
  indexes: { application: (i) => [id(i.application_id)] },
  ready: READY
})

export const guilds = collection<Guild>({ name: "guild", key: (g) => [id(g.id)], ready: READY })

export const roles = collection<Role>({ name: "role", key: (r) => [id(r.guild_id), id(r.id)], ready: READY })

export const members = collection<Member>({
  name: "member",
  key: (m) => [id(m.guild_id), id(m.user_id)],
  indexes: { user: (m) => [id(m.user_id)] },
  ready: READY
})

export const guildInstalls = collection<GuildInstall>({
  name: "guild_install",
  key: (i) => [id(i.guild_id), id(i.application_id)],
  indexes: { application: (i) => [id(i.application_id)] },
  ready: READY
})

export const channels = collection<Channel>({
  name: "channel",
  key: (c) => [id(c.id)],
  indexes: { guild: (c) => (isDirect(c) ? undefined : [id(c.guild_id)]) },
  ready: READY
})

export const commands = collection<ApplicationCommand>({
  name: "command",
  key: (c) => [...commandScope(c.application_id, scopeOf(c)), id(c.id)],
  indexes: {
    id: (c) => [id(c.id)],
    /** No two values share this key (service.md "Naming rules"); its beginning counts the commands of a type. */
    name: (c) => [...commandsOfType(c.application_id, scopeOf(c), c.type), text(c.name)]
  },
  ready: 2 * READY,
  exact: true
})

export const rateLimits = collection<RateLimitOverride>({
  name: "rate_limit",
  key: (r) => [id(r.application_id)],
  ready: READY
})

export const interactions = collection<InteractionRecord>({
  name: "interaction",
  key: (i) => [id(i.id)]
})

/** An interaction on its way through the gateway: the shard of which guild gets it, and the JSON text of its payload. */
export interface Undelivered {
  readonly interaction_id: Snowflake
  readonly application_id: Snowflake
  /** Null is shard 0. */
  readonly guild_id: Snowflake | null
  readonly payload: string
}

export const undelivered = collection<Undelivered>({ name: "undelivered", key: (u) => [id(u.interaction_id)] })

export const messages = collection<MessageRecord>({
  name: "message",
  key: (m) => [id(m.channel_id), id(m.id)],
  indexes: { id: (m) => [id(m.id)] }
})

export const uploads = collection<Upload>({ name: "upload", key: (u) => [id(u.id)] })

export const traces = collection<StoredLine>({
  name: "trace",
  key: (t) => [id(t.interaction_id), number(t.seq)]
})

/** Overwrites of one command, or of a whole application, in one guild: the wire object of service.md. */
export const commandPermissions = collection<GuildCommandPermissions>({
  name: "command_permission",
  key: (p) => [id(p.application_id), id(p.id), id(p.guild_id)],
  indexes: { guild: (p) => [id(p.guild_id), id(p.application_id)] },
  ready: READY
})

/** Deletes the overwrites of a command in every guild (service.md "States and transitions"). */
export const deletePermissionsOf = Effect.fnUntraced(function* (applicationId: string, commandId: string) {
  for (const { guild_id } of yield* commandPermissions.list([id(applicationId), id(commandId)])) {
    yield* commandPermissions.delete(id(applicationId), id(commandId), id(guild_id))
  }
})

export const lobbies = collection<LobbyRecord>({
  name: "lobby",
  key: (l) => [id(l.id)],
  indexes: {
    application: (l) => [id(l.application_id)],
    /** At most one lobby of an application has a secret. */
    secret: (l) => (l.secret_hash === undefined ? undefined : [id(l.application_id), text(l.secret_hash)]),
    /** At most one lobby is linked to a channel. */
    channel: (l) => (l.linked_channel_id === undefined ? undefined : [id(l.linked_channel_id)])
  },
  ready: READY
})

export const lobbyMembers = collection<LobbyMembership>({
  name: "lobby_member",
  key: (m) => [id(m.lobby_id), id(m.id)],
  indexes: { user: (m) => [id(m.id), id(m.application_id), id(m.lobby_id)] },
  ready: READY
})

/** A webhook event until it is acknowledged, or given up. */
export interface WebhookEvent {
  /** Position in the log of what it tells of. */
  readonly seq: number
  readonly application_id: Snowflake
  readonly type: WebhookEventType
  /** The URL of the lobby that it happened in, as it was then. */
  readonly override_url?: string
  /** The JSON text that is sent. */
  readonly body: string
  /** Milliseconds of the service clock. */
  readonly happened_ms: number
  /** Tries that failed. */
  readonly attempts: number
  /** When it is tried again; null while it waits for its turn. */
  readonly due_ms: number | null
}

export const webhookEvents = collection<WebhookEvent>({
  name: "webhook_event",
  key: (e) => [number(e.seq)],
  indexes: { application: (e) => [id(e.application_id), number(e.seq)] }
})

/** What a user consented to, until an application exchanges the code for tokens. */
export interface AuthorizationCode {
  /** SHA-256 of the code, 64 hex digits: the family of the tokens that it gives. */
  readonly code_hash: string
  readonly application_id: Snowflake
  readonly user_id: Snowflake
  readonly scopes: ReadonlyArray<string>
  /** The one that the code was sent to; whether the request named it, or left it to the first registered one. */
  readonly redirect_uri: string
  readonly redirect_given: boolean
  /** S256, base64url. */
  readonly code_challenge?: string
  readonly nonce?: string
  /** The guild that the application was installed in with it. */
  readonly guild_id?: Snowflake
  /** Milliseconds since the Unix epoch of the wall clock, for ID tokens (decision 45). */
  readonly auth_time_ms: number
  /** Milliseconds of the service clock. */
  readonly expires_at: number
  /** A code that was used stays until its end: who uses it again ends its tokens. */
  readonly used?: true
}

export const authorizationCodes = collection<AuthorizationCode>({
  name: "authorization_code",
  key: (c) => [text(c.code_hash)],
  indexes: {
    expiry: (c) => [number(c.expires_at)],
    application: (c) => [id(c.application_id)],
    user: (c) => [id(c.user_id)]
  }
})

/** A browser in which somebody said who they are. */
export interface SignIn {
  /** SHA-256 of the cookie. */
  readonly cookie_hash: string
  readonly user_id: Snowflake
  /** Milliseconds of the service clock. */
  readonly expires_at: number
}

export const signIns = collection<SignIn>({
  name: "sign_in",
  key: (s) => [text(s.cookie_hash)],
  indexes: { expiry: (s) => [number(s.expires_at)] }
})

/** A page of consent that was shown: what it was shown for, and to which browser. */
export interface Consent {
  /** SHA-256 of the nonce on the page. */
  readonly nonce_hash: string
  readonly cookie_hash: string
  /** SHA-256 of the query of the page. */
  readonly query_hash: string
  /** Milliseconds of the service clock. */
  readonly expires_at: number
}

export const consents = collection<Consent>({
  name: "consent",
  key: (c) => [text(c.nonce_hash)],
  indexes: { expiry: (c) => [number(c.expires_at)] }
})
