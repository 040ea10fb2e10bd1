/**
 * Random worlds for the decision chart, small enough that each of its nodes decides in many of them. The number of a
 * world gives the world again.
 */

import type { Asked } from "../../src/permission/Evaluate.ts"
import type { PermissionName } from "../../src/permission/Permission.ts"
import type { ContextType, IntegrationType } from "../../src/record/ApplicationCommand.ts"
import type {
  CommandPermission,
  DirectChannel,
  GuildChannel,
  Member,
  PermissionOverwrite,
  Role
} from "../../src/record/World.ts"
import {
  ALICE,
  BOB,
  botDm,
  GUILD,
  general,
  group,
  guild,
  guildInstall,
  member,
  NOW,
  OWNER,
  petShop,
  privateDm,
  thread,
  userInstall
} from "../fixture/Harbour.ts"
import { bits } from "../fixture/PermissionBits.ts"
import { option, stored } from "../fixture/SampleCommand.ts"
import type { NaiveWorld } from "./NaiveChart.ts"

/** The world of this number. */
export const worldOf = (seed: number): NaiveWorld => {
  const dice = diceOf(seed)
  const asked = askedOf(dice)
  const user = { id: ALICE, username: "alice", adult: !dice.oneIn(6), nsfw_dms: dice.oneIn(2) }
  const without_channel_stage = dice.oneIn(12)
  const there = dice.oneIn(10) ? { direct: dice.pick(DIRECT) } : { guild: guildOf(dice) }
  return { user, now_ms: NOW, ...there, asked, without_channel_stage }
}

