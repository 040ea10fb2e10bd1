/** Removes faulty places from a value. */
import type { Path } from "../error/Fault.ts"

/** A copy without the values at `paths`. In a list `{}` replaces the value, so that the others keep their positions. */
export const prune = (input: unknown, paths: ReadonlyArray<Path>): unknown => cut(input, cutsOf(paths))

/** Places to remove, as a tree, so that pruning is one walk. */
interface Cuts extends Map<string, Cuts | "cut"> {}

const cutsOf = (paths: ReadonlyArray<Path>): Cuts => {
  const root: Cuts = new Map()
  for (const path of paths) {
    let node = root
    for (const [i, key] of path.entries()) {
      const name = String(key)
      const next = i === path.length - 1 ? "cut" : (node.get(name) ?? new Map())
      node.set(name, next)
      if (next === "cut") break
      node = next
    }
  }
  return root
}

const cut = (input: unknown, cuts: Cuts): unknown => {
  if (Array.isArray(input)) {
    const copy = [...input]
    for (const [key, below] of cuts) copy[Number(key)] = below === "cut" ? {} : cut(copy[Number(key)], below)
    return copy
  }
  if (typeof input !== "object" || input === null) return input
  // Not written anew field by field, because a hostile body has very many of them.
  const copy: Record<string, unknown> = { ...input }
  for (const [key, below] of cuts) {
    if (!Object.hasOwn(copy, key)) continue
    if (below === "cut") delete copy[key]
    else copy[key] = cut(copy[key], below)
  }
  return copy
}
