/**
 * A second reading of the decision chart, written down from the tables of wire-interactions.md §5 row by row, slowly and
 * without a line of the real one: only the shapes of the data are shared.
 */
import type { Asked } from "../../src/permission/Evaluate.ts"
import type { Invoker } from "../../src/permission/Standing.ts"
import type {
  CommandPermission,
  DirectChannel,
  Guild,
  GuildChannel,
  Member,
  PermissionOverwrite,
  Role
} from "../../src/record/World.ts"

export interface NaiveGuild {
  readonly guild: Guild
  readonly roles: ReadonlyArray<Role>
  readonly member: Member
  /** Absent when asked of the guild as a whole. */
  readonly channel?: GuildChannel
  readonly parent?: GuildChannel
}

export interface NaiveWorld {
  readonly user: Invoker
  /** Milliseconds; `member.timed_out_until` is far in the past or far in the future of it. */
  readonly now_ms: number
  readonly guild?: NaiveGuild
  readonly direct?: DirectChannel
  readonly asked: Asked
  readonly without_channel_stage: boolean
}

export interface NaiveAnswer {
  readonly visible: boolean
  readonly usable: boolean
  /** Every node that said something, as `step pass` or `step fail`, in the order of the chart. */
  readonly path: ReadonlyArray<string>
  readonly owners: { readonly "0"?: string; readonly "1"?: string }
  readonly ephemerality: ReadonlyArray<number>
}

/** Bit numbers of wire-rest.md §2. */
const BIT = {
  ADMINISTRATOR: 3,
  VIEW_CHANNEL: 10,
  SEND_MESSAGES: 11,
  SEND_TTS_MESSAGES: 12,
  EMBED_LINKS: 14,
  ATTACH_FILES: 15,
  READ_MESSAGE_HISTORY: 16,
  MENTION_EVERYONE: 17,
  USE_APPLICATION_COMMANDS: 31,
  MANAGE_THREADS: 34,
  SEND_MESSAGES_IN_THREADS: 38,
  USE_EXTERNAL_APPS: 50
}

export const naively = (world: NaiveWorld): NaiveAnswer => {
  const path: Array<string> = []
  const owners = ownersOf(world)
  const result = walk(world, owners, path)
  if (result === "allowed" && world.guild?.channel !== undefined && !installs(world.asked.guild_install)) {
    path.push("ephemeral_answers pass")
  }
  return {
    visible: result !== "hidden",
    usable: result === "allowed",
    path,
    owners,
    ephemerality: ephemeralityOf(world)
  }
}

type Result = "allowed" | "hidden" | "shown but refused"

const walk = (world: NaiveWorld, owners: NaiveAnswer["owners"], path: Array<string>): Result => {
  const pass = (step: string) => path.push(`${step} pass`)
  const fail = (step: string): Result => {
    path.push(`${step} fail`)
    return "hidden"
  }
  const { user, guild, direct, asked } = world
  const { command } = asked
  if (command === undefined) return fail("command_exists")
  if (command.guild_id !== undefined && command.guild_id !== guild?.guild.id) return fail("command_exists")
  pass("command_exists")

  const options = command.options ?? []
  const complete = options.filter((o) => o.type !== 2 || (o.options !== undefined && o.options.length > 0))
  if (options.length > 0 && complete.length === 0) return fail("subcommands")
  pass("subcommands")

  if (owners["0"] === undefined && owners["1"] === undefined) return fail("installation")
  pass("installation")

  const place = guild === undefined ? direct : guild.channel
  if (place !== undefined) {
    if (place.type === 4 || place.type === 14) return fail("channel")
    pass("channel")
    const context = contextOf(world)
    let contexts = command.contexts ?? [0, 1, 2]
    if ((command.contexts ?? null) === null && command.dm_permission === false) contexts = [0]
    if (command.guild_id !== undefined) contexts = [0]
    if (!contexts.includes(context)) return fail("contexts")
    pass("contexts")
  }

  if (command.nsfw && !user.adult) return fail("age_restriction")
  if (command.nsfw && direct !== undefined && !user.nsfw_dms) return fail("age_restriction")
  if (command.nsfw && guild?.channel !== undefined && !(guild.parent ?? guild.channel).nsfw) {
    return fail("age_restriction")
  }
  pass("age_restriction")

  if (guild === undefined) {
    if (command.type === 2) pass("send_messages")
    return "allowed"
  }
  if (guild.channel !== undefined) {
    if (!holds(world, guild, BIT.VIEW_CHANNEL)) return fail("view_channel")
    pass("view_channel")
  }
  const administrator = guild.guild.owner_id === user.id || roleGrants(guild, BIT.ADMINISTRATOR)
  if (isTimedOut(world, guild) && !administrator) return fail("timeout")
  pass("timeout")
  if (!holds(world, guild, BIT.USE_APPLICATION_COMMANDS)) return fail("use_application_commands")
  pass("use_application_commands")
  if (administrator) {
    pass("administrator")
    return "allowed"
  }
  return stages(world, guild, path)
}

