/**
 * The audit log of a guild. Whoever changes a guild over REST, as a user or by name over the control plane gets an entry for
 * each change, in the transaction of the change. Source: official OpenAPI document, audit logs; the platform's reference, "Audit Logs".
 * Our choice: docs/choices.md "Audit log".
 */

import { type AuditDraft, type AuditEntry, auditEntryObject, draftsOf } from "@backlot/domain/audit/AuditLog"
import { auditLog as limits } from "@backlot/domain/base/KeptLimits"
import * as Snowflake from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm } from "@backlot/domain/error/ServiceError"
import type { World } from "@backlot/domain/record/World"
import type { Page } from "@backlot/domain/validation/PageQuery"
import { unknownReference } from "@backlot/domain/world/rule/WorldError"
import { type Changes, removed } from "@backlot/domain/world/WorldChange"
import * as Body from "@backlot/ports/Body"
import { Context, Effect } from "effect"
import { accountNamed, usersOf } from "../access/Accounts.ts"
import * as BotEntry from "../access/BotEntry.ts"
import type { NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { clockTime, inTransaction, transacting } from "../store/Transact.ts"
import { namedBy } from "./Named.ts"

/** Who makes the changes of a request, and why. */
export interface Author {
  /** A user or bot. */
  readonly user_id: Snowflake.Snowflake
  readonly reason?: string | undefined
}

/** The author of the changes that an effect makes. Undefined: nobody, and no entry is written. */
export const ChangedBy = Context.Reference<Author | undefined>("./AuditLog.ts", { defaultValue: () => undefined })

/** Makes somebody the author of the changes of an effect. */
export const changedBy =
  (author: Author | undefined) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    author === undefined ? effect : Effect.provideService(effect, ChangedBy, author)

/** The author that a caller names by id or username. */
export const authorNamed = operation(
  "AuditLog.authorNamed",
  Effect.fnUntraced(function* (named: string) {
    const user_id = yield* inTransaction(() => accountNamed(named))
    if (user_id !== undefined) return { user_id }
    return yield* new InvalidForm({ faults: [fault(["by"], unknownReference("user or bot", named))] })
  })
)

/** Records the changes of an edit; gives the events. Inside a transaction. */
export const recordChanges = function* (changes: Changes, before: World, after: World) {
  if (changes.guilds.length > 0) yield* forgetGuilds(changes)
  const author = yield* Body.use(ChangedBy)
  if (author === undefined) return NONE
  return yield* record(draftsOf(changes, author.user_id, namesIn(before, after)))
}

/** What an entry takes names from. */
const namesIn = (before: World, after: World) => ({
  roles: [...after.roles, ...before.roles],
  applications: [...after.applications, ...before.applications]
})

/** Records what was done; gives the events. Nothing is recorded without an author. Inside a transaction. */
export const record = function* (drafts: ReadonlyArray<AuditDraft>) {
  const author = yield* Body.use(ChangedBy)
  return author === undefined ? NONE : yield* recordAs(author, drafts)
}

/** Records what somebody did, whoever makes the changes of the request. Inside a transaction. */
export const recordAs = function* (author: Author, drafts: ReadonlyArray<AuditDraft>) {
  if (drafts.length === 0) return NONE
  const events: Array<NewEvent> = []
  for (const draft of drafts) {
    const entry = yield* append(draft, author)
    events.push({ type: "audit_log_entry.created", data: { guild_id: entry.guild_id, entry } })
  }
  return events
}

const NONE: ReadonlyArray<NewEvent> = []

/** Stores an entry behind the others of its guild. Beyond the bound the oldest goes. */
const append = function* (draft: AuditDraft, { user_id, reason }: Author) {
  const { guild_id } = draft
  const [last] = yield* Collections.auditLog.last([guild_id], 1)
  const now = yield* clockTime
  const number = (last?.number ?? 0) + 1
  const entry: AuditEntry = {
    ...draft,
    id: String(Snowflake.next(BigInt(last?.id ?? 0), now)),
    number,
    user_id,
    ...(reason === undefined ? {} : { reason })
  }
  yield* Collections.auditLog.put(entry)
  for (const old of yield* Collections.auditLog.list([guild_id], 2)) {
    const isBeyond = old.number <= number - limits.entries
    if (isBeyond || isTooOld(old, now)) yield* Collections.auditLog.delete(guild_id, old.id)
  }
  return entry
}

const isTooOld = ({ id }: AuditEntry, now: number): boolean => Snowflake.toMs(id) < now - limits.ms

/** The log of a guild goes with it. */
const forgetGuilds = function* ({ guilds }: Changes) {
  for (const gone of removed(guilds)) {
    for (const { id } of yield* Collections.auditLog.list([gone.id])) yield* Collections.auditLog.delete(gone.id, id)
  }
}

/** Which entries are asked for. */
export interface Wanted extends Page {
  readonly user_id: Snowflake.Snowflake | undefined
  readonly target_id: Snowflake.Snowflake | undefined
  readonly action_type: number | undefined
}

/** Entries, newest first; after an id, oldest first. Needs VIEW_AUDIT_LOG. */
export const list = operation(
  "AuditLog.list",
  transacting(function* (bot: BotEntry.BotOfGuild, wanted: Wanted) {
    yield* BotEntry.inGuild(bot, "VIEW_AUDIT_LOG")
    const kept = yield* Collections.auditLog.list([bot.guild_id])
    const now = yield* clockTime
    const all = kept.filter((entry) => !isTooOld(entry, now) && isWanted(entry, wanted))
    const ordered = wanted.after !== undefined && wanted.before === undefined ? all : all.toReversed()
    const entries = ordered.slice(0, wanted.limit)
    const people = entries.flatMap(({ user_id, target_id }) => [user_id, ...(target_id === null ? [] : [target_id])])
    return {
      audit_log_entries: entries.map(auditEntryObject),
      users: yield* usersOf([...new Set(people)]),
      ...(yield* namedBy(bot.guild_id, entries))
    }
  })
)

const isWanted = (entry: AuditEntry, { user_id, target_id, action_type, before, after }: Wanted): boolean =>
  (user_id === undefined || entry.user_id === user_id) &&
  (target_id === undefined || entry.target_id === target_id) &&
  (action_type === undefined || entry.action_type === action_type) &&
  (before === undefined || BigInt(entry.id) < BigInt(before)) &&
  (after === undefined || BigInt(entry.id) > BigInt(after))
