/** What may occur only once in a world: ids per kind, names, memberships, secrets. */
import type { Fault, Path } from "../../error/Fault.ts"
import { faultAt, type Placed, type PlacedTable } from "./Placed.ts"
import * as WorldError from "./WorldError.ts"

export interface Entry {
  /** Undefined when the element lacks the value; another rule reports that. */
  readonly key: string | null | undefined
  readonly path: Path
  readonly where?: string | undefined
}

/** `P`: the places that the rule compares. */
export interface UniqueRule<P> {
  readonly entries: (places: P, sha256: (text: string) => string) => ReadonlyArray<Entry>
  readonly problem: { readonly code: string; readonly message: string }
}

type Text = string | number | null | undefined

export const by = <T>(
  places: ReadonlyArray<Placed<T>>,
  field: string,
  key: (value: T, place: Placed<T>) => string | null | undefined
): ReadonlyArray<Entry> => places.map((p) => ({ key: key(p.value, p), path: [...p.path, field], where: p.where }))

export const uniqueIds = <P>(what: string, entries: (places: P) => ReadonlyArray<Entry>): UniqueRule<P> => ({
  entries,
  problem: WorldError.duplicateId(what)
})

export const idOf = (places: ReadonlyArray<Placed<{ readonly id?: string | null | undefined }>>) =>
  by(places, "id", (v) => v.id)

/** Ids of one kind. */
export const idsOf = (kind: string): UniqueRule<PlacedTable> => uniqueIds(kind, (p) => idOf(p[kind] ?? []))

/** A value of a field that occurs once in each list of elements of a kind. */
export const onceInList = (kind: string, field: string, sentence: string): UniqueRule<PlacedTable> => ({
  entries: (p) => by(p[kind] ?? [], field, (element, at) => pair(holder(at), Reflect.get(element, field))),
  problem: WorldError.duplicateEntry(sentence)
})

/** Two texts as one key; undefined when one is missing. */
export const pair = (a: Text, b: Text) =>
  a === null || a === undefined || b === null || b === undefined ? undefined : `${a}/${b}`

/** The list that holds an element, as a key. */
export const holder = (place: Placed<unknown>) => place.path.slice(0, -1).join(".")

/** A fault at each element after the first that has the same key. */
export const judgeUnique = (
  rules: ReadonlyArray<UniqueRule<never>>,
  places: PlacedTable,
  sha256: (text: string) => string
): ReadonlyArray<Fault> =>
  rules.flatMap(({ entries, problem }) =>
    // The places have every list that the rules of their kinds compare.
    repeats(entries(places as never, sha256)).map((entry) => faultAt(entry, problem))
  )

/** The entries whose key an earlier entry has. */
export const repeats = <E extends Entry>(entries: ReadonlyArray<E>): ReadonlyArray<E> => {
  const seen = new Set<string>()
  return entries.filter(({ key }) => {
    if (key === null || key === undefined) return false
    const repeated = seen.has(key)
    seen.add(key)
    return repeated
  })
}
