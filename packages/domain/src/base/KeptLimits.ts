/** Limits of what is kept, in entries and in bytes. Our choice: docs/choices.md "Storage and time". */

const MIB = 2 ** 20

/** Entries of the event log, and of a stream's buffer. Our choice: docs/choices.md "Control plane". */
export const events = { logLength: 10_000, streamBuffer: 256 } as const

/**
 * Lines of a trace, characters of each body in a line, and bytes of all lines. Our choice: docs/choices.md
 * "Interactions".
 */
export const trace = { lines: 1_000, bodyCharacters: 4_096, bytes: 2 * MIB } as const

/** Kept data: beyond the bound the oldest is deleted. Our choice: docs/choices.md "Storage and time". */
export const retention = {
  /** Those that have ended, with traces and uploads. */
  interactions: 10_000,
  uploadCharacters: 256 * 1024 * 1024,
  messagesPerChannel: 10_000,
  tokensPerApplication: 10_000,
  /** Records that one use reads or deletes. */
  perUse: 4
} as const

/** Entries of the audit log of one guild; and for how long they are kept, as on the platform. */
export const auditLog = { entries: 1_000, ms: 45 * 24 * 60 * 60 * 1000 } as const

/**
 * Bytes of each kind in the whole store, beside the counts. A character counts as two, which is what it takes in memory
 * outside Latin-1. Beyond a budget, whoever holds most loses their oldest. Our choice: docs/choices.md "Storage and time".
 */
export const budget = {
  message: 128 * MIB,
  trace: 128 * MIB,
  event: 64 * MIB,
  interaction: 64 * MIB,
  /** Payloads that the gateway has yet to deliver. */
  undelivered: 32 * MIB,
  webhook_event: 32 * MIB
} as const

/** Listeners under the platform's names, and minutes after which one closes that nobody uses or keeps. Our choice: docs/choices.md "Interception". */
export const fronts = { fronts: 16, idleMinutes: 10 } as const

/** Entries in one answer about what the server holds, and rows that one answer looks at. Our choice: docs/choices.md "Control plane". */
export const inspect = {
  interactionsDefault: 50,
  interactionsMax: 100,
  deadlines: 1_000,
  authorizations: 1_000,
  /** Rows read in one transaction, and in all. */
  page: 500,
  rows: 20_000
} as const

/**
 * What goes over the wire while somebody watches: entries and bytes that are kept, and that wait for one watcher;
 * characters of one text; watchers at a time; and how long it goes on without one. Our choice: docs/choices.md "Control plane".
 */
export const wire = { entries: 500, bytes: 4 * MIB, text: 4_096, watchers: 16, lingerMs: 10_000 } as const

/**
 * Servers that share a store: how long one is waited for that is asked for what it alone knows; characters of one part of an
 * answer; entries of the wire in one part; and how long entries of the wire wait for earlier ones of other servers. Times are
 * real. Our choice: docs/choices.md "Several servers".
 */
export const shared = { answerMs: 1_000, answer: 4 * MIB, wireEntries: 50, sessions: 1_000, settleMs: 100 } as const
