/** Rules as data: every broken rule is reported at once. Source: architecture.md "One request in a straight line" 5. */
import { type Fault, fault, type Path, under } from "../error/Fault.ts"
import type { FormError } from "../error/FormError.ts"

/** The faults of one subject, with paths relative to it. */
export type Judge<Subject> = (subject: Subject) => ReadonlyArray<Fault>

/** Judges by every rule of a table, in its order. A key is the requirement, in the words of the specification. */
export const rules = <Subject>(table: Readonly<Record<string, Judge<Subject>>>): Judge<Subject> => {
  const judges = Object.values(table)
  return (subject) => {
    let found = none
    for (const judge of judges) found = joined(found, judge(subject))
    return found
  }
}

export const none: ReadonlyArray<Fault> = []

/** One fault at `path` for an error, none without one. */
export const at = (path: Path, error: FormError | null | undefined): ReadonlyArray<Fault> =>
  error == null ? none : [fault(path, error)]

/** Every fault of every item, at the item's place in the list `field`. */
export const judgeEach = <Item>(
  field: string,
  items: ReadonlyArray<Item>,
  judgeItem: (item: Item, index: number) => ReadonlyArray<Fault>
): ReadonlyArray<Fault> =>
  gather(items, (item, index) => {
    const faults = judgeItem(item, index)
    return faults.length === 0 ? faults : under([field, index], faults)
  })

/** Makes a predicate that is true for a key that it has seen before; a missing key never repeats. */
export const repetition = () => {
  const seen = new Set<unknown>()
  return <Key>(key: Key): key is NonNullable<Key> => {
    if (key === undefined || key === null) return false
    const known = seen.has(key)
    seen.add(key)
    return known
  }
}

/** Concatenation that allocates nothing without faults. */
export const gather = <Item>(
  items: ReadonlyArray<Item>,
  faultsOf: (item: Item, index: number) => ReadonlyArray<Fault>
): ReadonlyArray<Fault> => {
  let found = none
  let index = 0
  for (const item of items) found = joined(found, faultsOf(item, index++))
  return found
}

const joined = (found: ReadonlyArray<Fault>, more: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  more.length === 0 ? found : found.length === 0 ? more : found.concat(more)
