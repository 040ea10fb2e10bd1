/** The elements of a world that have names, by their paths below the control plane: `/guilds/1/roles/2`. */
import { compare } from "@backlot/domain/base/Snowflake"
import { type Fields, field, fieldsOf, listOf } from "@backlot/scenario/Fields"
import type { Identified } from "./Finder.ts"
import type { NamedGuild, WorldNames } from "./WorldNames.ts"

/** The fields that names depend on, by the collection of the element. */
const NAMING: Readonly<Record<string, ReadonlyArray<string>>> = {
  users: ["username", "global_name", "locale"],
  direct_channels: ["type", "recipients"],
  guilds: ["name", "owner_id"],
  roles: ["name"],
  channels: ["name", "type"]
}

interface Target {
  readonly kind: string
  readonly id: string
  readonly guild: string | undefined
}

const targetOf = (path: string): Target | undefined => {
  const [first = "", id, second, inner] = path.split("/").slice(1)
  // What else is below a user is an act of theirs.
  if (id === undefined || (first === "users" && second !== undefined && second !== "installs")) return undefined
  if (second === undefined) return { kind: first, id, guild: undefined }
  return inner === undefined ? undefined : { kind: second, id: inner, guild: first === "guilds" ? id : undefined }
}

/** The names once the element at a path is as given, or gone. Undefined if that can change other names, too. */
export const withElement = (world: WorldNames, path: string, element: unknown): WorldNames | undefined => {
  const target = targetOf(path)
  const isGone = element === undefined
  switch (target?.kind) {
    case "users":
      return isGone ? undefined : { ...world, users: replaced(world.users, target.id, element) }
    case "direct_channels":
      return { ...world, direct_channels: replaced(world.direct_channels, target.id, element) }
    case "guilds":
      return isGone ? undefined : { ...world, guilds: replaced(world.guilds, target.id, element) }
    case "installs":
      // An installation in a guild brings its bot along.
      return target.guild === undefined ? world : undefined
    default: {
      const guild = world.guilds.find(({ id }) => id === target?.guild)
      const changed = guild && target && inGuild(guild, target, element)
      return changed && { ...world, guilds: replaced(world.guilds, guild.id, changed) }
    }
  }
}

const inGuild = (guild: NamedGuild, { kind, id }: Target, element: unknown): NamedGuild | undefined => {
  if (kind === "roles") return { ...guild, roles: replaced(guild.roles, id, element) }
  // Its threads go with a channel.
  if (kind === "channels" && element !== undefined) return { ...guild, channels: replaced(guild.channels, id, element) }
  if (kind !== "members") return undefined
  const others = guild.members.filter(({ user_id }) => user_id !== id)
  return { ...guild, members: element === undefined ? others : [...others, { user_id: id }] }
}

/** In the order of ids, as the server exports them. */
const replaced = <A extends Identified>(all: ReadonlyArray<A>, id: string, element: unknown): ReadonlyArray<A> => {
  const others = all.filter((one) => one.id !== id)
  // The control plane answers elements in the shape of an exported world.
  return element === undefined ? others : [...others, element as A].toSorted((a, b) => compare(a.id, b.id))
}

export const agrees = (world: WorldNames, path: string, element: unknown): boolean => {
  const target = targetOf(path)
  const known = target && knownAt(world, target)
  if (target === undefined || known === undefined || element === undefined) return known === element
  const given = fieldsOf(element)
  return (NAMING[target.kind] ?? []).every((name) => JSON.stringify(known[name]) === JSON.stringify(given[name]))
}

const knownAt = (world: WorldNames, { kind, id, guild }: Target): Fields | undefined => {
  const holder = guild === undefined ? world : world.guilds.find((one) => one.id === guild)
  const known = listOf(holder, kind).find((one) => field(one, "id") === id)
  return known === undefined ? undefined : fieldsOf(known)
}
