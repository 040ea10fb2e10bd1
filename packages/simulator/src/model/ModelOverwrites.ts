/**
 * Overwrites of commands in guilds, and who may replace them. Source: service.md "Guild application command
 * permissions", "Authentication"; wire-interactions.md §5.5; decision 31.
 */
import type { Path } from "./ModelJson.ts"
import * as Limits from "./ModelLimits.ts"
import { BIT, holds, isAdministrator, type Standing } from "./ModelPermission.ts"
import type { CommandTarget, ModelGuild, ModelRole } from "./ModelWorld.ts"

export class ModelOverwrites {
  /** By guild, then by command or application. Empty lists are not kept. */
  private readonly lists = new Map<string, Map<string, ReadonlyArray<CommandTarget>>>()

  of(guild_id: string, id: string): ReadonlyArray<CommandTarget> {
    return this.lists.get(guild_id)?.get(id) ?? []
  }

  /** Ids with overwrites in a guild. */
  ids(guild_id: string): ReadonlyArray<string> {
    return [...(this.lists.get(guild_id)?.keys() ?? [])]
  }

  set(guild_id: string, id: string, targets: ReadonlyArray<CommandTarget>): void {
    const guild = this.lists.get(guild_id) ?? new Map<string, ReadonlyArray<CommandTarget>>()
    this.lists.set(guild_id, guild)
    if (targets.length === 0) guild.delete(id)
    else guild.set(id, targets)
  }

  /** "All its permission overwrites are permanently deleted", in every guild. */
  forget(ids: ReadonlyArray<string>): void {
    for (const guild of this.lists.values()) for (const id of ids) guild.delete(id)
  }

  /** Deletes the overwrites of these commands in one guild. */
  forgetIn(guild_id: string, ids: ReadonlyArray<string>): void {
    for (const id of ids) this.lists.get(guild_id)?.delete(id)
  }
}

/** Decision 31: an unknown role or channel, or a duplicate target; at most 100. */
export const targetFaults = (targets: ReadonlyArray<CommandTarget>, guild: ModelGuild): ReadonlyArray<Path> => {
  if (targets.length > Limits.command.overwrites) return [["permissions"]]
  return targets.flatMap(({ id, type }, i): ReadonlyArray<Path> => {
    const twice = targets.findIndex((other) => other.id === id && other.type === type) < i
    const all = type === 1 ? guild.roles : [{ id: allChannels(guild) }, ...guild.channels]
    const known = type === 2 || all.some((one) => one.id === id)
    return [...(twice ? [["permissions", i]] : []), ...(known ? [] : [["permissions", i]])]
  })
}

/** Targets that are not in both lists with the same permission. */
export const affectedTargets = (before: ReadonlyArray<CommandTarget>, after: ReadonlyArray<CommandTarget>) => {
  const without = (list: ReadonlyArray<CommandTarget>, others: ReadonlyArray<CommandTarget>) =>
    list.filter((one) => !others.some((o) => o.id === one.id && o.type === one.type && o.permission === one.permission))
  return [...without(before, after), ...without(after, before)]
}

/** The rights in the guild alone; for the command see `canRun`, for targets `managesTarget`. */
export const managesOverwrites = (standing: Standing): boolean =>
  standing.guild.members.some((member) => member.user_id === standing.user_id) &&
  holds(standing, BIT.MANAGE_GUILD) &&
  holds(standing, BIT.MANAGE_ROLES)

/** Role hierarchy; a channel must be visible. The owner is above all. */
export const managesTarget = (standing: Standing, { id, type }: CommandTarget): boolean => {
  const { guild, user_id } = standing
  if (guild.owner_id === user_id) return true
  const mine = highest(guild, user_id)
  if (type === 1) {
    const role = guild.roles.find((one) => one.id === id)
    return id === guild.id || role === undefined || isAbove(mine, role)
  }
  if (type === 2) {
    if (id === user_id || !guild.members.some((member) => member.user_id === id)) return true
    return id !== guild.owner_id && isAbove(mine, highest(guild, id))
  }
  const channel = guild.channels.find((one) => one.id === id)
  return channel === undefined || isAdministrator(standing) || holds({ ...standing, channel }, BIT.VIEW_CHANNEL)
}

type Rank = Pick<ModelRole, "id" | "position">

const highest = (guild: ModelGuild, user_id: string): Rank => {
  const member = guild.members.find((one) => one.user_id === user_id)
  const held = guild.roles.filter(({ id }) => member?.roles.includes(id))
  return held.reduce<Rank>((top, role) => (isAbove(role, top) ? role : top), { id: guild.id, position: -1 })
}

/** Of two roles at one position, neither is above the other. */
const isAbove = (one: Rank, other: Rank): boolean => one.position > other.position

const allChannels = (guild: ModelGuild) => String(BigInt(guild.id) - 1n)
