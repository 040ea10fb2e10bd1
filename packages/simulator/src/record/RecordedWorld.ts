/** The world during the recording; names are looked up in it. */
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"

type Element = Readonly<Record<string, unknown>>

/** Applies one recorded change; returns the same world if the entry changes nothing or was refused. */
export const changed = (world: unknown, { operation, status, params, answer }: RecordedEntry): unknown => {
  const [, verb, kind = ""] = /^(put|patch|delete)_world_(\w+)$/.exec(operation) ?? []
  const place = PLACES[kind]
  if (verb === undefined || place === undefined || status >= 400) return world
  const id = params[place.id] ?? ""
  const element = verb === "delete" ? undefined : { ...fieldsOf(answer), [place.key ?? "id"]: id }
  if (place.within === undefined)
    return { ...fieldsOf(world), [place.list]: put(fieldsOf(world)[place.list], place, id, element) }
  const { list, id: holderId } = place.within
  const holders = listOf(fieldsOf(world)[list]).map((holder) =>
    holder["id"] === params[holderId]
      ? { ...holder, [place.list]: put(holder[place.list], place, id, element) }
      : holder
  )
  return { ...fieldsOf(world), [list]: holders }
}

interface Place {
  /** The path parameter. */
  readonly id: string
  readonly list: string
  /** The element's id field; default `id`. */
  readonly key?: string
  /** The parent list, and the path parameter of the parent's id. */
  readonly within?: { readonly list: string; readonly id: string }
}

const IN_GUILD = { list: "guilds", id: "guild_id" }

/** The kinds of element that names refer to. */
const PLACES: Readonly<Record<string, Place>> = {
  application: { id: "application_id", list: "applications" },
  user: { id: "user_id", list: "users" },
  guild: { id: "guild_id", list: "guilds" },
  role: { id: "role_id", list: "roles", within: IN_GUILD },
  channel: { id: "channel_id", list: "channels", within: IN_GUILD },
  member: { id: "user_id", list: "members", key: "user_id", within: IN_GUILD },
  direct_channel: { id: "channel_id", list: "direct_channels" }
}

/** Replaces an element, or appends a new one. Fields that the answer omits, such as secrets, stay. */
const put = (
  list: unknown,
  { key = "id" }: Place,
  id: string,
  element: Element | undefined
): ReadonlyArray<Element> => {
  const all = listOf(list)
  if (element === undefined) return all.filter((one) => one[key] !== id)
  const isThere = all.some((one) => one[key] === id)
  return isThere ? all.map((one) => (one[key] === id ? { ...one, ...element } : one)) : [...all, element]
}

const listOf = (value: unknown): ReadonlyArray<Element> => (Array.isArray(value) ? value.map(fieldsOf) : [])

export const fieldsOf = (value: unknown): Element => (typeof value === "object" && value !== null ? { ...value } : {})
