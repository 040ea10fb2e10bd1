/**
 * What goes in one removal. A kind says by `takes` what goes with its records, and
 * by `without` what remains of them; by default a record goes with its guild, user and application.
 */
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Listed } from "../../record/World.ts"

/** Records by list and key, and users and bots alike as accounts. */
export type Gone = ReadonlySet<string>

export const goneKey = (of: Listed | "account" | "command", ...ids: ReadonlyArray<Snowflake>): string =>
  `${of}/${ids.join("/")}`

/** True when a record of a list goes. */
export const isGone = (gone: Gone, of: Parameters<typeof goneKey>[0], ...ids: ReadonlyArray<Snowflake>): boolean =>
  gone.has(goneKey(of, ...ids))

interface Owned {
  readonly guild_id?: Snowflake | undefined
  readonly user_id?: Snowflake | undefined
  readonly application_id?: Snowflake | undefined
}

/** True when the guild, the user, the bot or the application of a record goes. */
export const ownerGone = ({ guild_id, user_id, application_id }: Owned, gone: Gone): boolean =>
  (guild_id !== undefined && isGone(gone, "guilds", guild_id)) ||
  (user_id !== undefined && isGone(gone, "account", user_id)) ||
  (application_id !== undefined && isGone(gone, "applications", application_id))

/** A record that goes with its guild, its user and its application, and that no other removal changes. */
export const withOwner = <R extends Owned>(record: R, gone: Gone): R | undefined =>
  ownerGone(record, gone) ? undefined : record
