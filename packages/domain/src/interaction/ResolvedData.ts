/** `data.resolved`: the entities that options, targets and values refer to. Source: wire-interactions.md §1.7. */

import type { Snowflake } from "../base/Snowflake.ts"
import { ComponentType } from "../component/ComponentFields.ts"
import { guildChannelObject, resolvedDirectChannel } from "../guild/ChannelWire.ts"
import { resolvedMember, roleObject, type UserObject } from "../guild/GuildWire.ts"
import { partialMessage } from "../message/GivenMessage.ts"
import type { AttachmentObject, MessageObject } from "../message/Message.ts"
import type { SentFile } from "../message/MessageFiles.ts"
import { type ChannelSnapshot, type Place, permissionsIn, shownPermissions } from "../permission/Place.ts"
import { OptionType } from "../record/ApplicationCommand.ts"
import type { ManagedBits } from "../record/ManagedRole.ts"
import { type DirectChannel, isDirect, type Member, type Role } from "../record/World.ts"
import { type InteractionOption, leaves, type SubmittedModal } from "./Interaction.ts"

/** A user or bot; `member` and `managed`, the role of a bot, only in guilds. */
export interface UserSnapshot {
  readonly user: UserObject
  readonly member?: Member | undefined
  readonly managed?: ManagedBits | undefined
}

/** An upload as the user's client stored it. */
export type UploadSnapshot = Omit<SentFile, "index"> & Pick<AttachmentObject, "proxy_url">

/** A channel of the guild, or the user's current direct channel. */
export type KnownChannel = ChannelSnapshot | { readonly channel: DirectChannel; readonly parent?: undefined }

/** Entities that may be referred to; the payload omits those that nothing refers to. */
export interface Entities {
  readonly users: ReadonlyArray<UserSnapshot>
  readonly channels: ReadonlyArray<KnownChannel>
  readonly roles: ReadonlyArray<Role>
  readonly attachments: ReadonlyArray<UploadSnapshot>
  readonly messages: ReadonlyArray<MessageObject>
}

/** The ids that are referred to, by kind of entity. */
export type Wanted = { readonly [kind in keyof Entities]?: ReadonlySet<Snowflake> }

/** The ids in the values of options. */
export const wantedByOptions = (options: ReadonlyArray<InteractionOption>): Wanted =>
  wantedBy(leaves(options).map(({ type, value }) => [RESOLVES[type], [String(value)]]))

/** The kinds of entities that each option type may refer to; text is never resolved. */
export const RESOLVES: { readonly [type in OptionType]?: ReadonlyArray<keyof Entities> } = {
  [OptionType.USER]: ["users"],
  [OptionType.CHANNEL]: ["channels"],
  [OptionType.ROLE]: ["roles"],
  [OptionType.MENTIONABLE]: ["users", "roles"],
  [OptionType.ATTACHMENT]: ["attachments"]
}

/** The ids in the values of components. */
export const wantedByValues = (chosen: ReadonlyArray<Chosen>): Wanted =>
  wantedBy(chosen.map(({ type, values = [] }) => [CHOOSES[type], values]))

type Ids = readonly [kinds: ReadonlyArray<keyof Entities> | undefined, ids: ReadonlyArray<Snowflake>]

const wantedBy = (all: ReadonlyArray<Ids>): Wanted => {
  const named = (kind: keyof Entities) => new Set(all.flatMap(([kinds, ids]) => (kinds?.includes(kind) ? ids : [])))
  const [users, channels, roles] = [named("users"), named("channels"), named("roles")]
  return { users, channels, roles, attachments: named("attachments") }
}

/** The ids in the values of a submitted modal. */
export const wantedByModal = ({ components }: SubmittedModal): Wanted =>
  wantedByValues(
    components.flatMap((held) => held.components ?? (held.component === undefined ? [] : [held.component]))
  )

interface Chosen {
  readonly type: number
  readonly values?: ReadonlyArray<string> | undefined
}

/** The kinds of entities that each select may refer to. */
export const ENTITY_SELECTS: Readonly<Record<number, ReadonlyArray<"users" | "roles" | "channels">>> = {
  [ComponentType.USER_SELECT]: ["users"],
  [ComponentType.ROLE_SELECT]: ["roles"],
  [ComponentType.MENTIONABLE_SELECT]: ["users", "roles"],
  [ComponentType.CHANNEL_SELECT]: ["channels"]
}

const CHOOSES: Readonly<Record<number, ReadonlyArray<keyof Entities>>> = {
  ...ENTITY_SELECTS,
  [ComponentType.FILE_UPLOAD]: ["attachments"]
}

/** Maps from id to entity. Empty maps are omitted; if all are empty, so is `resolved`. */
export const resolve = (wanted: Wanted, entities: Entities, place: Place, nowMs: number) => {
  const isWanted = (kind: keyof Entities, id: Snowflake): boolean => wanted[kind]?.has(id) ?? false
  const users = entities.users.filter(({ user }) => isWanted("users", user.id))
  const maps = {
    users: mapOf(users, (u) => [u.user.id, u.user]),
    members: mapOf(users, (u) => memberEntry(u, place, nowMs)),
    roles: mapOf(entities.roles, (r) => (isWanted("roles", r.id) ? [r.id, roleObject(r)] : undefined)),
    channels: mapOf(entities.channels, (c) =>
      isWanted("channels", c.channel.id) ? [c.channel.id, channelEntry(c, place, nowMs)] : undefined
    ),
    attachments: mapOf(entities.attachments, (a) =>
      isWanted("attachments", a.id) ? [a.id, { ...a, ephemeral: true as const }] : undefined
    ),
    messages: mapOf(entities.messages, (m) => (isWanted("messages", m.id) ? [m.id, partialMessage(m)] : undefined))
  }
  const found = Object.entries(maps).filter(([, map]) => map !== undefined)
  // The entries are those of `maps`.
  return found.length === 0 ? undefined : (Object.fromEntries(found) as Present<typeof maps>)
}

type Present<Maps> = { readonly [kind in keyof Maps]?: Exclude<Maps[kind], undefined> }

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

const memberEntry = ({ user, member, managed }: UserSnapshot, place: Place, nowMs: number) => {
  if (place.kind === "direct" || member === undefined) return undefined
  const permissions = shownPermissions(place, { member, managed }, place, nowMs)
  const roles = managed === undefined ? member.roles : [...member.roles, managed.id]
  return [user.id, resolvedMember({ ...member, roles }, permissions, nowMs)] as const
}

const channelEntry = ({ channel, parent }: KnownChannel, place: Place, nowMs: number) => {
  if (isDirect(channel)) return resolvedDirectChannel(channel)
  const permissions = place.kind === "guild" ? permissionsIn(place, place, { channel, parent }, nowMs) : 0n
  return guildChannelObject(channel, permissions)
}
