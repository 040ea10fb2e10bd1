/**
 * Reads what can be read of a damaged data file and its journals, and leaves them unchanged. Where the walk through the
 * table ends at a damaged page, it goes on from the other end, and from keys between the two.
 */
import type { DatabaseSync } from "node:sqlite"
import { isKey } from "@backlot/ports/Bounds"
import type { Entry, StorageUnusable } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { checked, Damage, damageOf, kindOf } from "./Checksum.ts"
import { readDamaged } from "./DataFile.ts"
import { refuse, toUnusable } from "./Refusal.ts"
import { changesBeside } from "./SalvagedJournals.ts"
import * as Schema from "./Schema.ts"

export interface Salvaged {
  readonly entries: ReadonlyArray<Entry>
  /** The rows had checksums: each entry is what was written. */
  readonly isChecked: boolean
  /** A sentence for each part that could not be read, and for each fault of the file. */
  readonly lost: ReadonlyArray<string>
}

/** Fails if nothing can be read. */
export const salvage = (file: string): Effect.Effect<Salvaged, StorageUnusable> =>
  Effect.try({
    try: () => {
      const found = readDamaged(file, readAll)
      if (found.entries.length === 0) throw new Damage("no row can be read")
      return found
    },
    catch: (cause) => {
      const error = toUnusable(file, cause)
      return error.reason === "damaged"
        ? refuse(file, "damaged", new Damage(`nothing can be saved: ${textOf(cause)}`))
        : error
    }
  })

/** Positions between damaged pages at which reading is tried again. */
const SEEKS = 1_000
/** Faults of the structure that are told. */
const FAULTS = 5

/** The rows between two keys that were read; undefined is the beginning or the end. */
type Gap = readonly [after: string | undefined, before: string | undefined]

/** The rows of the file, with the changes of its journals over them. */
const readAll = (database: DatabaseSync, base: string): Salvaged => {
  const { state, lost: unknown } = stateIn(database)
  const { changes, lost: missed } = changesBeside(base, state)
  const { found, isChecked, lost } = rowsIn(database, changes.length > 0)
  for (const [key, row] of changes) {
    if (row === null) found.delete(key)
    else found.set(key, row)
  }
  const entries = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return { entries, isChecked, lost: [...lost, ...unknown, ...missed] }
}

const stateIn = (
  database: DatabaseSync
): { readonly state?: Schema.State | undefined; readonly lost: Array<string> } => {
  try {
    return { state: Schema.stateOf(database), lost: [] }
  } catch (cause) {
    if (toUnusable("", cause).reason !== "damaged") throw cause
    return { lost: [textOf(cause)] }
  }
}

interface Rows {
  readonly found: Map<string, string>
  readonly isChecked: boolean
  readonly lost: ReadonlyArray<string>
}

/** With journals, a file whose table cannot be found is a file of which nothing can be read. */
const rowsIn = (database: DatabaseSync, hasMore: boolean): Rows => {
  try {
    return readable(database)
  } catch (cause) {
    if (!hasMore || damageOf(cause) === undefined) throw cause
    return { found: new Map(), isChecked: true, lost: [`the file without its journals: ${textOf(cause)}`] }
  }
}

