/** Every typed collection of the service, declared once. Source: architecture.md "Storage". */
import type { ApplicationCommand, CommandType, Scope } from "@backlot/domain/ApplicationCommand"
import type { InteractionRecord } from "@backlot/domain/Interaction"
import type { TraceLine } from "@backlot/domain/InteractionDecision"
import * as Limits from "@backlot/domain/Limits"
import type { MessageRecord } from "@backlot/domain/Message"
import type { Snowflake } from "@backlot/domain/Snowflake"
import type {
  Application,
  Channel,
  Guild,
  GuildCommandPermissions,
  GuildInstall,
  Lobby,
  Member,
  RateLimitOverride,
  Role,
  Token,
  User,
  UserInstall
} from "@backlot/domain/World"
import { isDirect } from "@backlot/domain/World"
import { Effect } from "effect"
import { collection, id, number, text } from "./Collection.ts"

/** What a bot or bearer token stands for, found by the SHA-256 of the token. */
export interface Credential extends Token {
  readonly kind: "bot" | "bearer"
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

/** Tokens that the service issued, by their end; the fixtures of a world stand in clear (decision 44). */
const issuedKey = ({ token, application_id, expires_at }: Credential) =>
  token !== undefined || expires_at === null
    ? undefined
    : [id(application_id), number(Math.max(0, Math.floor(expires_at)))]

export const credentials = collection<Credential>({
  name: "credential",
  key: (c) => [text(c.token_hash)],
  indexes: { application: (c) => [id(c.application_id)], issued: issuedKey },
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

/** Lobbies as a world gives them; the lobby API comes later. */
export const lobbies = collection<Lobby>({ name: "lobby", key: (l) => [id(l.id)] })