/** §5.3; then the row of §5.2 on USER commands. */
const stages = (world: NaiveWorld, guild: NaiveGuild, path: Array<string>): Result => {
  const { asked, user } = world
  const { command } = asked
  const external = !installs(asked.guild_install)
  const C = external ? [] : (asked.command_overwrites ?? [])
  const A = external ? [] : (asked.application_overwrites ?? [])
  const say = (step: string, permission: boolean) => path.push(`${step} ${permission ? "pass" : "fail"}`)
  const find = (list: ReadonlyArray<CommandPermission>, type: number, id: string | undefined) =>
    list.find((o) => o.type === type && o.id === id)?.permission

  // Stage 1.
  if (guild.channel !== undefined && !world.without_channel_stage) {
    const channel = guild.parent?.id ?? guild.channel.id
    const all = String(BigInt(guild.guild.id) - 1n)
    const rows = [
      ["command_channel", find(C, 3, channel)],
      ["command_all_channels", find(C, 3, all)],
      ["application_channel", find(A, 3, channel)],
      ["application_all_channels", find(A, 3, all)]
    ] as const
    const hit = rows.find(([, permission]) => permission !== undefined)
    if (hit !== undefined) say(hit[0], hit[1] === true)
    if (hit !== undefined && hit[1] === false) return "hidden"
  }

  // Stage 2.
  const rolesIn = (list: ReadonlyArray<CommandPermission>): boolean | undefined => {
    const said = list.filter((o) => o.type === 1 && guild.member.roles.includes(o.id)).map((o) => o.permission)
    return said.length === 0 ? undefined : said.includes(true)
  }
  const rows = [
    ["command_user", find(C, 2, user.id)],
    ["command_roles", rolesIn(C)],
    ["command_everyone", find(C, 1, guild.guild.id)],
    ["application_user", find(A, 2, user.id)],
    ["application_roles", rolesIn(A)],
    ["application_everyone", find(A, 1, guild.guild.id)]
  ] as const
  const hit = rows.find(([, permission]) => permission !== undefined)
  if (hit !== undefined) say(hit[0], hit[1] === true)
  if (hit !== undefined && hit[1] === false) return "hidden"

  // Stage 3.
  if (hit === undefined || hit[0].startsWith("application")) {
    let needed = command?.default_member_permissions ?? null
    if (needed === null && command?.default_permission === false) needed = "0"
    const enough = needed === null || (needed !== "0" && bitsOf(needed).every((bit) => holds(world, guild, bit)))
    say("default_member_permissions", enough)
    if (!enough) return "hidden"
  }

  if (command?.type === 2 && guild.channel !== undefined) {
    const sends = canSend(world, guild) && !lockedOut(world, guild)
    say("send_messages", sends)
    if (!sends) return "shown but refused"
  }
  return "allowed"
}

const contextOf = ({ direct, asked }: NaiveWorld): 0 | 1 | 2 => {
  if (direct === undefined) return 0
  return direct.type === 1 && direct.recipients.includes(asked.bot_id) ? 1 : 2
}

const installs = (install: { readonly scopes: ReadonlyArray<string> } | undefined) =>
  install !== undefined && (install.scopes.includes("bot") || install.scopes.includes("applications.commands"))

