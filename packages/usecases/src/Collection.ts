/**
 * A typed collection over the ordered key-value port: name, key, value, unique and secondary keys, declared once.
 * Values are stored as their JSON text, in wire shape and key order. All effects run inside a transaction.
 * Source: architecture.md "Storage".
 */

import { pad, type Snowflake } from "@backlot/domain/Snowflake"
import { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"

/** A part of a key: an id in fixed width, or text in ASCII. */
export type KeyPart = string & { readonly KeyPart: unique symbol }

// The brand exists only for the compiler.
const part = (text: string) => text as KeyPart

export const id = (value: Snowflake): KeyPart => part(pad(value))

/** A whole number from 0 up. */
export const number = (value: number): KeyPart => {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a number of a key: ${value}`)
  return part(String(value).padStart(20, "0"))
}

/** Any text, without the separator and in ASCII; well-formed UTF-16 or not. */
export const text = (value: string): KeyPart =>
  part(value.replace(/[^A-Za-z0-9_.-]/g, (c) => `~${c.charCodeAt(0).toString(16).padStart(4, "0")}`))

type Key = ReadonlyArray<KeyPart>

interface Options<A> {
  readonly name: string
  readonly key: (value: A) => Key
  /** Secondary keys; `undefined` leaves a value out of the index. */
  readonly indexes?: Readonly<Record<string, (value: A) => Key | undefined>>
}

export interface Collection<A> {
  readonly name: string
  readonly get: (...key: Key) => Effect.Effect<A | undefined, never, Transaction>
  readonly getMany: (keys: ReadonlyArray<Key>) => Effect.Effect<ReadonlyArray<A | undefined>, never, Transaction>
  /** All values whose key begins with these parts, in key order. */
  readonly list: (key: Key, limit?: number) => Effect.Effect<ReadonlyArray<A>, never, Transaction>
  /** The newest `limit` values in key order, oldest of them first. */
  readonly last: (key: Key, limit: number) => Effect.Effect<ReadonlyArray<A>, never, Transaction>
  /** Values that an index leads to, in key order. */
  readonly by: (index: string, ...key: Key) => Effect.Effect<ReadonlyArray<A>, never, Transaction>
  readonly put: (value: A) => Effect.Effect<void, never, Transaction>
  readonly delete: (...key: Key) => Effect.Effect<void, never, Transaction>
}

export const collection = <A>(options: Options<A>): Collection<A> => {
  const indexes = Object.entries(options.indexes ?? {})
  const primary = (key: Key) => `${options.name}/${key.join("/")}`
  const indexKey = (index: string, key: Key, target: string) => `${options.name}.${index}/${key.join("/")}>${target}`
  const entriesOf = (value: A, target: string) =>
    indexes.flatMap(([index, keyOf]) => {
      const key = keyOf(value)
      return key === undefined ? [] : [indexKey(index, key, target)]
    })

  const unindex = Effect.fnUntraced(function* (target: string, keep: ReadonlyArray<string>) {
    const tx = yield* Transaction
    const before = parse<A>(yield* tx.get(target))
    if (before === undefined) return
    for (const entry of entriesOf(before, target)) if (!keep.includes(entry)) yield* tx.delete(entry)
  })

  return {
    name: options.name,
    get: (...key) => Effect.flatMap(Transaction, (tx) => Effect.map(tx.get(primary(key)), parse<A>)),
    getMany: (keys) =>
      Effect.flatMap(Transaction, (tx) => Effect.map(tx.getMany(keys.map(primary)), (found) => found.map(parse<A>))),
    list: (key, limit) =>
      Effect.flatMap(Transaction, (tx) =>
        Effect.map(tx.list({ prefix: prefixOf(options.name, key) }, limit === undefined ? {} : { limit }), (rows) =>
          rows.map(([, value]) => parseStored<A>(value))
        )
      ),
    last: (key, limit) =>
      Effect.flatMap(Transaction, (tx) =>
        Effect.map(tx.list({ prefix: prefixOf(options.name, key) }, { limit, reverse: true }), (rows) =>
          rows.map(([, value]) => parseStored<A>(value)).reverse()
        )
      ),
    by: Effect.fnUntraced(function* (index, ...key) {
      const tx = yield* Transaction
      const rows = yield* tx.list({ prefix: indexKey(index, key, "") })
      const found = yield* tx.getMany(rows.map(([entry]) => entry.slice(entry.indexOf(">") + 1)))
      return found.flatMap((value) => (value === undefined ? [] : [parseStored<A>(value)]))
    }),
    put: Effect.fnUntraced(function* (value) {
      const tx = yield* Transaction
      const target = primary(options.key(value))
      if (indexes.length > 0) {
        const entries = entriesOf(value, target)
        yield* unindex(target, entries)
        for (const entry of entries) yield* tx.put(entry, "")
      }
      yield* tx.put(target, JSON.stringify(value))
    }),
    delete: Effect.fnUntraced(function* (...key) {
      const tx = yield* Transaction
      const target = primary(key)
      if (indexes.length > 0) yield* unindex(target, [])
      yield* tx.delete(target)
    })
  }
}

const prefixOf = (name: string, key: Key) => `${name}/${key.map((k) => `${k}/`).join("")}`

const parse = <A>(text: string | undefined): A | undefined => (text === undefined ? undefined : parseStored<A>(text))

// Only `put` writes these keys, with values of type A: what was decoded at the door is not decoded again.
const parseStored = <A>(text: string): A => JSON.parse(text) as A
