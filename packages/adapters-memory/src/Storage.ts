/** The storage port in memory: a sorted map, copied on write per transaction. Source: architecture.md "Storage". */
import { type Engine, make } from "@backlot/ports/SerialStorage"
import { type Entry, Storage, StorageError } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import type sortedBtree from "sorted-btree"
import { EmptyBTree } from "sorted-btree"

// A CommonJS module: in Node its class is the `default` of its default export, but not in every bundler. Cloning its
// empty tree works everywhere. It compares strings by code unit, which for ASCII is byte order.
type Tree = sortedBtree.default<string, string>
const emptyTree = (): Tree => EmptyBTree.clone()

/** An empty store, which ends with the layer. */
export const layer: Layer.Layer<Storage> = Layer.effect(
  Storage,
  Effect.sync(() => make(makeEngine(), toError))
)

const makeEngine = (): Engine => {
  const tree = emptyTree()
  /** What the current unit of work has replaced, in the order of its writes. */
  let replaced: Array<readonly [key: string, value: string | undefined]> = []

  const put = (key: string, value: string | undefined) => {
    if (value === undefined) tree.delete(key)
    else tree.set(key, value)
  }
  const write = (key: string, value: string | undefined) => {
    replaced.push([key, tree.get(key)])
    put(key, value)
  }

  return {
    get: (key) => tree.get(key),
    list: ({ start, end, limit, reverse }) => {
      if (limit === 0 || start >= end) return []
      return (reverse ? descending : ascending)(tree, start, end, limit ?? Number.POSITIVE_INFINITY)
    },
    put: write,
    delete: (key) => write(key, undefined),
    commit: () => {
      replaced = []
    },
    rollback: () => {
      for (const [key, value] of replaced.reverse()) put(key, value)
      replaced = []
      return true
    }
  }
}

// The tree's own `getRange` returns one entry more than its limit.
const ascending = (tree: Tree, start: string, end: string, limit: number): ReadonlyArray<Entry> => {
  const found: Array<Entry> = []
  tree.forRange(start, end, false, (key, value) => {
    found.push([key, value])
    return found.length === limit ? { break: found.length } : undefined
  })
  return found
}

const descending = (tree: Tree, start: string, end: string, limit: number): ReadonlyArray<Entry> => {
  const found: Array<Entry> = []
  for (const entry of tree.entriesReversed(end, undefined, true)) {
    if (entry[0] < start || found.length === limit) break
    found.push(entry)
  }
  return found
}

const toError = (cause: unknown) => new StorageError({ message: "the store in memory failed", cause })
