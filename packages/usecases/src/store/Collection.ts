/**
 * A typed collection over the ordered key-value port: name, key, value, unique and secondary keys, declared once.
 * Values are stored as their JSON text, in wire shape and key order. Its functions give parts of bodies of transactions.
 * Source: architecture.md "Storage".
 */
import { pad, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import type { Entry, ListOptions, Span } from "@backlot/ports/Storage"
import { memo } from "./Memo.ts"
import { fromStored, toStored } from "./StoredText.ts"
import * as Weights from "./Weights.ts"

/** A part of a key: an id, which is padded to a fixed width, or an escaped text. */
export type KeyPart = Snowflake | Text

interface Text {
  readonly text: string
}

/** The fixed width of an id, as keys have it. */
export const id = pad

/** A whole number from 0. */
export const number = (value: number): KeyPart => {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a number of a key: ${value}`)
  return id(String(value))
}

/** Any text, escaped to ASCII without the separator, even text that is not well-formed UTF-16. */
export const text = (value: string): KeyPart => ({
  text: PLAIN.test(value) ? value : value.replace(NOT_PLAIN, escaped)
})

const escaped = (c: string) => `~${c.charCodeAt(0).toString(16).padStart(4, "0")}`

const ID_LENGTH = 20
const PLAIN = /^[A-Za-z0-9_.-]*$/
const NOT_PLAIN = /[^A-Za-z0-9_.-]/g

const encodePart = (part: KeyPart): string => {
  if (typeof part !== "string") return part.text
  if (part.length > ID_LENGTH) throw new Error("not an id of a key")
  return part.length === ID_LENGTH ? part : pad(part)
}

type Key = ReadonlyArray<KeyPart>

interface Options<A> {
  readonly name: string
  readonly key: (value: A) => Key
  /** Secondary keys; `undefined` leaves a value out of the index. */
  readonly indexes?: Readonly<Record<string, (value: A) => Key | undefined>>
  /** How many characters of stored texts have their parsed values remembered: for values that are read often. */
  readonly ready?: number
  /** A put value equals the value of its stored text, without undefined fields, so it can be remembered. */
  readonly exact?: true
  /** Index entries say what the value weighs; otherwise they are empty. */
  readonly weighed?: true
}

export type Collection<A extends object> = ReturnType<typeof collection<A>>

export const collection = <A extends object>(options: Options<A>) => {
  const indexes = Object.entries(options.indexes ?? {})
  const primary = (key: Key) => `${options.name}/${joined(key)}`
  const indexKey = (index: string, key: Key, target: string) => `${options.name}.${index}/${joined(key)}>${target}`
  /** The index entries in which two values of the primary key `target` differ; undefined is no value. */
  const entriesBetween = (before: A | undefined, after: A | undefined, target: string) => {
    const gone: Array<string> = []
    const added: Array<string> = []
    for (const [index, keyOf] of indexes) {
      const from = before && keyOf(before)
      const to = after && keyOf(after)
      const [old, next] = [from && indexKey(index, from, target), to && indexKey(index, to, target)]
      if (old === next && !options.weighed) continue
      if (old !== undefined && old !== next) gone.push(old)
      if (next !== undefined) added.push(next)
    }
    return { gone, added }
  }

  const ready = options.ready === undefined ? undefined : memo(fromStored<A>, options.ready)
  const stored = ready ?? parse<A>
  const read = (text: string | undefined): A | undefined => (text === undefined ? undefined : stored(text))
  const values = (rows: ReadonlyArray<Entry>): ReadonlyArray<A> => rows.map(([, value]) => stored(value))
  const list = (key: Key, listing: ListOptions) => store.list({ prefix: prefixOf(options.name, key) }, listing)
  const encode = (value: A): string => {
    if (ready === undefined) return JSON.stringify(value)
    const text = toStored(value)
    if (options.exact) ready.remember(text, value)
    return text
  }

  const follow = (prefix: string, listing: ListOptions = {}, isWanted: (target: string) => boolean = () => true) =>
    Body.gen(function* () {
      const rows = yield* store.list({ prefix }, listing)
      const targets = rows.map(([entry]) => entry.slice(entry.indexOf(">") + 1)).filter(isWanted)
      if (targets.length === 0) return []
      const found = yield* store.getMany(targets)
      return found.flatMap((value) => (value === undefined ? [] : [stored(value)]))
    })

  const countUpTo = (limit: number | undefined, index: string, key: Key) =>
    Body.map(store.list({ prefix: prefixOf(`${options.name}.${index}`, key) }, { limit }), (rows) => rows.length)

  const reindex = function* (before: A | undefined, after: A | undefined, target: string, text = "") {
    const { gone, added } = entriesBetween(before, after, target)
    if (gone.length === 0 && added.length === 0) return
    const content = options.weighed ? Weights.written(Weights.weigh(text)) : ""
    for (const entry of gone) yield* store.delete(entry)
    for (const entry of added) yield* store.put(entry, content)
  }

  /** `known` is the value under the same key, null for none; if omitted, it is read. */
  const put = function* (value: A, known?: A | null) {
    const target = primary(options.key(value))
    const text = encode(value)
    if (indexes.length > 0) {
      const before = known === undefined ? read(yield* store.get(target)) : (known ?? undefined)
      yield* reindex(before, value, target, text)
    }
    yield* store.put(target, text)
  }

  const deleteAt = function* (key: Key) {
    const target = primary(key)
    if (indexes.length > 0) yield* reindex(read(yield* store.get(target)), undefined, target)
    yield* store.delete(target)
  }

  return {
    name: options.name,
    /** The key of the row, for rows of several collections that are read together first. */
    rowKey: (...key: Key) => primary(key),
    get: (...key: Key) => Body.map(store.get(primary(key)), read),
    getMany: (keys: ReadonlyArray<Key>) => Body.map(store.getMany(keys.map(primary)), (found) => found.map(read)),
    /** The values that exist under some of these keys, in the order of the keys. Reads nothing for no keys. */
    existing: function* (keys: ReadonlyArray<Key>) {
      if (keys.length === 0) return []
      return (yield* store.getMany(keys.map(primary))).flatMap((text) => read(text) ?? [])
    },
    /** All values whose key begins with these parts, in key order; with `after`, only those after that key. */
    list: (key: Key, limit?: number, after?: Key) =>
      Body.map(list(key, { limit, after: after && primary(after) }), values),
    /** The texts of all values whose key begins with these parts, as stored, in key order. */
    texts: (key: Key) => Body.map(list(key, {}), (rows) => rows.map(([, value]) => value)),
    /** The last `limit` values in key order, in ascending order; with `before`, only those before that key. */
    last: (key: Key, limit: number, before?: Key) =>
      Body.map(list(key, { limit, reverse: true, after: before && primary(before) }), (rows) =>
        values(rows).toReversed()
      ),
    /** The values of an index entry, in key order. */
    by: (index: string, ...key: Key) => follow(indexKey(index, key, "")),
    /** Those among them whose own key has parts that are wanted, each as keys have it. Reads no other value. */
    byWhere: (index: string, key: Key, isWanted: (parts: ReadonlyArray<string>) => boolean) =>
      follow(indexKey(index, key, ""), {}, (target) => isWanted(target.split("/").slice(1))),
    /** One value for each index entry whose key begins with these parts and continues, in the order of the index. */
    firstBy: (index: string, key: Key, limit?: number) => follow(prefixOf(`${options.name}.${index}`, key), { limit }),
    /** The value of the last index entry whose key begins with these parts and continues, in a list of at most one. */
    lastBy: (index: string, key: Key) => follow(prefixOf(`${options.name}.${index}`, key), { limit: 1, reverse: true }),
    /** The values of index entries whose keys are these parts and then a text that begins with `start`. */
    startingWith: (index: string, key: Key, start: string, limit: number) =>
      follow(`${prefixOf(`${options.name}.${index}`, key)}${encodePart(text(start))}`, { limit }),
    /** The number of index entries whose keys begin with these parts. Reads no value. */
    count: (index: string, ...key: Key) => countUpTo(undefined, index, key),
    /** As `count`, but no more than `most` are counted. */
    countUpTo: (most: number, index: string, ...key: Key) => countUpTo(most, index, key),
    /** What the values of index entries with this key weigh together, in bytes. Reads no value. */
    weight: (index: string, ...key: Key) =>
      Body.map(store.list({ prefix: indexKey(index, key, "") }, {}), (rows) =>
        rows.reduce((sum, [, entry]) => sum + Weights.read(entry).bytes, 0)
      ),
    put,
    delete: (...key: Key) => deleteAt(key),
    /** Deletes the value that has the key of this one. */
    remove: (value: A) => deleteAt(options.key(value)),
    /** Puts every value again, for a store written before an index existed. */
    reindex: Body.gen(function* () {
      let rows: ReadonlyArray<Entry> = []
      do {
        rows = yield* list([], { limit: REINDEX_BATCH, after: rows.at(-1)?.[0] })
        for (const value of values(rows)) yield* put(value, null)
      } while (rows.length === REINDEX_BATCH)
    })
  }
}

/** Values held in memory at once. */
const REINDEX_BATCH = 256

/** Rows held in memory at once; one of them can be an upload of many megabytes. */
const DELETE_BATCH = 64

/** Deletes all rows of a span. */
export const deleteRows = function* (span: Span) {
  let found: number
  do {
    const rows = yield* store.list(span, { limit: DELETE_BATCH })
    for (const [key] of rows) yield* store.delete(key)
    found = rows.length
  } while (found === DELETE_BATCH)
}

const joined = (key: Key): string => key.map(encodePart).join("/")

const prefixOf = (name: string, key: Key) => `${name}/${key.map((part) => `${encodePart(part)}/`).join("")}`

// Only `put` writes these keys, with values of type A, so they are not decoded again.
const parse = <A>(text: string): A => JSON.parse(text) as A
