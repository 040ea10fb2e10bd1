/** What may stand only once in a world: ids per kind, names, memberships, secrets. */
import { type Fault, fault, type Path } from "../error/Fault.ts"
import * as WorldError from "./WorldError.ts"
import type { Place, Places } from "./WorldIndex.ts"
import type { Drafts } from "./WorldShape.ts"

export interface Entry {
  /** Undefined when the element lacks what makes it unique; that is a fault of its own. */
  readonly key: string | null | undefined
  readonly path: Path
}

interface UniqueRule {
  readonly entries: (places: Places, sha256: (text: string) => string) => ReadonlyArray<Entry>
  readonly problem: { readonly code: string; readonly message: string }
}

const by = <T>(
  places: ReadonlyArray<Place<T>>,
  field: string,
  key: (value: T, place: Place<T>) => string | null | undefined
): ReadonlyArray<Entry> => places.map((p) => ({ key: key(p.value, p), path: [...p.path, field] }))

const ids = (what: string, select: (places: Places) => ReadonlyArray<Entry>): UniqueRule => ({
  entries: select,
  problem: WorldError.duplicateId(what)
})

const idOf = (places: ReadonlyArray<Place<{ readonly id?: string | null | undefined }>>) =>
  by(places, "id", (v) => v.id)

/** Two texts as one key; undefined when one is missing. */
const pair = (a: string | number | null | undefined, b: string | number | null | undefined) =>
  a === null || a === undefined || b === null || b === undefined ? undefined : `${a}/${b}`

/** The list that holds an element, as a key. */
const holder = (place: Place<unknown>) => place.path.slice(0, -1).join(".")

/** An application that repeats an id is at fault for that already, not for its bot as well. */
const botIds = (places: Places["application"]): ReadonlyArray<Entry> => {
  const repeated = new Set(repeats(idOf(places)).map(({ path }) => path[1]))
  return places.flatMap(({ path, value }): ReadonlyArray<Entry> => {
    if (value.bot?.id) return [{ key: value.bot.id, path: [...path, "bot", "id"] }]
    return repeated.has(path[1]) ? [] : [{ key: value.id, path: [...path, "id"] }]
  })
}

/** Of guilds that leave their @everyone role to itself: the guild's id is the role's. */
const everyoneIds = (places: Places["guild"]): ReadonlyArray<Entry> => {
  const repeated = new Set(repeats(idOf(places)).map(({ path }) => path[1]))
  const silent = places.filter(
    ({ path, value }) => !repeated.has(path[1]) && !value.roles?.some((r) => r.id === value.id)
  )
  return idOf(silent)
}

const recipientPair = ({ type, recipients }: Drafts["direct_channel"]) =>
  (type ?? 1) === 1 && recipients?.length === 2 ? [...recipients].map(String).sort().join("/") : undefined

export const UNIQUE: ReadonlyArray<UniqueRule> = [
  ids("application", (p) => idOf(p.application)),
  ids("user and bot", (p) => [...idOf(p.user), ...botIds(p.application)]),
  ids("guild", (p) => idOf(p.guild)),
  ids("role", (p) => [...idOf(p.role), ...everyoneIds(p.guild)]),
  ids("channel", (p) => [...idOf(p.channel), ...idOf(p.direct_channel)]),
  ids("command", (p) => idOf(p.command)),
  ids("lobby", (p) => idOf(p.lobby)),
  ids("message", (p) => by(p.message, "id", ({ id }) => (typeof id === "string" ? id : undefined))),
  {
    entries: (p) => by(p.user, "username", (u) => u.username),
    problem: WorldError.duplicateName("Each username must be unique, because scenarios call users by it.")
  },
  {
    entries: (p) => by(p.user_install, "application_id", (i, at) => pair(holder(at), i.application_id)),
    problem: WorldError.duplicateEntry("An application is installed on a user once.")
  },
  {
    entries: (p) => by(p.guild_install, "application_id", (i, at) => pair(holder(at), i.application_id)),
    problem: WorldError.duplicateEntry("An application is installed in a guild once.")
  },
  {
    entries: (p) => by(p.member, "user_id", (m, at) => pair(holder(at), m.user_id)),
    problem: WorldError.duplicateEntry("A user is a member of a guild once.")
  },
  {
    entries: (p) => by(p.overwrite, "id", (o, at) => pair(holder(at), pair(o.type, o.id))),
    problem: WorldError.duplicateEntry("A role or member has one overwrite in a channel.")
  },
  {
    entries: (p) => by(p.direct_channel, "recipients", recipientPair),
    problem: WorldError.duplicateEntry("Two accounts share one direct channel.")
  },
  {
    entries: (p) => by(p.command_permissions, "id", (c) => pair(c.guild_id, pair(c.application_id, c.id))),
    problem: WorldError.duplicateEntry("A command has one list of permissions in a guild.")
  },
  {
    entries: (p) => by(p.command_permission, "id", (c, at) => pair(holder(at), pair(c.type, c.id))),
    problem: WorldError.duplicateEntry("A target stands once in a list of permissions.")
  },
  {
    entries: (p) => by(p.lobby, "linked_channel_id", (l) => l.linked_channel_id),
    problem: WorldError.duplicateEntry("A channel is linked to one lobby.")
  },
  {
    entries: (p) => by(p.lobby, "secret_hash", (l) => l.secret_hash && pair(l.application_id ?? "", l.secret_hash)),
    problem: WorldError.duplicateEntry("A secret leads to one lobby of an application.")
  },
  {
    entries: (p) => by(p.lobby_member, "id", (m, at) => pair(holder(at), m.id)),
    problem: WorldError.duplicateEntry("A user is a member of a lobby once.")
  },
  {
    entries: (p, sha256) => [
      ...by(p.bot, "token", ({ token }) => (token ? sha256(token) : undefined)),
      ...by(p.token, "token", ({ token, token_hash }) => (token ? sha256(token) : token_hash?.toLowerCase()))
    ],
    problem: WorldError.duplicateSecret
  },
  {
    entries: (p) => by(p.application, "client_secret", (a) => a.client_secret),
    problem: WorldError.duplicateSecret
  }
]

/** A fault at each element after the first that has the same key. */
export const judgeUnique = (places: Places, sha256: (text: string) => string): ReadonlyArray<Fault> =>
  UNIQUE.flatMap(({ entries, problem }) => repeats(entries(places, sha256)).map(({ path }) => fault(path, problem)))

/** The entries whose key stood before. */
export const repeats = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const seen = new Set<string>()
  return entries.filter(({ key }) => {
    if (key === null || key === undefined) return false
    const repeated = seen.has(key)
    seen.add(key)
    return repeated
  })
}
