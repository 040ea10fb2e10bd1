/** Header names of the service. Sources: wire-rest.md §0, §4.1; wire-interactions.md §2.1. */

export const SERVICE_LOCALE = "x-service-locale"
export const DISCORD_LOCALE = "x-discord-locale"

export const SIGNATURE = "X-Signature-Ed25519"
export const SIGNATURE_TIMESTAMP = "X-Signature-Timestamp"

/** Sent with every delivery to an endpoint. */
export const DELIVERY_USER_AGENT = "Discord-Interactions/1.0 (+https://discord.com)"

/** Exactly this, without a charset (wire-rest.md §0, 1). */
export const JSON_TYPE = "application/json"
