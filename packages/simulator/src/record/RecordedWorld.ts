/** The world during the recording; names are looked up in it. */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { type Fields, fieldsOf } from "@backlot/scenario/Fields"

/** Applies one recorded change; returns the same world if the entry changes nothing or was refused. */
export const changed = (world: unknown, { operation, status, params, answer }: RecordedEntry): unknown => {
  const [, verb, kind = ""] = /^(put|patch|delete)_world_(\w+)$/.exec(operation) ?? []
  const place = PLACES[kind]
  if (verb === undefined || place === undefined || status >= 400) return world
  const id = params[place.id] ?? ""
  const element = verb === "delete" ? undefined : { ...fieldsOf(answer), [place.key ?? "id"]: id }
  const within = (holder: Fields): Fields => ({ ...holder, [place.list]: put(holder[place.list], place, id, element) })
  const whole = fieldsOf(world)
  if (place.isInGuild !== true) return within(whole)
  const guilds = listOf(whole["guilds"])
  return { ...whole, guilds: guilds.map((guild) => (guild["id"] === params["guild_id"] ? within(guild) : guild)) }
}

interface Place {
  /** The path parameter. */
  readonly id: string
  readonly list: string
  /** The element's id field; default `id`. */
  readonly key?: string
  /** In the guild of the path. */
  readonly isInGuild?: true
}

/** The kinds of element that names refer to. */
const PLACES: Readonly<Record<string, Place>> = {
  application: { id: "application_id", list: "applications" },
  user: { id: "user_id", list: "users" },
  guild: { id: "guild_id", list: "guilds" },
  role: { id: "role_id", list: "roles", isInGuild: true },
  channel: { id: "channel_id", list: "channels", isInGuild: true },
  member: { id: "user_id", list: "members", key: "user_id", isInGuild: true },
  direct_channel: { id: "channel_id", list: "direct_channels" }
}

/** Replaces an element, or appends a new one. Fields that the answer omits, such as secrets, stay. */
const put = (list: unknown, { key = "id" }: Place, id: string, element: Fields | undefined): ReadonlyArray<Fields> => {
  const all = listOf(list)
  if (element === undefined) return all.filter((one) => one[key] !== id)
  const isThere = all.some((one) => one[key] === id)
  return isThere ? all.map((one) => (one[key] === id ? { ...one, ...element } : one)) : [...all, element]
}

const listOf = (value: unknown): ReadonlyArray<Fields> => (Array.isArray(value) ? value.map(fieldsOf) : [])