const readable = (database: DatabaseSync): Rows => {
  const isChecked = Schema.hasSums(database)
  const found = new Map<string, string>()
  const changed = new Map<string, Set<unknown>>()

  const take = ({ key, sum, value }: Record<string, unknown>): string | undefined => {
    // No row of the port, and read before.
    if (key === Schema.STATE) return Schema.STATE
    if (isChecked ? isWhole(key, sum, value) : isLikely(key, value)) {
      // A whole row has a key and a value that are text.
      found.set(key as string, value as string)
      return key as string
    }
    const kind = kindOf(key)
    changed.set(kind, (changed.get(kind) ?? new Set()).add(key))
    return undefined
  }
  /** The last key that was read before the walk reached `end` or damage. */
  const walk = (sql: string, parameters: ReadonlyArray<string>, isPast: (key: string) => boolean) => {
    let last: string | undefined
    try {
      for (const row of database.prepare(sql).iterate(...parameters)) {
        last = take(row) ?? last
        if (last !== undefined && isPast(last)) return { last, isDone: true }
      }
      return { last, isDone: true }
    } catch (cause) {
      if (damageOf(cause) === undefined) throw cause
      return { last, isDone: false }
    }
  }

  const columns = isChecked ? "key, sum, value" : "key, value"
  const never = () => false
  const up = walk(`SELECT ${columns} FROM kv ORDER BY key`, [], never)
  const down = up.isDone ? up : walk(`SELECT ${columns} FROM kv ORDER BY key DESC`, [], never)
  const gaps: Array<Gap> = up.isDone ? [] : [[up.last, down.last]]
  const unread: Array<Gap> = []
  // The oldest gap first, so that all parts of the file get their turn.
  for (let seeks = 0; gaps.length > 0; seeks++) {
    const [gap] = gaps.splice(0, 1)
    if (gap === undefined) break
    const [after, before] = gap
    const middle = between(after ?? "", before ?? "\x7f")
    if (middle === undefined || seeks >= SEEKS) {
      unread.push(gap)
      continue
    }
    const right = walk(
      `SELECT ${columns} FROM kv WHERE key >= ? ORDER BY key`,
      [middle],
      (key) => before !== undefined && key >= before
    )
    const left = walk(
      `SELECT ${columns} FROM kv WHERE key < ? ORDER BY key DESC`,
      [middle],
      (key) => after !== undefined && key <= after
    )
    if (!left.isDone) gaps.push([after, left.last ?? middle])
    if (!right.isDone) gaps.push([right.last ?? middle, before])
  }
  return { found, isChecked, lost: [...faults(database), ...changedOf(changed), ...unreadOf(unread)] }
}

const isWhole = (key: unknown, sum: unknown, value: unknown): boolean => {
  try {
    checked(key, sum, value)
    return true
  } catch {
    return false
  }
}

/** Without a checksum, a row is taken as whole if it has the form of one: records are JSON, other values any text. */
const isLikely = (key: unknown, value: unknown): boolean => {
  if (typeof key !== "string" || typeof value !== "string" || !isKey(key)) return false
  try {
    if (value.startsWith("{") || value.startsWith("[")) JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** A key strictly between two, about in the middle. */
const between = (after: string, before: string): string | undefined => {
  let at = 0
  while (at < after.length && after[at] === before[at]) at++
  const low = at < after.length ? after.charCodeAt(at) : 0x20
  const high = at < before.length ? before.charCodeAt(at) : 0x20
  const middle =
    high - low > 1
      ? after.slice(0, at) + String.fromCharCode(Math.floor((low + high) / 2))
      : `${after.slice(0, at + 1)}${halfOf(after.slice(at + 1))}`
  return after < middle && middle < before ? middle : undefined
}

/** A text above this one, half way to the largest that begins alike. */
const halfOf = (rest: string): string => {
  const at = [...rest].findIndex((c) => c < "~")
  if (at < 0) return `${rest}P`
  return rest.slice(0, at) + String.fromCharCode(Math.ceil((rest.charCodeAt(at) + 0x7e) / 2))
}

const faults = (database: DatabaseSync): ReadonlyArray<string> => {
  try {
    return database
      .prepare(`PRAGMA integrity_check(${FAULTS})`)
      .all()
      .flatMap((row) => String(Object.values(row)[0]).split("\n"))
      .filter((text) => text !== "ok")
      .map((text) => `the structure of the file: ${text}`)
  } catch (cause) {
    return [`the structure of the file: ${textOf(cause)}`]
  }
}

const changedOf = (changed: ReadonlyMap<string, ReadonlySet<unknown>>) =>
  [...changed].map(([kind, { size }]) => `rows of the kind "${kind}" that are not what was written: ${size}`)

/** Gaps that touch are one. */
const unreadOf = (gaps: ReadonlyArray<Gap>): ReadonlyArray<string> => {
  const kinds = gaps.map(([after, before]) => {
    const [from, to] = [after, before].map((key) => (key === undefined ? undefined : kindOf(key)))
    return from === to
      ? `"${from ?? "any"}"`
      : `${from === undefined ? "the first" : `"${from}"`} to ${to === undefined ? "the last" : `"${to}"`}`
  })
  return [...new Set(kinds)].map((kind) => `rows that cannot be read, of the kind ${kind}`)
}

const textOf = (cause: unknown): string => damageOf(cause) ?? (cause instanceof Error ? cause.message : String(cause))
