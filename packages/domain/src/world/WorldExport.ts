/**
 * A World as a world file: nested as people write it, every value given, in the order of ids. Decoding it gives the
 * same World again. Fixture tokens are in clear, issued ones are hashes (decision 44).
 */
import { formatTime } from "../base/IsoTime.ts"
import type { Listed, World } from "../record/World.ts"
import { type Element, type Rooted, sorted } from "./element/Element.ts"
import { ROOTS } from "./element/Elements.ts"
import { fileOf, holderOf } from "./WorldElement.ts"

/** A JSON value in the shape of product.md "World file". */
export const exportWorld = (world: World): unknown => {
  const groups = new Map<Listed, ReadonlyMap<unknown, ReadonlyArray<object>>>()
  const heldBy = (list: Listed, of: string, id: string) => {
    const known = groups.get(list)
    const group = known ?? Map.groupBy<unknown, object>(world[list], (record) => holderOf(record, of))
    if (known === undefined) groups.set(list, group)
    return group.get(id) ?? []
  }
  const listOf = (kind: Element & Partial<Rooted<object, object>>) => {
    const { list, fileOrder, keyed } = kind
    const order = fileOrder === undefined ? kind : { key: fileOrder }
    const elements = sorted(order, world[list]).map(
      (record) => [keyed?.by(record), fileOf(kind, record, heldBy)] as const
    )
    return [list, keyed ? Object.fromEntries(elements) : elements.map(([, element]) => element)]
  }
  return {
    now: world.now === null ? null : formatTime(world.now),
    automatic_launch: world.automatic_launch,
    ...Object.fromEntries(Object.values(ROOTS).map(listOf))
  }
}
