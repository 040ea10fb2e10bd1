/** What scheduled events and stages can be. Source: official OpenAPI document; the platform's documentation of scheduled events. */
export const limits = {
  nameMax: 100,
  descriptionMax: 1000,
  locationMax: 100,
  topicMax: 120,
  /** Events of a guild that are scheduled or active. */
  upcoming: 100,
  /** All events of a guild, with those that are over: our choice. */
  held: 200,
  /** Of one event: our choice. */
  exceptions: 50,
  /** Who is interested in one event: our choice. */
  users: 1000,
  /** Who is interested in one occurrence: our choice. */
  exceptionUsers: 100,
  /** Users on one page. */
  page: 100,
  /** Exceptions in one question for counts. */
  counted: 10,
  /** A stage or voice event that nobody started is canceled so long after its start. Our choice. */
  notStartedMs: 3 * 3_600_000
} as const

/** The intervals of a rule by its frequency. */
export const WEEKLY_INTERVALS: ReadonlyArray<number> = [1, 2]

/** The sets of days on which a daily event can occur. */
export const DAILY_SETS: ReadonlyArray<ReadonlyArray<number>> = [
  [0, 1, 2, 3, 4],
  [1, 2, 3, 4, 5],
  [0, 1, 2, 3, 6],
  [4, 5],
  [5, 6],
  [0, 6]
]
