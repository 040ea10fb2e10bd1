/** Bounds of what other services send to webhooks. */
export const LIMITS = {
  /** Of one list; the message that is made of it has its own bounds. */
  items: 1_521,
  /** 9999-12-31, in seconds. */
  latestSeconds: 253_402_300_799,
  /** Commits of a push that are named. */
  commits: 10,
  /** Characters of a text that is quoted. */
  quoted: 350
} as const
