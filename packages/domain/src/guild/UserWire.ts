/** User objects as answers and payloads carry them. Sources: wire-rest.md §5.6; wire-interactions.md §1.6. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { Application, User } from "../record/World.ts"

const profile = {
  avatar: null,
  avatar_decoration_data: null,
  banner: null,
  accent_color: null,
  clan: null,
  collectibles: null,
  display_name_styles: null,
  discriminator: "0",
  flags: 0,
  primary_guild: null,
  public_flags: 0
} as const

/** A person. */
export const userObject = (user: User) => ({
  id: user.id,
  username: user.username,
  global_name: user.global_name,
  ...profile
})

/** The bot user of an application. */
export const botObject = (application: Application) => ({
  id: application.bot.id,
  username: application.bot.username,
  global_name: null,
  ...profile,
  bot: true as const
})

/** Somebody of whom only the id is left. Ours. */
export const unknownUser = (id: Snowflake) =>
  userObject({ id, username: "unknown", global_name: null, locale: "en-US", adult: false, nsfw_dms: false })

/**
 * What `/users/@me` adds; `email` says whether who asks may see the address. Bots have none and count as verified; ours:
 * people who have none do not.
 */
export const selfObject = <U extends object>(
  user: U,
  { locale, email, address }: { readonly locale: string; readonly email: boolean; readonly address?: string | null }
) => ({
  ...user,
  mfa_enabled: false,
  locale,
  premium_type: 0,
  ...(email ? { verified: address !== null, email: address ?? null } : {})
})
