/** What threads have beside what every channel has. Source: the platform's documentation of threads. */
import type { Snowflake } from "../base/Snowflake.ts"
import type { ARCHIVE_DURATIONS } from "./WorldVocabulary.ts"

/** A user or bot that takes part in a thread. */
export interface ThreadMember {
  readonly user_id: Snowflake
  /** ISO 8601; absent means since the thread exists. */
  readonly joined_at?: string
}

/** For threads (types 10, 11, 12) only. Absent means the default (`RecordDefaults`). */
export interface ThreadFields {
  readonly owner_id?: Snowflake
  readonly archived?: boolean
  readonly locked?: boolean
  /** Minutes. */
  readonly auto_archive_duration?: (typeof ARCHIVE_DURATIONS)[number]
  /** Of private threads: who is no moderator may add people. */
  readonly invitable?: boolean
  /** ISO 8601: when it was last archived or opened. */
  readonly archive_timestamp?: string
  /** ISO 8601: when it was started; absent means at the time of its id. */
  readonly create_timestamp?: string
  /** In the order in which they joined; absent means nobody. */
  readonly members?: ReadonlyArray<ThreadMember>
  /** Messages that were deleted in it. */
  readonly deleted_messages?: number
  /** ISO 8601: activity before the newest message, as far as it counts for archiving. */
  readonly active_at?: string
}

const ORDER: ReadonlyArray<string> = [
  "owner_id",
  "archived",
  "locked",
  "auto_archive_duration",
  "invitable",
  "deleted_messages",
  "archive_timestamp",
  "active_at",
  "create_timestamp",
  "members"
] satisfies ReadonlyArray<keyof ThreadFields>

/** The fields of threads come last, in the order of an imported world, so that an import of an export has the same rows. */
export const inOrder = <C extends object & ThreadFields>(channel: C): C =>
  // The same entries.
  Object.fromEntries(Object.entries(channel).toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))) as C
