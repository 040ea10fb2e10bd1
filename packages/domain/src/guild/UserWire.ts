/** User objects as answers and payloads carry them. Sources: wire-rest.md §5.6; wire-interactions.md §1.6. */
import type { Snowflake } from "../base/Snowflake.ts"
import { adornmentsOf } from "../record/Adornment.ts"
import type { Application, User, Webhook } from "../record/World.ts"
import { publicFlags } from "./UserFlag.ts"

const profile = {
  ...adornmentsOf({}),
  avatar: null,
  banner: null,
  accent_color: null,
  display_name_styles: null,
  discriminator: "0",
  flags: 0,
  public_flags: 0
} as const

export const userObject = (user: User) => ({
  id: user.id,
  username: user.username,
  global_name: user.global_name,
  ...profile,
  avatar: user.avatar ?? null,
  banner: user.banner ?? null,
  accent_color: user.accent_color ?? null,
  ...adornmentsOf(user),
  ...shownFlags(user)
})

export const botObject = (application: Application) => ({
  id: application.bot.id,
  username: application.bot.username,
  global_name: null,
  ...profile,
  avatar: application.bot.avatar ?? null,
  banner: application.bot.banner ?? null,
  ...shownFlags(application.bot),
  bot: true as const
})

/** What others see. */
const shownFlags = ({ flags }: Pick<User, "flags">) => ({ flags: publicFlags(flags), public_flags: publicFlags(flags) })

export const WEBHOOK_DISCRIMINATOR = "0000"

/** The author of a webhook's message. */
export const webhookUser = ({ id, name, avatar }: Pick<Webhook, "id" | "name" | "avatar">) => ({
  id,
  username: name,
  global_name: null,
  ...profile,
  avatar,
  discriminator: WEBHOOK_DISCRIMINATOR,
  bot: true as const
})

/** A user of whom only the id is known. Our choice: docs/choices.md "Guilds and members". */
export const unknownUser = (id: Snowflake) =>
  userObject({ id, username: "unknown", global_name: null, locale: "en-US", adult: false, nsfw_dms: false })

/**
 * The extra fields of `/users/@me`, and `flags` with those bits that nobody else sees; `email` is true when the requester may see the address. Bots have no address and
 * count as verified; people without an address do not. Our choice: docs/choices.md "OAuth2".
 */
export const selfObject = <U extends object>(user: U, { flags = 0, locale, email, address }: Private) => ({
  ...user,
  flags,
  mfa_enabled: false,
  locale,
  premium_type: 0,
  ...(email ? { verified: address !== null, email: address ?? null } : {})
})

interface Private {
  readonly flags: number | undefined
  readonly locale: string
  readonly email: boolean
  readonly address?: string | null
}
