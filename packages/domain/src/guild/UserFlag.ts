/** The flags of users and bots. Source: the platform's reference, "User Flags". */

/** By bit: what everybody sees of a user. All other bits are seen by the user alone. */
const PUBLIC_BITS = {
  STAFF: 0,
  PARTNER: 1,
  HYPESQUAD: 2,
  BUG_HUNTER_LEVEL_1: 3,
  HYPESQUAD_ONLINE_HOUSE_1: 6,
  HYPESQUAD_ONLINE_HOUSE_2: 7,
  HYPESQUAD_ONLINE_HOUSE_3: 8,
  PREMIUM_EARLY_SUPPORTER: 9,
  TEAM_PSEUDO_USER: 10,
  BUG_HUNTER_LEVEL_2: 14,
  VERIFIED_BOT: 16,
  VERIFIED_DEVELOPER: 17,
  CERTIFIED_MODERATOR: 18,
  BOT_HTTP_INTERACTIONS: 19,
  SPAMMER: 20,
  ACTIVE_DEVELOPER: 22
} as const

const PUBLIC = Object.values(PUBLIC_BITS).reduce<number>((set, bit) => set | (1 << bit), 0)

export const TEAM_PSEUDO_USER = 1 << PUBLIC_BITS.TEAM_PSEUDO_USER

/** Flags have up to 53 bits, of which no public one is beyond the 31st. */
export const publicFlags = (flags = 0): number => flags & PUBLIC
