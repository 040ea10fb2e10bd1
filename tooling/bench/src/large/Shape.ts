/** A world of any size, by its numbers: which application, shard, user and commands each guild has. */
import { APP, idAfter } from "../World.ts"

export interface Size {
  readonly commands: number
  readonly guilds: number
  readonly sessions: number
}

export interface Shape {
  readonly applications: number
  /** Of each application: one session for each. */
  readonly shards: number
  readonly guilds: number
  /** Commands of each guild. */
  readonly commands: number
}

/** Ten guilds with ten commands each, and one session: what the large world is compared with. */
export const SMALL: Shape = { applications: 1, shards: 1, guilds: 10, commands: 10 }

const MOST_APPLICATIONS = 100

/** The numbers are rounded down to whole shares: each guild has as many commands, each application as many sessions. */
export const shapeOf = ({ commands, guilds, sessions }: Size): Shape => {
  const applications = Math.min(MOST_APPLICATIONS, guilds, sessions)
  const shards = Math.floor(sessions / applications)
  return { applications, shards, guilds, commands: Math.floor(commands / guilds) }
}

export const sizeOf = ({ applications, shards, guilds, commands }: Shape): Size => ({
  commands: guilds * commands,
  guilds,
  sessions: applications * shards
})

/** One guild of a shard follows the other, because a shard is chosen by these bits of a guild's id. */
const SHARD_BITS = 22n
const FIRST_GUILD = 1n << 40n

export const guildOf = (guild: number): string => String((FIRST_GUILD + BigInt(guild)) << SHARD_BITS)
export const channelOf = (guild: number): string => String(((FIRST_GUILD + BigInt(guild)) << SHARD_BITS) + 1n)
export const userOf = (guild: number): string => idAfter("310000000000000001", guild)
export const commandOf = ({ commands }: Shape, guild: number, command: number): string =>
  idAfter("710000000000000001", guild * commands + command)

/** Applications have neighbouring guilds. */
export const applicationIn = ({ applications, guilds }: Shape, guild: number): string =>
  idAfter(APP, Math.floor((guild * applications) / guilds))

/** `(guild_id >> 22) % shards`. */
export const shardIn = (shards: number, guildId: string): number =>
  Number((BigInt(guildId) >> SHARD_BITS) % BigInt(shards))

/** Names the session of a shard. */
export const sessionKey = (application: string, shard: number): string => `${application} ${shard}`
