/** The world as the lines of a tree: groups of a kind, the elements in each, and the groups of what those hold. */
import { TARGET_KINDS } from "@backlot/domain/record/Kind"
import type { World } from "../../api/Queries.ts"
import type { Names } from "../part/Names.tsx"
import { readable } from "./About.ts"
import { type Element, elementsOf, heldBy, holderOf, idOf, type Kind } from "./Elements.ts"
import { ABOUT } from "./Kinds.ts"

export interface Branch {
  readonly key: string
  readonly depth: number
  readonly name: string
  readonly note: string
  /** Of a group: how many it holds. */
  readonly count?: number
  readonly open?: boolean
  /** Where the element is shown. */
  readonly to?: string
  /** What a group can have one more of. */
  readonly adds?: string
  readonly kind: Kind
}

/** The kinds at the top of the world. */
export const TOP: ReadonlyArray<Kind> = TARGET_KINDS.filter((kind) => holderOf(kind) === undefined)

/** Guilds are always listed: nearly everything is in one. */
const LISTED = "guild"

/** Every line that can be seen; with a query, every element that fits, with what it is in. */
export const branchesOf = (
  world: World,
  names: Names,
  isOpen: (key: string) => boolean,
  query: string
): ReadonlyArray<Branch> => {
  const low = query.toLowerCase()

  const group = (kind: Kind, holder: object, within: ReadonlyArray<string>, depth: number): ReadonlyArray<Branch> => {
    const address = within.length === 0 ? "" : `/${within.join("/")}`
    const listed = elementsOf(kind, holder)
    const elements = ABOUT[kind].reversed === true ? listed.toReversed() : listed
    const key = `${kind}s${address}`
    const open = low !== "" || kind === LISTED || isOpen(key)
    const lines = open ? elements.flatMap((element) => leaf(kind, element, within, depth + 1)) : []
    if (low !== "" && lines.length === 0) return []
    const count = low === "" ? elements.length : lines.filter((line) => line.depth === depth + 1).length
    return [
      { ...{ key, depth, name: ABOUT[kind].many, note: "", count, open }, kind, adds: `new/${kind}${address}` },
      ...lines
    ]
  }

  const leaf = (kind: Kind, element: Element, within: ReadonlyArray<string>, depth: number): ReadonlyArray<Branch> => {
    const read = readable(element)
    const id = idOf(kind, element)
    const { name, note = id } = ABOUT[kind].line(read, names)
    const to = [kind, ...within, id].join("/")
    const held = heldBy(kind)
    const open = low !== "" || isOpen(to)
    const inner = open ? held.flatMap((each) => group(each, element, [id], depth + 1)) : []
    if (low !== "" && inner.length === 0 && !`${name} ${note}`.toLowerCase().includes(low)) return []
    return [{ key: to, depth, name, note, to, kind, ...(held.length === 0 ? {} : { open }) }, ...inner]
  }

  return TOP.flatMap((kind) => group(kind, world, [], 0))
}
