/** Limits of what an application sells. Ours, where the platform publishes none: docs/choices.md "Premium". */
export const premium = {
  /** SKUs of an application. */
  skus: 100,
  /** Entitlements of an application, those that have ended and been deleted included. */
  entitlements: 1_000,
  nameMax: 100,
  slugMax: 100,
  /** Entitlements, and subscriptions, of one page (official document). */
  page: 100,
  /** Subscriptions of one page when the query names no limit. */
  usualSubscriptions: 50,
  /** A subscription renews after this long. */
  periodMs: 30 * 24 * 60 * 60 * 1_000
} as const
