/**
 * A World as a world file: nested as people write it, every value given, in the order of ids. Decoding it gives the
 * same World again. Fixture tokens are in clear, issued ones are hashes (decision 44).
 */
import { formatTime } from "../base/IsoTime.ts"
import type { Listed, World } from "../record/World.ts"
import { type Element, type Rooted, sorted } from "./element/Element.ts"
import { ROOTS } from "./element/Elements.ts"
import { fileOf, holderOf } from "./WorldElement.ts"

/** The top-level fields of a world file, in its order. */
export const PARTS = [
  "now",
  "automatic_launch",
  // Object.keys widens the names of the table to string.
  ...(Object.keys(ROOTS) as ReadonlyArray<keyof typeof ROOTS>)
] as const

export type WorldPart = (typeof PARTS)[number]

/** The lists of records that a field of the file shows. */
export const listsIn = (part: WorldPart): ReadonlyArray<Listed> => {
  if (part === "now" || part === "automatic_launch") return []
  const root: Element = ROOTS[part]
  return [root.list, ...Object.values(root.holds ?? {}).map(({ list }) => list)]
}

/** A JSON value in the shape of product.md "World file", with these fields of it. */
export const exportWorld = (world: World, parts: ReadonlyArray<WorldPart> = PARTS): unknown => {
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
    return keyed ? Object.fromEntries(elements) : elements.map(([, element]) => element)
  }
  const partOf = (part: WorldPart): unknown => {
    if (part === "now") return world.now === null ? null : formatTime(world.now)
    return part === "automatic_launch" ? world.automatic_launch : listOf(ROOTS[part])
  }
  const asked = new Set(parts)
  return Object.fromEntries(PARTS.filter((part) => asked.has(part)).map((part) => [part, partOf(part)]))
}
