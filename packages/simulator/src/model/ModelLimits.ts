/**
 * The numbers of the specification, written a second time, so that a wrong number in the service's table shows. Source:
 * service.md "Limits" unless noted.
 */

/** Lengths in code points (decision 2). */
export const command = {
  /** By type, from 1; "the same counts" in each guild, except for entry points. */
  perType: new Map([100, 15, 15, 1].map((max, i) => [i + 1, max] as const)),
  nameMin: 1,
  nameMax: 32,
  descriptionMin: 1,
  descriptionMax: 100,
  /** Of a command, a subcommand or a group. */
  options: 25,
  choices: 25,
  choiceNameMax: 100,
  choiceStringMax: 100,
  minLengthMax: 6_000,
  maxLengthMin: 1,
  maxLengthMax: 6_000,
  totalCharacters: 8_000,
  overwrites: 100,
  /** Decision 20: elements of one bulk overwrite. */
  bulk: 131,
  /** wire-rest.md §1.3: 2^54 - 1. */
  permissionsMax: 18_014_398_509_481_983n
} as const

/** service.md "Option types": in both directions from zero. Decision 34 for NUMBER. */
export const value = { integerMax: 2 ** 53 - 1, numberMax: 2 ** 53 } as const

export const lobby = {
  metadataMax: 1_000,
  membersPerRequest: 25,
  idleMinSeconds: 5,
  idleMaxSeconds: 604_800,
  /** Decision 41. */
  idleDefaultSeconds: 300,
  /** wire-rest.md §6.2. */
  secretMax: 250,
  /** wire-rest.md §6.3: 30 days. */
  secretMs: 2_592_000_000
} as const

/** Requests per this many milliseconds. */
export const calls = {
  /** Create, delete and get, each. */
  lobby: { limit: 500, window_ms: 10_000 },
  member: { limit: 5_000, window_ms: 10_000 },
  /** Of one user. */
  join: { limit: 10, window_ms: 60_000 },
  /** All endpoints together, unless an application has a higher limit. */
  all: { limit: 50, window_ms: 1_000 }
} as const

/** Decision 26: they refill over the day, one by one. */
export const creates = { perDay: 200, dayMs: 86_400_000 } as const
