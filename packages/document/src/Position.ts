/** Positions in the text of a YAML document. */
import type { Path } from "@backlot/domain/error/Fault"
import { type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, type LineCounter } from "yaml"

/** Both count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Locates a field at its name and a list element at its beginning; a missing one at its parent. */
export const locateIn =
  (document: Document.Parsed, lines: LineCounter) =>
  (path: Path): Position => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const key of path) {
      const step = child(isAlias(node) ? node.resolve(document) : node, key)
      if (step === undefined) break
      node = step.value
      offset = step.offset ?? offset
    }
    return positionAt(lines, offset)
  }

export const positionAt = (lines: LineCounter, offset: number): Position => {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

const child = (node: unknown, key: string | number) => {
  if (isSeq(node)) {
    const value = node.items[Number(key)]
    return value === undefined ? undefined : { value, offset: startOf(value) }
  }
  if (!isMap(node)) return undefined
  const pair = node.items.find((item) => isPair(item) && nameOf(item.key) === String(key))
  return pair === undefined ? undefined : { value: pair.value, offset: startOf(pair.key) }
}

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key)

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)
