/**
 * Takes an element out of a world with all that depends on it, so that the rest breaks no rule; refused where that is
 * not possible. Source: product.md "Control plane". Our choice: docs/choices.md "Control plane".
 */
import { Result } from "effect"
import type { WorldTarget } from "../element/WorldTarget.ts"
import { type Fault, fault } from "../error/Fault.ts"
import type { Listed, Lists, World } from "../record/World.ts"
import type { Element } from "./element/Element.ts"
import { editable, LIST_NAMES, STORED } from "./element/Elements.ts"
import { goneKey, withOwner } from "./field/Gone.ts"
import { recordOf } from "./WorldElement.ts"

/** The world without an element that it has. The fault gives the reason in words. */
export const remove = (world: World, target: WorldTarget): Result.Result<World, ReadonlyArray<Fault>> => {
  const kind = editable(target)
  const because = kind.edit.obstacle?.(world, target)
  const record = recordOf(world, target)
  if (because !== undefined) return Result.fail([fault([], { code: "STILL_NEEDED", message: because })])
  return Result.succeed(record === undefined ? world : without(world, [goneKey(kind.list, ...kind.key(record))]))
}

/** The world without some records, and without all that goes with them (`Element.without`, `Element.takes`). */
export const without = (world: World, removed: Iterable<string>): World => {
  const gone = new Set(removed)
  let left: World = world
  for (let known = 0; known < gone.size; ) {
    known = gone.size
    // Object.fromEntries widens its keys to string; each list keeps its own records.
    left = {
      ...left,
      ...(Object.fromEntries(LIST_NAMES.map((list) => [list, sweep(list, left, gone, world)])) as unknown as Lists)
    }
  }
  return left
}

/** What is left of a list; the same list when all is left. Adds to `gone` what goes. */
const sweep = (list: Listed, { [list]: records }: World, gone: Set<string>, world: World): ReadonlyArray<object> => {
  const kind: Element = STORED[list]
  let changed = false
  const left = records.flatMap((record: object) => {
    const key = goneKey(list, ...kind.key(record))
    const after = gone.has(key) ? undefined : kind.without ? kind.without(record, gone, world) : withOwner(record, gone)
    changed ||= after !== record
    if (after !== undefined) return [after]
    for (const one of [key, ...(kind.takes?.(record, world) ?? [])]) gone.add(one)
    return []
  })
  return changed ? left : records
}
