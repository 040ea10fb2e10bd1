/** How many boosts a guild has, as its record keeps it. */
import { type Count, countOf, recounted } from "../../guild/Boost.ts"
import { SETTINGS } from "../../record/GuildSettings.ts"
import type { Guild } from "../../record/World.ts"
import { beyond } from "./Beyond.ts"

const FIELDS = ["premium_subscription_count", "premium_tier"] as const

/** A guild whose members give more boosts, or fewer. */
export const boostedBy = (guild: Guild, more: number): Guild => {
  const before = countOf(guild)
  return withCount(guild, recounted(before, before.premium_subscription_count + more))
}

/** The guild with this count; the same guild where it has it. */
export const withCount = (guild: Guild, count: Parameters<typeof countOf>[0]): Guild => {
  const after = countOf(count)
  if (isSame(countOf(guild), after)) return guild
  const { premium_subscription_count: _, premium_tier: __, ...rest } = guild
  return { ...rest, ...beyond(after, FIELDS, SETTINGS) }
}

const isSame = (a: Count, b: Count): boolean => FIELDS.every((field) => a[field] === b[field])
