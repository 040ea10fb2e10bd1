/**
 * `data.resolved`: the entities that options refer to, from plain snapshots. Source: wire-interactions.md §1.7.
 */
import { OptionType } from "./ApplicationCommand.ts"
import { guildChannelObject, resolvedDirectChannel } from "./ChannelWire.ts"
import { resolvedMember, roleObject, type UserObject } from "./GuildWire.ts"
import { type InteractionOption, leaves } from "./Interaction.ts"
import { type ChannelSnapshot, type Place, permissionsIn } from "./Place.ts"
import type { Snowflake } from "./Snowflake.ts"
import { type DirectChannel, isDirect, type Member, type Role } from "./World.ts"

/** A person or a bot; `member` and the bits of a bot's managed role only in guilds. */
export interface UserSnapshot {
  readonly user: UserObject
  readonly member?: Member | undefined
  readonly extra?: bigint
}

/** An upload, as the user's client left it with the service. */
export interface UploadSnapshot {
  readonly id: Snowflake
  readonly filename: string
  /** Bytes. */
  readonly size: number
  readonly url: string
  readonly proxy_url: string
  readonly content_type?: string
}

/** A channel of the guild, or in direct messages the one that the user is in. */
export type KnownChannel = ChannelSnapshot | { readonly channel: DirectChannel; readonly parent?: undefined }

/** What options may refer to; entities that no option refers to are left out of the payload. */
export interface Entities {
  readonly users: ReadonlyArray<UserSnapshot>
  readonly channels: ReadonlyArray<KnownChannel>
  readonly roles: ReadonlyArray<Role>
  readonly attachments: ReadonlyArray<UploadSnapshot>
}

export const NO_ENTITIES: Entities = { users: [], channels: [], roles: [], attachments: [] }

/** Which maps the value of an option is looked up in; text is never resolved. */
export const RESOLVES: { readonly [type in OptionType]?: ReadonlyArray<keyof Entities> } = {
  [OptionType.USER]: ["users"],
  [OptionType.CHANNEL]: ["channels"],
  [OptionType.ROLE]: ["roles"],
  [OptionType.MENTIONABLE]: ["users", "roles"],
  [OptionType.ATTACHMENT]: ["attachments"]
}

/** Maps from id to entity; absent maps are omitted, and without any there is no `resolved` at all. */
export const resolve = (options: ReadonlyArray<InteractionOption>, entities: Entities, place: Place, nowMs: number) => {
  const named = (kind: keyof Entities) =>
    new Set(leaves(options).flatMap((o) => (RESOLVES[o.type]?.includes(kind) ? [String(o.value)] : [])))
  const userIds = named("users")
  const users = entities.users.filter(({ user }) => userIds.has(user.id))
  const channelIds = named("channels")
  const roleIds = named("roles")
  const attachmentIds = named("attachments")
  const maps = {
    users: mapOf(users, (u) => [u.user.id, u.user]),
    members: mapOf(users, (u) => memberEntry(u, place, nowMs)),
    roles: mapOf(entities.roles, (r) => (roleIds.has(r.id) ? [r.id, roleObject(r)] : undefined)),
    channels: mapOf(entities.channels, (c) =>
      channelIds.has(c.channel.id) ? [c.channel.id, channelEntry(c, place, nowMs)] : undefined
    ),
    attachments: mapOf(entities.attachments, (a) =>
      attachmentIds.has(a.id) ? [a.id, { ...a, ephemeral: true as const }] : undefined
    )
  }
  const present = Object.entries(maps).filter(([, map]) => map !== undefined)
  return present.length === 0 ? undefined : Object.fromEntries(present)
}

const mapOf = <A, Entry>(
  items: ReadonlyArray<A>,
  entryOf: (item: A) => readonly [string, Entry] | undefined
): { readonly [id: string]: Entry } | undefined => {
  const entries = items.flatMap((item) => {
    const entry = entryOf(item)
    return entry === undefined ? [] : [entry]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const memberEntry = ({ user, member, extra }: UserSnapshot, place: Place, nowMs: number) => {
  if (place.kind === "direct" || member === undefined) return undefined
  const permissions = permissionsIn(place, { member, extra: extra ?? 0n }, place, nowMs)
  return [user.id, resolvedMember(member, permissions, nowMs)] as const
}

const channelEntry = ({ channel, parent }: KnownChannel, place: Place, nowMs: number) => {
  if (isDirect(channel)) return resolvedDirectChannel(channel)
  const permissions = place.kind === "guild" ? permissionsIn(place, place, { channel, parent }, nowMs) : 0n
  return guildChannelObject(channel, permissions)
}
