/** Boosts of a guild: its tier follows their number. Source: the platform's documentation of guilds, `Premium Tier`. */
import { interaction } from "../base/Limits.ts"
import { limits as ofGuild } from "../record/GuildSettings.ts"
import type { Guild, Member, Role } from "../record/World.ts"

/** The boosts of each tier from 1 on. Source: the platform's pages on boosts. */
const TIERS = [2, 7, 14] as const

export const limits = {
  /** A rule of ours: a member boosts no more often. */
  perMember: 100
} as const

export const tierOf = (boosts: number): number => TIERS.filter((least) => boosts >= least).length

interface Booster {
  readonly premium_since?: unknown
  readonly boosts?: unknown
}

/** How often a member, or the element of one, boosts the guild. */
export const boostsOf = ({ premium_since, boosts }: Booster): number => {
  if (typeof premium_since !== "string") return 0
  return typeof boosts === "number" ? boosts : 1
}

export const boostsIn = (members: ReadonlyArray<Booster>): number =>
  members.reduce((sum, member) => sum + boostsOf(member), 0)

export interface Count {
  readonly premium_subscription_count: number
  readonly premium_tier: number
}

/** Both as a guild or its element has them. */
export const countOf = (guild: { readonly [F in keyof Count]?: unknown }): Count => ({
  premium_subscription_count: numberOf(guild.premium_subscription_count),
  premium_tier: numberOf(guild.premium_tier)
})

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0)

/** A tier that follows the boosts goes on to do so; one that is above them stays until they reach it. */
export const recounted = (before: Count, boosts: number): Count => {
  const premium_subscription_count = Math.min(Math.max(0, boosts), ofGuild.boostsMax)
  const tier = tierOf(premium_subscription_count)
  const follows = before.premium_tier === tierOf(before.premium_subscription_count)
  return { premium_subscription_count, premium_tier: follows ? tier : Math.max(before.premium_tier, tier) }
}

/** No fewer boosts than its members give, and no lower tier than the boosts. */
export const atLeast = (count: Count, members: ReadonlyArray<Booster>): Count => {
  const boosts = Math.min(Math.max(count.premium_subscription_count, boostsIn(members)), ofGuild.boostsMax)
  return { premium_subscription_count: boosts, premium_tier: Math.max(count.premium_tier, tierOf(boosts)) }
}

/** The member with the role of boosters where they boost, and without it where not; the same member where that is so. */
export const withBoosterRole = (member: Member, role: Pick<Role, "id"> | undefined): Member => {
  if (role === undefined || member.roles.includes(role.id) === boostsOf(member) > 0) return member
  const others = member.roles.filter((id) => id !== role.id)
  return { ...member, roles: boostsOf(member) > 0 ? [...others, role.id] : others }
}

export const isBoosterRole = ({ premium_subscriber }: Pick<Role, "premium_subscriber">): boolean =>
  premium_subscriber === true

const MIB = 1024 * 1024

/**
 * What a guild holds at each tier (of animated emojis as many as of others), bits per second of its voice channels, and bytes of
 * the files of one message. Source: the platform's pages on boosts.
 */
const AT_TIER = {
  emojis: [50, 100, 150, 250],
  stickers: [5, 15, 30, 60],
  sounds: [8, 24, 36, 48],
  bitrate: [96_000, 128_000, 256_000, 384_000],
  files: [interaction.attachmentSizeBytes, interaction.attachmentSizeBytes, 50 * MIB, 100 * MIB]
} as const

export const mostAt = (what: keyof typeof AT_TIER, { premium_tier = 0 }: Pick<Guild, "premium_tier">): number =>
  AT_TIER[what][premium_tier] ?? AT_TIER[what][0]

/** Bytes of the files of one message: outside guilds as without boosts. */
export const filesAt = (guild: Pick<Guild, "premium_tier"> | undefined): number => mostAt("files", guild ?? {})

/** The most that any guild allows. */
export const FILES_MAX = Math.max(...AT_TIER.files)
