/** Drafts of entries of the audit log, before it is known who did it. */
import type { Snowflake } from "../base/Snowflake.ts"
import { isSame } from "../world/element/Element.ts"
import type { Change } from "../world/WorldChange.ts"

/** A field that was changed. A value is absent where there is none. */
export interface AuditChange {
  readonly key: string
  readonly old_value?: unknown
  readonly new_value?: unknown
}

/** What happened, before it is an entry. */
export interface AuditDraft {
  readonly guild_id: Snowflake
  readonly action_type: number
  readonly target_id: Snowflake | null
  readonly changes?: ReadonlyArray<AuditChange>
  readonly options?: Readonly<Record<string, string>>
}

/** The changed fields among `keys`. A missing value and null are the same. */
export const fieldsOf = (keys: ReadonlyArray<string>, { before, after }: Change<object>): ReadonlyArray<AuditChange> =>
  keys.flatMap((key) => {
    const [was, is] = [before, after].map((record) => record && (Reflect.get(record, key) ?? undefined))
    if (isSame(was ?? null, is ?? null)) return []
    return [{ key, ...(was === undefined ? {} : { old_value: was }), ...(is === undefined ? {} : { new_value: is }) }]
  })

export type Kind = readonly [created: number, updated: number, deleted: number]

export const actionOf = ([created, updated, deleted]: Kind, { before, after }: Change<object>): number =>
  before === undefined ? created : after === undefined ? deleted : updated

/** One entry for a record that came, changed or went; none where no recorded field changed. */
export const elementDraft = <R extends { readonly id: Snowflake }>(
  change: Change<R>,
  guildIdOf: (record: R) => Snowflake,
  kind: Kind,
  keys: ReadonlyArray<string>
): ReadonlyArray<AuditDraft> => {
  const record = change.after ?? change.before
  const changes = fieldsOf(keys, change)
  if (record === undefined || changes.length === 0) return []
  return [{ guild_id: guildIdOf(record), action_type: actionOf(kind, change), target_id: record.id, changes }]
}

export const guildOf = ({ guild_id }: { readonly guild_id: Snowflake }): Snowflake => guild_id
