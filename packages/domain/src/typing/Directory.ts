/**
 * The entities that a user can refer to in options: users, channels and roles of their channel, and attached files.
 * Source: wire-interactions.md §8 (USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT).
 */
import type { Snowflake } from "../base/Snowflake.ts"
import type { Entities } from "../interaction/ResolvedData.ts"
import type { Role, User } from "../record/World.ts"

export interface DirectoryUser extends Pick<User, "id" | "username" | "global_name"> {
  /** The member's nickname, in a guild. */
  readonly nick?: string | null
}

export interface DirectoryChannel {
  readonly id: Snowflake
  readonly name: string | null
  readonly type: number
}

export type DirectoryRole = Pick<Role, "id" | "name">

export interface DirectoryAttachment {
  readonly id: Snowflake
  readonly filename: string
  /** The option for which the file was uploaded; if absent, any ATTACHMENT option may use the file. */
  readonly option?: string
  /** Bytes. */
  readonly size?: number
}

/**
 * Looks up entities by id (`user`, `channel`, `role`) or by a name without its sigil (`find…`); undefined if this user
 * cannot see the entity. Users may be non-members; `role` of the guild's id is @everyone; direct messages have no
 * roles. `attachment` takes an option's name, an upload's id or a file name; `attachments` are all uploads.
 */
export interface Directory {
  readonly user: (id: Snowflake) => DirectoryUser | undefined
  readonly findUser: (name: string) => DirectoryUser | undefined
  readonly channel: (id: Snowflake) => DirectoryChannel | undefined
  readonly findChannel: (name: string) => DirectoryChannel | undefined
  readonly role: (id: Snowflake) => DirectoryRole | undefined
  readonly findRole: (name: string) => DirectoryRole | undefined
  readonly attachment: (name: string) => DirectoryAttachment | undefined
  readonly attachments: ReadonlyArray<DirectoryAttachment>
  /** For suggestions: what the entities are called, within a bound. */
  readonly names: (kind: DirectoryKind) => ReadonlyArray<string>
}

export type DirectoryKind = "user" | "channel" | "role"

/** A suggestion compares each of these with what was typed. */
const NAMES_MAX = 1_000

export interface DirectoryEntries {
  readonly users?: ReadonlyArray<DirectoryUser>
  readonly channels?: ReadonlyArray<DirectoryChannel>
  readonly roles?: ReadonlyArray<DirectoryRole>
  readonly attachments?: ReadonlyArray<DirectoryAttachment>
}

/** What payloads show, as the user's client knows it. */
export const entriesOf = ({ users, channels, roles }: Pick<Entities, "users" | "channels" | "roles">) =>
  ({
    users: users.map(({ user, member }) => ({
      id: user.id,
      username: user.username,
      global_name: user.global_name,
      nick: member?.nick ?? null
    })),
    channels: channels.map(({ channel: { id, name, type } }) => ({ id, name, type })),
    roles: roles.map(({ id, name }) => ({ id, name }))
  }) satisfies DirectoryEntries

/**
 * A directory over plain lists. Matches a name with usernames, then nicknames, then global names; first exactly, then
 * ignoring case; the first match wins. Finds an upload by option, then id, then file name.
 */
export const directoryOf = (entries: DirectoryEntries): Directory => {
  const { users = [], channels = [], roles = [], attachments = [] } = entries
  const called: Readonly<Record<DirectoryKind, () => ReadonlyArray<string | null | undefined>>> = {
    user: () => users.slice(0, NAMES_MAX).flatMap((one) => [one.username, one.nick, one.global_name]),
    channel: () => channels.slice(0, NAMES_MAX).map(({ name }) => name),
    role: () => roles.slice(0, NAMES_MAX).map(({ name }) => name)
  }
  return {
    user: lookUp(users, [(u) => u.id]),
    findUser: byName(users, [(u) => u.username, (u) => u.nick, (u) => u.global_name]),
    channel: lookUp(channels, [(c) => c.id]),
    findChannel: byName(channels, [(c) => c.name]),
    role: lookUp(roles, [(r) => r.id]),
    findRole: byName(roles, [(r) => r.name]),
    attachment: lookUp(attachments, [(a) => a.option, (a) => a.id, (a) => a.filename]),
    attachments,
    names: (kind) => called[kind]().filter((name) => typeof name === "string")
  }
}

type Key<A> = (item: A) => string | null | undefined

const lookUp = <A>(items: ReadonlyArray<A>, keys: ReadonlyArray<Key<A>>): ((key: string) => A | undefined) => {
  const index = new Map<string, A>()
  for (const keyOf of keys) {
    for (const item of items) {
      const key = keyOf(item)
      if (typeof key === "string" && !index.has(key)) index.set(key, item)
    }
  }
  return (key) => index.get(key)
}

const byName = <A>(items: ReadonlyArray<A>, names: ReadonlyArray<Key<A>>): ((name: string) => A | undefined) => {
  const exact = lookUp(items, names)
  const folded = lookUp(
    items,
    names.map((name) => (item) => name(item)?.toLowerCase())
  )
  return (name) => exact(name) ?? folded(name.toLowerCase())
}