/** §1.2. */
const ownersOf = (world: NaiveWorld): NaiveAnswer["owners"] => {
  const { asked, guild, user } = world
  const { command } = asked
  if (command === undefined) return {}
  const types = command.guild_id === undefined ? (command.integration_types ?? []) : [0]
  const owners: { "0"?: string; "1"?: string } = {}
  if (types.some((type) => type === 0)) {
    if (guild !== undefined && installs(asked.guild_install)) owners["0"] = guild.guild.id
    if (contextOf(world) === 1) owners["0"] = "0"
  }
  if (types.some((type) => type === 1) && installs(asked.user_install)) owners["1"] = user.id
  return owners
}

const bitsOf = (set: string): ReadonlyArray<number> =>
  [...BigInt(set).toString(2)].reverse().flatMap((digit, bit) => (digit === "1" ? [bit] : []))

const contains = (set: string, bit: number): boolean => (BigInt(set) >> BigInt(bit)) % 2n === 1n

const roleGrants = ({ guild, roles, member }: NaiveGuild, bit: number): boolean =>
  roles.some((role) => (role.id === guild.id || member.roles.includes(role.id)) && contains(role.permissions, bit))

const isTimedOut = ({ now_ms }: NaiveWorld, { member }: NaiveGuild): boolean =>
  member.timed_out_until !== null && Number(member.timed_out_until.slice(0, 4)) > new Date(now_ms).getUTCFullYear()

/** §5.4, one bit at a time. */
const holds = (world: NaiveWorld, here: NaiveGuild, bit: number): boolean => {
  if (here.guild.owner_id === world.user.id || roleGrants(here, BIT.ADMINISTRATOR)) return bit < 53
  if (isTimedOut(world, here) && bit !== BIT.VIEW_CHANNEL && bit !== BIT.READ_MESSAGE_HISTORY) return false
  if (here.channel === undefined) return roleGrants(here, bit)
  if (!inOverwrites(world, here, BIT.VIEW_CHANNEL)) return false
  const send = [BIT.MENTION_EVERYONE, BIT.SEND_TTS_MESSAGES, BIT.ATTACH_FILES, BIT.EMBED_LINKS]
  if (send.includes(bit) && !inOverwrites(world, here, sendBit(here))) return false
  return inOverwrites(world, here, bit)
}

const sendBit = ({ parent }: NaiveGuild) => (parent === undefined ? BIT.SEND_MESSAGES : BIT.SEND_MESSAGES_IN_THREADS)

const inOverwrites = ({ user }: NaiveWorld, here: NaiveGuild, bit: number): boolean => {
  const overwrites = (here.parent ?? here.channel)?.permission_overwrites ?? []
  let value = roleGrants(here, bit)
  const apply = (some: ReadonlyArray<PermissionOverwrite>) => {
    if (some.some(({ deny }) => contains(deny, bit))) value = false
    if (some.some(({ allow }) => contains(allow, bit))) value = true
  }
  apply(overwrites.filter(({ type, id }) => type === 0 && id === here.guild.id))
  apply(overwrites.filter(({ type, id }) => type === 0 && here.member.roles.includes(id)))
  apply(overwrites.filter(({ type, id }) => type === 1 && id === user.id))
  return value
}

const canSend = (world: NaiveWorld, here: NaiveGuild): boolean => holds(world, here, sendBit(here))

const lockedOut = (world: NaiveWorld, here: NaiveGuild): boolean =>
  here.parent !== undefined &&
  here.channel?.archived === true &&
  here.channel.locked === true &&
  !holds(world, here, BIT.MANAGE_THREADS)

/** §4.3 "Forced ephemeral", §5.6. */
const ephemeralityOf = (world: NaiveWorld): ReadonlyArray<number> => {
  const here = world.guild
  if (here === undefined || installs(world.asked.guild_install)) return []
  const reasons: Array<number> = []
  if (!holds(world, here, BIT.USE_EXTERNAL_APPS)) reasons.push(18)
  if (lockedOut(world, here)) reasons.push(8)
  if (!canSend(world, here)) reasons.push(10)
  if (!holds(world, here, BIT.ATTACH_FILES)) reasons.push(11)
  if (!holds(world, here, BIT.EMBED_LINKS)) reasons.push(12)
  return reasons
}
