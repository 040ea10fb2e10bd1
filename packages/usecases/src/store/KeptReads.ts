/**
 * What was read is kept until one of the kinds of rows that it was read from is written. When other processes write to
 * the same store, nothing is kept. Kept because a small GET spends most of its time on reads that give the same again:
 * who the caller is, and what the caller reads. Source: architecture.md "One request in a straight line".
 */
import * as Limits from "@backlot/domain/base/Limits"
import { ReadLog, type ReadNote, Storage } from "@backlot/ports/Storage"
import { Context, Effect, Layer } from "effect"

interface Kept {
  readonly value: unknown
  /** What the value was read from. */
  readonly note: ReadNote
}

export class KeptReads extends Context.Service<KeptReads, ReturnType<typeof makeReads>>()("./KeptReads.ts") {}

export const layer: Layer.Layer<KeptReads, never, Storage> = Layer.effect(KeptReads, Effect.map(Storage, makeReads))

function makeReads({ revision }: Pick<Storage["Service"], "revision">) {
  // Two generations: a used read moves to the young one; when that is full, the old one is dropped.
  let young = new Map<string, Kept>()
  let old = new Map<string, Kept>()
  let characters = 0

  const isValid = ({ kinds, revision: then }: ReadNote) => revision?.(kinds) === then

  const set = (key: string, kept: Kept, weight: number) => {
    if (characters + weight > Limits.ready.reads) {
      old = young
      young = new Map()
      characters = 0
    }
    young.set(key, kept)
    characters += weight
  }

  return {
    /** What is kept under this key, if it is valid. */
    find: (key: string): Kept | undefined => {
      const kept = young.get(key) ?? old.get(key)
      return kept !== undefined && isValid(kept.note) ? kept : undefined
    },
    /** Keeps a value that was read by the transactions of these notes. */
    keep: (key: string, value: unknown, weight: number, notes: ReadonlyArray<ReadNote>): void => {
      // Without a note it is not known what to watch. Something may have been written since.
      if (revision === undefined || notes.length === 0 || !notes.every(isValid)) return
      const kinds = [...new Set(notes.flatMap((note) => note.kinds))]
      set(key, { value, note: { kinds, revision: revision(kinds) } }, key.length + weight)
    }
  }
}

export interface Reader<A> {
  /** Gives what is kept under this key, or reads it and keeps it. A failure is not kept. */
  <E, R>(key: string, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | KeptReads>
  /** What is kept under this key, if it is valid. */
  readonly find: (reads: KeptReads["Service"], key: string) => A | undefined
}

/**
 * Makes a read that is kept. `name` is its own. `weigh` gives the characters of a value. The key must contain everything
 * but the store that the value depends on.
 */
export const reader = <A>(name: string, weigh: (value: A) => number): Reader<A> => {
  // Only this reader keeps values under its name.
  const contentOf = ({ value }: Kept) => value as A
  const placeOf = (key: string) => `${name}\n${key}`
  const read = <E, R>(key: string, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | KeptReads> =>
    Effect.withFiber((fiber) =>
      Effect.flatMap(KeptReads, (reads) => {
        const place = placeOf(key)
        const outer = fiber.getRef(ReadLog)
        const found = reads.find(place)
        if (found !== undefined) {
          outer?.push(found.note)
          return Effect.succeed(contentOf(found))
        }
        const notes: Array<ReadNote> = []
        return Effect.map(Effect.provideService(read, ReadLog, notes), (value) => {
          outer?.push(...notes)
          reads.keep(place, value, weigh(value), notes)
          return value
        })
      })
    )
  const find = (reads: KeptReads["Service"], key: string) => {
    const found = reads.find(placeOf(key))
    return found === undefined ? undefined : contentOf(found)
  }
  return Object.assign(read, { find })
}
