/** Features of a guild that boosts bring. Source: the platform's documentation of guilds, "Guild Features". */
import type { Guild } from "../record/World.ts"

/** The tier of boosts from which on every guild has the feature; none: no tier brings it. */
const TIERS = {
  ANIMATED_ICON: 1,
  INVITE_SPLASH: 1,
  BANNER: 2,
  ROLE_ICONS: 2,
  ANIMATED_BANNER: 3,
  ENHANCED_ROLE_COLORS: Number.POSITIVE_INFINITY
} as const

export type Boosted = keyof typeof TIERS

export const hasFeature = (
  { features, premium_tier = 0 }: Pick<Guild, "features" | "premium_tier">,
  feature: Boosted
) => features.includes(feature) || premium_tier >= TIERS[feature]