interface Dice {
  readonly oneIn: (n: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
}

/** mulberry32: all numbers of a world from one. */
const diceOf = (seed: number): Dice => {
  let state = seed | 0
  const next = (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
  return {
    oneIn: (n) => next(n) === 0,
    // No list that is picked from is empty.
    pick: <A>(from: ReadonlyArray<A>) => from[next(from.length)] as A
  }
}

const ROLES = ["200000000000000011", "200000000000000012", "200000000000000013"]
const OTHER_GUILD = "299000000000000001"
const ALL_CHANNELS = String(BigInt(GUILD) - 1n)

const DIRECT: ReadonlyArray<DirectChannel> = [botDm.channel, privateDm.channel, group.channel]

const BITS: ReadonlyArray<bigint> = (
  [
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "SEND_MESSAGES_IN_THREADS",
    "USE_APPLICATION_COMMANDS",
    "KICK_MEMBERS",
    "MANAGE_MESSAGES",
    "ATTACH_FILES",
    "EMBED_LINKS",
    "USE_EXTERNAL_APPS",
    "MANAGE_THREADS"
  ] satisfies ReadonlyArray<PermissionName>
).map((name) => bits(name))

/** A set in which each bit stands with a chance of one in `n`. */
const someBits = (dice: Dice, n: number): string => {
  let set = 0n
  for (const bit of BITS) if (dice.oneIn(n)) set |= bit
  return String(set)
}

const USUAL = bits("VIEW_CHANNEL", "SEND_MESSAGES", "USE_APPLICATION_COMMANDS")

const roleOf = (dice: Dice, id: string): Role => {
  const rare = dice.oneIn(40) ? bits("ADMINISTRATOR") : 0n
  const usual = id === GUILD && !dice.oneIn(4) ? USUAL : 0n
  return { id, guild_id: GUILD, name: id, permissions: String(BigInt(someBits(dice, 3)) | usual | rare), position: 1 }
}

const memberOf = (dice: Dice): Member => {
  const roles = ROLES.filter(() => dice.oneIn(2))
  const timed_out_until = dice.oneIn(8) ? dice.pick(["2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"]) : null
  return member(ALICE, { roles, timed_out_until })
}

const channelOverwrites = (dice: Dice): ReadonlyArray<PermissionOverwrite> => {
  const found: Array<PermissionOverwrite> = []
  while (dice.oneIn(2) && found.length < 4) {
    const [id, type] = dice.pick(HOLDERS)
    if (found.some((one) => one.id === id)) continue
    found.push({ id, type, allow: someBits(dice, 6), deny: someBits(dice, 12) })
  }
  return found
}

const HOLDERS: ReadonlyArray<readonly [string, 0 | 1]> = [
  ...[GUILD, ...ROLES].map((id) => [id, 0] as const),
  [ALICE, 1],
  [BOB, 1]
]

const channelOf = (dice: Dice): GuildChannel => ({
  ...general,
  type: dice.oneIn(30) ? 4 : 0,
  nsfw: dice.oneIn(2),
  permission_overwrites: channelOverwrites(dice)
})

const guildOf = (dice: Dice): NonNullable<NaiveWorld["guild"]> => {
  const here = {
    guild: dice.oneIn(40) ? { ...guild, owner_id: ALICE } : guild,
    roles: [GUILD, ...ROLES].map((id) => roleOf(dice, id)),
    member: memberOf(dice)
  }
  if (dice.oneIn(15)) return here
  const channel = channelOf(dice)
  if (channel.type !== 0 || !dice.oneIn(4)) return { ...here, channel }
  const own = { nsfw: dice.oneIn(2), archived: dice.oneIn(2), locked: dice.oneIn(2) }
  return { ...here, channel: { ...thread, ...own, permission_overwrites: channelOverwrites(dice) }, parent: channel }
}

const TARGETS: ReadonlyArray<readonly [string, 1 | 2 | 3]> = [
  [GUILD, 1],
  ...ROLES.map((id) => [id, 1] as const),
  [ALICE, 2],
  [BOB, 2],
  [OWNER, 1],
  [general.id, 3],
  [thread.id, 3],
  [ALL_CHANNELS, 3]
]

/** Absent, empty, or a few targets; now and then one twice. */
const commandOverwrites = (dice: Dice): ReadonlyArray<CommandPermission> | undefined => {
  if (dice.oneIn(3)) return undefined
  const found: Array<CommandPermission> = []
  while (!dice.oneIn(3) && found.length < 8) {
    const [id, type] = dice.pick(TARGETS)
    found.push({ id, type, permission: !dice.oneIn(3) })
  }
  return found
}

const GROUP = option({ type: 2, name: "group" })
const OPTIONS = [[GROUP], [GROUP, { ...GROUP, name: "full", options: [option({ type: 1, name: "sub" })] }], [option()]]
const CONTEXTS: ReadonlyArray<ReadonlyArray<ContextType>> = [[0], [1], [2], [0, 1], [0, 1, 2], [1, 2]]
const INTEGRATION_TYPES: ReadonlyArray<ReadonlyArray<IntegrationType>> = [[0], [0, 1], [0, 1], [1]]
const SCOPES = [["bot"], ["applications.commands"], ["bot", "applications.commands"]]

const commandOf = (dice: Dice): Asked["command"] => {
  if (dice.oneIn(100)) return undefined
  const fields = {
    type: dice.pick([1, 1, 2, 3, 4] as const),
    contexts: dice.oneIn(3) ? dice.pick(CONTEXTS) : null,
    dm_permission: !dice.oneIn(6),
    integration_types: dice.pick(INTEGRATION_TYPES),
    nsfw: dice.oneIn(6),
    default_member_permissions: dice.oneIn(3) ? dice.pick(["0", someBits(dice, 6), someBits(dice, 12)]) : null,
    ...(dice.oneIn(10) ? { default_permission: dice.oneIn(2) } : {}),
    ...(dice.oneIn(6) ? { options: dice.pick(OPTIONS) } : {})
  }
  return stored(500, fields, dice.oneIn(6) ? dice.pick([GUILD, GUILD, OTHER_GUILD]) : "global")
}

const installed = <A extends { readonly scopes: ReadonlyArray<string> }>(dice: Dice, install: A, missing: number) => {
  if (dice.oneIn(missing)) return undefined
  return { ...install, scopes: dice.oneIn(20) ? ["identify"] : dice.pick(SCOPES) }
}

const askedOf = (dice: Dice): Asked => ({
  command: commandOf(dice),
  bot_id: petShop.bot.id,
  guild_install: installed(dice, guildInstall, 5),
  user_install: installed(dice, userInstall, 2),
  command_overwrites: commandOverwrites(dice),
  application_overwrites: commandOverwrites(dice)
})
