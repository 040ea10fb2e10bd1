/** Positions in the text of a YAML document. */
import type { Path } from "@backlot/domain/error/Fault"
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type LineCounter,
  type Pair,
  type YAMLMap
} from "yaml"

/** Both count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Locates a field at its name and a list element at its beginning; a missing one at its parent. */
export const locateIn = (document: Document.Parsed, lines: LineCounter) => {
  // A text may have thousands of faults in one mapping, and behind one alias.
  const named = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>()
  const resolved = new Map<Alias, unknown>()

  const fieldsOf = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const known = named.get(map)
    if (known !== undefined) return known
    // The first of a name counts.
    const fields = new Map(map.items.map((item) => [nameOf(item.key), item] as const).reverse())
    named.set(map, fields)
    return fields
  }

  const target = (node: unknown): unknown => {
    if (!isAlias(node)) return node
    if (!resolved.has(node)) resolved.set(node, node.resolve(document))
    return resolved.get(node)
  }

  const child = (node: unknown, key: string | number) => {
    if (isSeq(node)) {
      const value = node.items[Number(key)]
      return value === undefined ? undefined : { value, offset: startOf(value) }
    }
    if (!isMap(node)) return undefined
    const pair = fieldsOf(node).get(String(key))
    return pair === undefined ? undefined : { value: pair.value, offset: startOf(pair.key) }
  }

  return (path: Path): Position => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const key of path) {
      const step = child(target(node), key)
      if (step === undefined) break
      node = step.value
      offset = step.offset ?? offset
    }
    return positionAt(lines, offset)
  }
}

export const positionAt = (lines: LineCounter, offset: number): Position => {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key)

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)
