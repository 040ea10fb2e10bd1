/** Application flags as data: name → bit value. Source: wire-rest.md §2; the privileged intents of §3.9 need theirs. */

export const APPLICATION_FLAGS = {
  APPLICATION_AUTO_MODERATION_RULE_CREATE_BADGE: 1 << 6,
  PUBLIC_OAUTH2_CLIENT: 1 << 8,
  GATEWAY_PRESENCE: 1 << 12,
  GATEWAY_PRESENCE_LIMITED: 1 << 13,
  GATEWAY_GUILD_MEMBERS: 1 << 14,
  GATEWAY_GUILD_MEMBERS_LIMITED: 1 << 15,
  VERIFICATION_PENDING_GUILD_LIMIT: 1 << 16,
  EMBEDDED: 1 << 17,
  GATEWAY_MESSAGE_CONTENT: 1 << 18,
  GATEWAY_MESSAGE_CONTENT_LIMITED: 1 << 19,
  APPLICATION_COMMAND_BADGE: 1 << 23
} as const

export type ApplicationFlag = keyof typeof APPLICATION_FLAGS

/** The flags as one integer. */
export const flagBits = (flags: ReadonlyArray<string>): number =>
  flags.reduce((bits, flag) => bits | (BITS[flag] ?? 0), 0)

const BITS: Readonly<Record<string, number>> = APPLICATION_FLAGS

/** The flags as answers carry them. */
export const flagFields = ({ flags }: { readonly flags: ReadonlyArray<string> }) => {
  const bits = flagBits(flags)
  return { flags: bits, flags_new: String(bits) }
}
