/** What webhooks of channels can be. Source: official OpenAPI document, `IncomingWebhookRequestPartial`. */
/**
 * The platform's documentation: 15 in a channel. Tokens are at most so long that none can be the token of an interaction. Our
 * choice: docs/choices.md "Webhooks".
 */
export const limits = {
  nameMax: 80,
  perChannel: 15,
  /** Of an announcement channel: our choice. */
  followers: 100,
  avatarUrlMax: 2048,
  threadNameMax: 100,
  tags: 5,
  tokenMax: 100,
  /** Characters of a token that the service makes. */
  tokenLength: 68
} as const

/** The platform's documentation of `Create Webhook`: names contain neither of these words, in whatever case. */
const RESERVED = ["clyde", "discord"]

/** The reserved word that a name contains, if any. */
export const reservedIn = (name: string): string | undefined => {
  const low = name.toLowerCase()
  return RESERVED.find((word) => low.includes(word))
}
