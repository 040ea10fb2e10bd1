/** Compares two worlds, element by element: what to write, and what happened. */
import type { Listed, Lists, World } from "../record/World.ts"
import { type Element, isSame } from "./element/Element.ts"
import { LIST_NAMES, STORED } from "./element/Elements.ts"

/** New without `before`, removed without `after`. */
export interface Change<A> {
  readonly before?: A
  readonly after?: A
}

/** The records that went. */
export const removed = <A>(changes: ReadonlyArray<Change<A>>): ReadonlyArray<A> =>
  changes.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []))

/** Messages are left out: they go with their channels and lobbies, and no edit changes them otherwise. */
type Compared = Exclude<Listed, "messages">

export type Changes = { readonly [L in Compared]: ReadonlyArray<Change<World[L][number]>> }

/** In the order of the world after; what was removed comes last. */
export const changesBetween = (before: World, after: World): Changes => {
  const changes: { [list: string]: ReadonlyArray<unknown> } = {}
  for (const list of COMPARED) changes[list] = before[list] === after[list] ? NONE : listChanges(list, before, after)
  // Each list is compared by its own element.
  return changes as unknown as Changes
}

const NONE: ReadonlyArray<never> = []

const COMPARED = LIST_NAMES.filter((list) => list !== "messages")

const listChanges = <L extends Compared>(list: L, before: Lists, after: Lists) =>
  changed<World[L][number]>(before[list], after[list], STORED[list])

const changed = <A extends object>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  stored: Element<A>
): ReadonlyArray<Change<A>> => {
  const key = (item: A) => stored.key(item).join("/")
  const there = new Map(before.map((item) => [key(item), item]))
  const stay = new Set(after.map(key))
  return [
    ...after.flatMap((item): ReadonlyArray<Change<A>> => {
      const was = there.get(key(item))
      if (was === undefined) return [{ after: item }]
      return isSame(was, item) ? [] : [{ before: was, after: item }]
    }),
    ...before.flatMap((item) => (stay.has(key(item)) ? [] : [{ before: item }]))
  ]
}
