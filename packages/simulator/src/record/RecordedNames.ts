/** Replaces ids by names where a name means exactly that thing. */
import { type Found, finder } from "@backlot/player/name/Finder"
import { type Names, namesOf } from "@backlot/player/name/Names"
import { worldNames } from "@backlot/player/name/WorldNames"
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { type Fields, fieldsOf, listOf } from "@backlot/scenario/Fields"
import { Result } from "effect"

export type RecordedNames = ReturnType<typeof recordedNames>

export const recordedNames = (worldAtStart: unknown) => {
  const given = new Set(JSON.stringify(worldAtStart).match(/\d{1,20}/g))
  let world = worldAtStart
  let names = namesOf(worldNames(world))
  return {
    user: (id: string) => firstThatMeans(id, [usernameOf(names, id)], (text) => names.user(text)),
    application: (id: string) =>
      firstThatMeans(id, [nameIn(names.world.applications, id)], (text) => idIn(names.application(text))),
    guild: (id: string) => firstThatMeans(id, [nameIn(names.world.guilds, id)], (text) => idIn(names.guild(text))),
    role: (id: string, guildId: string) =>
      firstThatMeans(id, [roleNameOf(names, id)], (text) => idIn(names.role(text, guildId))),
    /** `general`, `Harbour/general` or `@bob`, as this user may call it. */
    channel: (id: string, userId: string | undefined) =>
      firstThatMeans(id, channelNamesOf(names, id, userId), (text) =>
        Result.map(names.channel(text, userId), (place) => ("id" in place ? place.id : ""))
      ),
    /** The guild of a channel; empty for a direct channel. */
    guildOf: (channelId: string): string => guildOf(names, channelId)?.id ?? "",
    /** A tag of a forum. */
    tag: (id: string, forumId: string): string => {
      const tags = guildOf(names, forumId)?.channels.find((one) => one.id === forumId)?.available_tags ?? []
      const find = finder("tag", tags, ({ name }) => [name])
      return firstThatMeans(id, [nameIn(tags, id)], (text) => idIn(find(text)))
    },
    event: (id: string) => firstThatMeans(id, [eventNameOf(names, id)], (text) => idIn(names.event(text))),
    /** The current names. */
    now: (): Names => names,
    /** Whether the initial world has this id; a replay then has it too. */
    isGiven: (id: string): boolean => given.has(id),
    apply: (entry: RecordedEntry): void => {
      const next = changed(world, entry)
      if (next === world) return
      world = next
      names = namesOf(worldNames(world))
    }
  }
}

/** Characters that are safe in paths, mentions and texts. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} _.'-]*$/u

const firstThatMeans = (
  id: string,
  candidates: ReadonlyArray<string | undefined>,
  look: (text: string) => Found<string>
): string =>
  candidates.find((text) => {
    if (text === undefined || !PLAIN.test(text.replace(/^[@#]/, "").replace("/", ""))) return false
    const found = look(text)
    return Result.isSuccess(found) && found.success === id && !/^\d+$/.test(text)
  }) ?? id

const idIn = (found: Found<{ readonly id: string }>): Found<string> => Result.map(found, ({ id }) => id)

const guildOf = ({ world }: Names, channelId: string) =>
  world.guilds.find(({ channels }) => channels.some(({ id }) => id === channelId))

const usernameOf = ({ world }: Names, id: string): string | undefined =>
  world.users.find((user) => user.id === id)?.username ??
  world.applications.find(({ bot }) => bot.id === id)?.bot.username

const nameIn = (all: ReadonlyArray<{ readonly id: string; readonly name: string }>, id: string): string | undefined =>
  all.find((one) => one.id === id)?.name

const roleNameOf = ({ world }: Names, id: string): string | undefined =>
  world.guilds.flatMap(({ roles }) => roles).find((role) => role.id === id)?.name

const eventNameOf = ({ world }: Names, id: string): string | undefined =>
  nameIn(
    world.guilds.flatMap(({ scheduled_events = [] }) => scheduled_events),
    id
  )

const channelNamesOf = (names: Names, id: string, userId: string | undefined): ReadonlyArray<string> => {
  const { world } = names
  for (const { name, channels } of world.guilds) {
    const channel = channels.find((one) => one.id === id)
    if (channel !== undefined) return [channel.name, `${name}/${channel.name}`]
  }
  const direct = world.direct_channels.find((one) => one.id === id && one.type === 1)
  const other = direct?.recipients.find((one) => one !== userId)
  const called = other === undefined ? undefined : usernameOf(names, other)
  return called === undefined ? [] : [`@${called}`]
}

/** Applies one recorded change; returns the same world if the entry changes nothing or was refused. */
const changed = (world: unknown, entry: RecordedEntry): unknown => {
  const { operation, status, params, answer } = { ...entry, ...asEdit(entry) }
  const [, verb, kind = ""] = /^(put|patch|delete)_world_(\w+)$/.exec(operation) ?? []
  const list = LISTS[kind]
  if (verb === undefined || list === undefined || status >= 400) return world
  const id = params[list.id] ?? ""
  const element = verb === "delete" ? undefined : { ...fieldsOf(answer), [list.key ?? "id"]: id }
  const within = (holder: Fields): Fields => ({ ...holder, [list.list]: put(holder[list.list], list, id, element) })
  const whole = fieldsOf(world)
  if (list.isInGuild !== true) return within(whole)
  const guilds = listOf(whole, "guilds").map(fieldsOf)
  return { ...whole, guilds: guilds.map((guild) => (guild["id"] === params["guild_id"] ? within(guild) : guild)) }
}

/** A user who joins or leaves a guild, as an edit of the member. */
const asEdit = ({ operation, params, answer }: RecordedEntry): Partial<RecordedEntry> => {
  if (operation === "leave_guild_as_user") return { operation: "delete_world_member" }
  if (operation !== "accept_invite") return {}
  const { guild_id } = fieldsOf(answer)
  return { operation: "put_world_member", params: { ...params, guild_id: String(guild_id) }, answer: {} }
}

interface NamedList {
  /** The path parameter. */
  readonly id: string
  readonly list: string
  /** The element's id field; default `id`. */
  readonly key?: string
  /** In the guild of the path. */
  readonly isInGuild?: true
}

/** The kinds of element that names refer to. */
const LISTS: Readonly<Record<string, NamedList>> = {
  application: { id: "application_id", list: "applications" },
  user: { id: "user_id", list: "users" },
  guild: { id: "guild_id", list: "guilds" },
  role: { id: "role_id", list: "roles", isInGuild: true },
  channel: { id: "channel_id", list: "channels", isInGuild: true },
  member: { id: "user_id", list: "members", key: "user_id", isInGuild: true },
  scheduled_event: { id: "scheduled_event_id", list: "scheduled_events", isInGuild: true },
  direct_channel: { id: "channel_id", list: "direct_channels" }
}

/** Replaces an element, or appends a new one. Fields that the answer omits, such as secrets, stay. */
const put = (
  list: unknown,
  { key = "id" }: NamedList,
  id: string,
  element: Fields | undefined
): ReadonlyArray<Fields> => {
  const all = listOf(list).map(fieldsOf)
  if (element === undefined) return all.filter((one) => one[key] !== id)
  const isThere = all.some((one) => one[key] === id)
  return isThere ? all.map((one) => (one[key] === id ? { ...one, ...element } : one)) : [...all, element]
}
