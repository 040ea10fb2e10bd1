/**
 * Decides who sees and may use a command where. Source: wire-interactions.md §5.2 and §5.3, implemented independently
 * row by row; decisions 7 to 9, 13, 30 to 32.
 */
import type { ModelCommand } from "./ModelCommands.ts"
import { type Json, listOf } from "./ModelJson.ts"
import * as Permission from "./ModelPermission.ts"
import { BIT, isAdministrator, rolesOf, type Standing } from "./ModelPermission.ts"
import type { Row, RowTarget, Rule } from "./ModelRules.ts"
import * as World from "./ModelWorld.ts"

export interface Asked {
  readonly command: ModelCommand
  readonly application: World.ModelApplication
  readonly user: World.ModelUser
  readonly now_ms: number
  /** Overwrites of the command and of its application in the guild. */
  readonly own: ReadonlyArray<World.CommandTarget>
  readonly general: ReadonlyArray<World.CommandTarget>
}

/** `rule` is the row that decided. */
export interface Verdict {
  readonly visible: boolean
  readonly usable: boolean
  /** The refusal of a use; undefined if it is allowed. */
  readonly reason: "unknown" | "invisible" | "permission" | "context" | undefined
  readonly rule: Rule
}

const hidden = (reason: Verdict["reason"], rule: Rule): Verdict => ({ visible: false, usable: false, reason, rule })
const allowed = (rule: Rule): Verdict => ({ visible: true, usable: true, reason: undefined, rule })

export const judgeUse = (asked: Asked, place: World.ModelPlace): Verdict => {
  const { command, user } = asked
  const guild = place.kind === "guild" ? place.guild : undefined
  const guild_id = command.record["guild_id"]
  if (guild_id !== undefined && guild_id !== guild?.id) return hidden("unknown", "visibility: command of another guild")
  if (hasOnlyEmptyGroups(command)) return hidden("invisible", "visibility: only empty groups")
  if (!isInstalled(asked, place)) return hidden("invisible", "visibility: installation")
  if (place.channel.type === 4) return hidden("context", "visibility: no commands in a category")
  if (!contextsOf(command).includes(contextOf(asked, place))) return hidden("context", "visibility: contexts")
  if (command.record["nsfw"] === true) {
    if (!user.adult) return hidden("invisible", "visibility: age of the user")
    const open = place.kind === "guild" ? World.rulingChannel(place.guild, place.channel).nsfw : user.nsfw_dms
    if (!open) return hidden("invisible", "visibility: age restriction of the place")
  }
  if (place.kind === "direct") return allowed("visibility: direct messages need no permissions")
  const { guild: here, channel } = place
  return judgeInGuild(asked, { guild: here, channel, user_id: user.id, now_ms: asked.now_ms })
}

/** "Can run the command", without a channel (decision 31): decides who may edit its overwrites. */
export const canRun = (asked: Asked, guild: World.ModelGuild): boolean => {
  const { command, user, now_ms } = asked
  const guild_id = command.record["guild_id"]
  if (guild_id !== undefined && guild_id !== guild.id) return false
  if (hasOnlyEmptyGroups(command)) return false
  const types = typesOf(command)
  const here = types.includes(0) && guild.installs.has(asked.application.id)
  if (!here && !(types.includes(1) && user.installs.includes(asked.application.id))) return false
  if (command.record["nsfw"] === true && !user.adult) return false
  return judgeInGuild(asked, { guild, channel: undefined, user_id: user.id, now_ms }).usable
}

const judgeInGuild = (asked: Asked, standing: Standing): Verdict => {
  if (standing.channel !== undefined && !Permission.holds(standing, BIT.VIEW_CHANNEL)) {
    return hidden("permission", "visibility: VIEW_CHANNEL")
  }
  if (Permission.isTimedOut(standing) && !isAdministrator(standing))
    return hidden("permission", "visibility: timed out")
  if (!Permission.holds(standing, BIT.USE_APPLICATION_COMMANDS)) {
    return hidden("permission", "visibility: USE_APPLICATION_COMMANDS")
  }
  if (isAdministrator(standing)) return allowed("visibility: administrators may all")
  const isExternal = !standing.guild.installs.has(asked.application.id)
  const lists: Lists = isExternal ? { own: [], general: [] } : asked
  const channel = channelStage(lists, standing)
  if (channel?.permission === false) return hidden("permission", `overwrites: ${channel.row} denies`)
  const user = userStage(lists, standing)
  if (user?.permission === false) return hidden("permission", `overwrites: ${user.row} denies`)
  if (user === undefined || user.row.startsWith("application")) {
    const needed = neededBits(asked.command.record)
    if (needed === 0n) return hidden("permission", 'visibility: default_member_permissions "0"')
    if (needed !== undefined && !Permission.holdsAll(standing, needed)) {
      return hidden("permission", "visibility: default_member_permissions lacking")
    }
  }
  if (asked.command.type === 2 && standing.channel !== undefined && !Permission.canSend(standing)) {
    return { visible: true, usable: false, reason: "permission", rule: "visibility: USER command needs sending" }
  }
  return allowed(user === undefined ? allowedRow(asked, channel?.row) : `overwrites: ${user.row} allows`)
}

