/**
 * Every typed collection of the service, declared once. A world has the records of a collection when an element of the
 * domain names it; the others are declared in `TRANSIENT`. Source: architecture.md "Storage".
 */
import type { AuditEntry } from "@backlot/domain/audit/AuditLog"
import * as Limits from "@backlot/domain/base/Limits"
import { pad, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { WebhookEventType } from "@backlot/domain/event/WebhookEvent"
import type { ActivityInstance } from "@backlot/domain/interaction/ActivityInstance"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import type { TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import type { MessageRecord } from "@backlot/domain/message/Message"
import type { ApplicationCommand, CommandType, Scope } from "@backlot/domain/record/ApplicationCommand"
import type { LobbyMembership, LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import type { Application, Channel, Guild, Listed, Member, Token, User, World } from "@backlot/domain/record/World"
import { isDirect, isThread } from "@backlot/domain/record/World"
import type { Element } from "@backlot/domain/world/element/Element"
import { ELEMENTS } from "@backlot/domain/world/element/Elements"
import { Record } from "effect"
import { type Collection, collection, type KeyPart, number, text } from "./Collection.ts"
import type { AuthorizationCode, Consent, SignIn, SpentToken } from "./OAuthRows.ts"
import type { Weight } from "./Weights.ts"

export type { AuthorizationCode, Consent, SignIn, SpentToken }

/** A bot, bearer or refresh token, found by its SHA-256. */
export interface Credential extends Omit<Token, "kind"> {
  readonly kind: "bot" | "bearer" | "refresh"
  /** Of a refresh token that the service issued, in milliseconds of the service clock: the oldest go first. */
  readonly issued_at?: number
  /** Of a token that the service issued, where its authorization went: what `prompt=none` may go to again. */
  readonly redirect_uri?: string
}

/** A token of a world as a credential. */
export const tokenCredential = ({ kind, ...token }: Token): Credential => ({ kind: kind ?? "bearer", ...token })

/** A credential as a world has it; there a bot token is part of its application. */
export const tokensOf = ({ kind, issued_at: _, redirect_uri: __, ...token }: Credential): ReadonlyArray<Token> => {
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

/** A line of a trace with its position. */
export interface StoredLine extends TraceLine {
  readonly interaction_id: string
  readonly seq: number
  /** Characters of the lines before it. Earlier releases did not count them. */
  readonly before?: number
}

/** What the lines of a trace weigh together, at least. */
export interface TraceWeight extends Weight {
  readonly interaction_id: string
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
  /** Empty where it is the same file as another. */
  readonly base64: string
  /** Of a copy: the file that it shows, while that is there. */
  readonly same_as?: Snowflake
}

export const scopeOf = (command: ApplicationCommand): Scope => command.guild_id ?? "global"

/** Characters kept ready of each collection that most requests read. */
const READY = Limits.ready.values

/** Global commands come before the commands of every guild. */
const scopeKey = (scope: Scope) => (scope === "global" ? text("-global") : scope)

/** Key parts of the commands of one scope. */
export const commandScope = (applicationId: string, scope: Scope) => [applicationId, scopeKey(scope)] as const

/** Key parts of the commands of one type in one scope, in the index by name. */
export const commandsOfType = (applicationId: string, scope: Scope, type: CommandType) =>
  [...commandScope(applicationId, scope), text(String(type))] as const

/** A name as it is searched, in any case, behind what it belongs to. */
const nameKey = (name: string | null | undefined, ...before: ReadonlyArray<Snowflake>) =>
  name == null ? undefined : [...before, text(name.toLowerCase())]

type KeyOf<A> = (value: A) => ReadonlyArray<KeyPart> | undefined

/** Keys beside those that elements say. */
const NAMES = {
  users: {
    username: (user: User) => nameKey(user.username),
    display: (user: User) => nameKey(user.global_name)
  },
  guilds: {
    vanity: (guild: Guild) => nameKey(guild.vanity_url_code),
    template: (guild: Guild) => (guild.template === undefined ? undefined : [text(guild.template.code)])
  },
  members: { nick: (member: Member) => nameKey(member.nick, member.guild_id) }
} satisfies Partial<Record<Listed, Readonly<Record<string, KeyOf<never>>>>>

/** The collection of an element, whose other keys are made of ids. */
const ofElement = ({ list, collections: [name], key, indexes }: Element) => {
  // The names of a list are made from its values.
  const names = (NAMES as Partial<Record<Listed, Readonly<Record<string, KeyOf<object>>>>>)[list]
  return collection({ name, key, indexes: { ...indexes, ...names }, ready: READY })
}

/** The lists of a world that are stored otherwise than their elements say. */
type Other = "channels" | "direct_channels" | "commands" | "messages" | "lobbies" | "tokens" | "pictures" | "links"

/** The collections of all other lists of a world. */
export const STORED = Record.map(ELEMENTS, (element: Element) => ofElement(element)) as unknown as {
  readonly [L in Exclude<Listed, Other>]: Collection<World[L][number]>
}

export const {
  applications,
  users,
  guilds,
  roles,
  members,
  bans,
  voice_states: voiceStates,
  emojis,
  invites,
  webhooks,
  stickers
} = STORED
export const autoModerationRules = STORED.auto_moderation_rules
export const applicationEmojis = STORED.application_emojis
export const userInstalls = STORED.user_installs
export const entitlements = STORED.entitlements
export const guildInstalls = STORED.guild_installs
export const rateLimits = STORED.rate_limits
export const scheduledEvents = STORED.scheduled_events
export const stageInstances = STORED.stage_instances
export const soundboardSounds = STORED.soundboard_sounds
/** The picture of an emoji or a sticker, or the file of a sound, as a data URI. */
export interface StoredPicture {
  /** Of the emoji, the sticker or the sound. */
  readonly id: Snowflake
  /** The guild or the application that holds it. */
  readonly holder_id: Snowflake
  readonly image: string
}

const picturesNamed = (name: string) =>
  collection<StoredPicture>({ name, key: (p) => [p.id], indexes: { holder: (p) => [p.holder_id] }, weighed: true })

/** Of emojis. */
export const pictures = picturesNamed("picture")
export const stickerPictures = picturesNamed("sticker_picture")
export const soundFiles = picturesNamed("sound_file")

/** Permissions of one command, or of a whole application, in one guild: the wire object of service.md. */
export const commandPermissions = STORED.command_permissions

/** The index of a token that the service issued; undefined for the fixtures of a world, which are in clear (decision 44). */
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
  return [application_id, number(Math.max(0, Math.floor(at)))]
}

export const credentials = collection<Credential>({
  name: "credential",
  key: (c) => [text(c.token_hash)],
  indexes: {
    application: (c) => [c.application_id],
    issued: issuedKey("issued"),
    refresh: issuedKey("refresh"),
    /** The authorizations of a user. */
    user: (c) => (c.user_id === undefined ? undefined : [c.user_id, c.application_id]),
    family: (c) => (c.family === undefined ? undefined : [text(c.family)])
  },
  ready: READY
})

/** Key parts of the threads of a guild. */
export const threadsOf = (guildId: Snowflake, archived: boolean) => [guildId, text(archived ? "archived" : "active")]

/** The key of the conversation of these accounts. */
export const pairOf = (recipients: ReadonlyArray<Snowflake>) => recipients.map(pad).sort()

export const channels = collection<Channel>({
  name: "channel",
  key: (c) => [c.id],
  indexes: {
    guild: (c) => (isDirect(c) ? undefined : [c.guild_id]),
    /** What a channel or a category holds. */
    parent: (c) => (isDirect(c) || c.parent_id === null ? undefined : [c.guild_id, c.parent_id]),
    /** All but threads, by position. */
    position: (c) => (isDirect(c) || isThread(c) ? undefined : [c.guild_id, number(c.position)]),
    /** Threads in the order of their ids, the archived apart. */
    thread: (c) => (isDirect(c) || !isThread(c) ? undefined : [...threadsOf(c.guild_id, c.archived === true), c.id]),
    /** The two of a conversation. */
    pair: (c) => (isDirect(c) && c.type === 1 ? pairOf(c.recipients) : undefined),
    /** Groups. */
    owner: (c) => (isDirect(c) && c.owner_id !== undefined ? [pad(c.owner_id)] : undefined)
  },
  ready: READY
})

export const commands = collection<ApplicationCommand>({
  name: "command",
  key: (c) => [...commandScope(c.application_id, scopeOf(c)), c.id],
  indexes: {
    id: (c) => [c.id],
    /** No two values share this key (service.md "Naming rules"); its beginning counts the commands of a type. */
    name: (c) => [...commandsOfType(c.application_id, scopeOf(c), c.type), text(c.name)]
  },
  ready: 2 * READY,
  exact: true
})

export const interactions = collection<InteractionRecord>({
  name: "interaction",
  key: (i) => [i.id]
})

/** An interaction that the gateway has yet to deliver: the guild whose shard gets it, and its payload as JSON text. */
export interface Undelivered {
  readonly interaction_id: Snowflake
  readonly application_id: Snowflake
  /** Null is shard 0. */
  readonly guild_id: Snowflake | null
  readonly payload: string
}

export const undelivered = collection<Undelivered>({ name: "undelivered", key: (u) => [u.interaction_id] })

export const messages = collection<MessageRecord>({
  name: "message",
  key: (m) => [m.channel_id, m.id],
  indexes: { id: (m) => [m.id] },
  weighed: true
})

export const uploads = collection<Upload>({ name: "upload", key: (u) => [u.id] })

export const traces = collection<StoredLine>({
  name: "trace",
  key: (t) => [t.interaction_id, number(t.seq)],
  // Their texts are measured when they are put and read; none is remembered.
  ready: 0
})

export const traceWeights = collection<TraceWeight>({ name: "trace_weight", key: (t) => [t.interaction_id] })

/** Deletes the overwrites of a command in every guild (service.md "States and transitions"). */
export const deletePermissionsOf = function* (applicationId: string, commandId: string) {
  for (const { guild_id } of yield* commandPermissions.list([applicationId, commandId])) {
    yield* commandPermissions.delete(applicationId, commandId, guild_id)
  }
}

export const lobbies = collection<LobbyRecord>({
  name: "lobby",
  key: (l) => [l.id],
  indexes: {
    application: (l) => [l.application_id],
    /** At most one lobby of an application has a secret. */
    secret: (l) => (l.secret_hash === undefined ? undefined : [l.application_id, text(l.secret_hash)]),
    /** At most one lobby is linked to a channel. */
    channel: (l) => (l.linked_channel_id === undefined ? undefined : [l.linked_channel_id])
  },
  ready: READY
})

export const lobbyMembers = collection<LobbyMembership>({
  name: "lobby_member",
  key: (m) => [m.lobby_id, m.id],
  indexes: { user: (m) => [m.id, m.application_id, m.lobby_id] },
  ready: READY
})

/** A webhook event until it is acknowledged or given up. */
export interface WebhookEvent {
  /** Position in the log of the event that it reports. */
  readonly seq: number
  readonly application_id: Snowflake
  readonly type: WebhookEventType
  /** The URL of its lobby at that time. */
  readonly override_url?: string
  /** The JSON text that is sent. */
  readonly body: string
  /** Milliseconds of the service clock. */
  readonly happened_ms: number
  /** Failed attempts. */
  readonly attempts: number
  /** When the next attempt is due; null while it waits in line. */
  readonly due_ms: number | null
}

export const webhookEvents = collection<WebhookEvent>({
  name: "webhook_event",
  key: (e) => [number(e.seq)],
  indexes: { application: (e) => [e.application_id, number(e.seq)] }
})

export const authorizationCodes = collection<AuthorizationCode>({
  name: "authorization_code",
  key: (c) => [text(c.code_hash)],
  indexes: {
    expiry: (c) => [number(c.expires_at)],
    application: (c) => [c.application_id],
    user: (c) => [c.user_id]
  }
})

export const spentTokens = collection<SpentToken>({
  name: "spent_token",
  key: (t) => [text(t.token_hash)],
  indexes: { expiry: (t) => [t.application_id, number(t.expires_at)] }
})

export const signIns = collection<SignIn>({
  name: "sign_in",
  key: (s) => [text(s.cookie_hash)],
  indexes: { expiry: (s) => [number(s.expires_at)] }
})

export const consents = collection<Consent>({
  name: "consent",
  key: (c) => [text(c.nonce_hash)],
  indexes: { expiry: (c) => [number(c.expires_at)] }
})

/** By guild, the oldest first. */
export const auditLog = collection<AuditEntry>({ name: "audit_log", key: (e) => [e.guild_id, e.id], ready: 0 })

export const activityInstances = collection<ActivityInstance>({
  name: "activity_instance",
  key: (i) => [i.application_id, number(i.number)],
  indexes: { id: (i) => [i.application_id, text(i.instance_id)] }
})

/** A user or bot who has left a guild; `number` counts those of the guild. */
export interface FormerMember {
  readonly guild_id: Snowflake
  readonly number: number
  readonly user_id: Snowflake
}

export const formerMembers = collection<FormerMember>({
  name: "former_member",
  key: (m) => [m.guild_id, number(m.number)],
  indexes: { user: (m) => [m.guild_id, m.user_id] }
})

/** Collections that no world has, each with the reason. A new world deletes them with the rest of the store. */
export const TRANSIENT: Readonly<Record<string, string>> = {
  interaction: "lives for 15 minutes, and its deadlines are rows of their own",
  undelivered: "waits for a shard of the gateway, for seconds",
  trace: "belongs to an interaction",
  trace_weight: "belongs to a trace",
  upload: "belongs to an interaction",
  webhook_event: "is deleted when an endpoint acknowledges it, or after the last attempt",
  authorization_code: "lives for ten minutes, and a client asks for a new one",
  spent_token: "is remembered only to notice its second use",
  sign_in: "belongs to a browser, which signs in again",
  consent: "belongs to a page in a browser, which is loaded again",
  audit_log: "tells what happened in this run: a new world has no past",
  activity_instance: "belongs to an interaction",
  former_member: "tells who has left in this run: in a new world nobody has come back",
  daily_creates: "counts one day of requests, like the other counters of rate limits"
}
