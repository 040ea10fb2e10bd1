/** The limits of the search for messages. Source: official OpenAPI document, `guild_search`; others as noted. */
export const search = {
  contentMax: 1_024,
  slopMax: 100,
  slopDefault: 2,
  ids: 100,
  channels: 500,
  texts: 100,
  textMax: 256,
  filenameMax: 1_024,
  limitMax: 25,
  offsetMax: 9_975,
  /** Words of the content that count. Our choice: docs/choices.md "Messages", also for the next two. */
  words: 32,
  /** The newest messages that are searched, in all, */
  scanned: 10_000,
  /** and of one channel. */
  perChannel: 2_000
} as const

/** The limits of the search for threads. Source: official OpenAPI document, `thread_search`; `slop` and pages as for messages. */
export const threadSearch = {
  nameMax: 100,
  tags: 20,
  /** The newest threads found that are ordered by their last message. Our choice: docs/choices.md "Guilds and members". */
  byLastMessage: 1_000
} as const