const allowedRow = ({ command }: Asked, channelRow: Row | undefined): Rule => {
  if (channelRow !== undefined) return `overwrites: ${channelRow} allows`
  const needed = neededBits(command.record)
  return needed === undefined ? "visibility: allowed for everybody" : "visibility: default_member_permissions held"
}

type Lists = Pick<Asked, "own" | "general">

/** The first row with a permission: those of the command, then those of the application. */
const firstHit = (
  { own, general }: Lists,
  rowsOf: (list: ReadonlyArray<World.CommandTarget>) => ReadonlyArray<readonly [RowTarget, boolean | undefined]>
): { readonly row: Row; readonly permission: boolean } | undefined => {
  for (const [owner, list] of [["command", own] as const, ["application", general] as const]) {
    for (const [target, permission] of rowsOf(list)) {
      if (permission !== undefined) return { row: `${owner} ${target}`, permission }
    }
  }
  return undefined
}

/** Stage 1. "All channels" is the guild's id minus one. */
const channelStage = (lists: Lists, { guild, channel }: Standing) =>
  channel &&
  firstHit(lists, (list) => [
    ["channel", find(list, 3, World.rulingChannel(guild, channel).id)],
    ["all channels", find(list, 3, String(BigInt(guild.id) - 1n))]
  ])

/** Stage 2. @everyone is the role with the guild's id. */
const userStage = (lists: Lists, standing: Standing) =>
  firstHit(lists, (list) => [
    ["user", find(list, 2, standing.user_id)],
    ["roles", anyRole(list, standing)],
    ["everyone", find(list, 1, standing.guild.id)]
  ])

const find = (list: ReadonlyArray<World.CommandTarget>, type: number, id: string): boolean | undefined =>
  list.find((target) => target.type === type && target.id === id)?.permission

const anyRole = (list: ReadonlyArray<World.CommandTarget>, standing: Standing): boolean | undefined => {
  const held = rolesOf(standing)
  const said = list.filter(({ type, id }) => type === 1 && id !== standing.guild.id && held.includes(id))
  return said.length === 0 ? undefined : said.some(({ permission }) => permission)
}

/** Stage 3; decision 7 for default_permission. Undefined requires nothing; 0 allows nobody. */
const neededBits = (record: Json): bigint | undefined => {
  const bits = record["default_member_permissions"]
  if (typeof bits === "string") return BigInt(bits)
  return record["default_permission"] === false ? 0n : undefined
}

const hasOnlyEmptyGroups = ({ record }: ModelCommand): boolean => {
  const options = listOf(record["options"])
  return options.length > 0 && options.every(({ type, options: inner }) => type === 2 && listOf(inner).length === 0)
}

const typesOf = ({ record }: ModelCommand): ReadonlyArray<unknown> => {
  const types = record["integration_types"]
  return record["guild_id"] === undefined && Array.isArray(types) ? types : [0]
}

const isInstalled = ({ command, application, user }: Asked, place: World.ModelPlace): boolean => {
  const types = typesOf(command)
  if (types.includes(1) && user.installs.includes(application.id)) return true
  if (!types.includes(0)) return false
  return place.kind === "guild" ? place.guild.installs.has(application.id) : isWithBot(application, place.channel)
}

/** A direct message with the application's own bot, whose id is the application's. */
const isWithBot = ({ id }: World.ModelApplication, { type, recipients }: World.ModelDirectChannel): boolean =>
  type === 1 && recipients.includes(id)

/** Decisions 8 and 9: null means all; dm_permission false hides the command in direct messages. */
const contextsOf = ({ record }: ModelCommand): ReadonlyArray<unknown> => {
  if (record["guild_id"] !== undefined) return [0]
  const contexts = record["contexts"]
  if (Array.isArray(contexts)) return contexts
  return record["dm_permission"] === false ? [0] : [0, 1, 2]
}

const contextOf = ({ application }: Asked, place: World.ModelPlace): number =>
  place.kind === "guild" ? 0 : isWithBot(application, place.channel) ? 1 : 2
