/** The line diff of a failed step: expected beside actual, limited to the fields that the step expects. */
import { diffArrays } from "diff"
import { type Fields, isPlain } from "../Fields.ts"
import { formatValue } from "./DescribeValue.ts"
import { linesOf, restrict } from "./DiffShown.ts"
import { hasOperators } from "./MatchOperators.ts"
import { formatMismatch, type Mismatch } from "./Mismatch.ts"

export interface DiffLine {
  /** `-` is expected, `+` is actual, a space is both. */
  readonly sign: " " | "-" | "+"
  readonly text: string
}

export interface DiffOptions {
  /** What the step expects, and its outcome. The mismatches decide which parts differ. */
  readonly expected?: unknown
  readonly actual?: unknown
  readonly mismatches: ReadonlyArray<Mismatch>
}

/** Never empty when there are mismatches. Lines near a change stay; each gap becomes one `…`. */
export const diffOf = ({ expected, actual, mismatches }: DiffOptions): ReadonlyArray<DiffLine> => {
  const [left, right] = project(expected, actual, treeOf(mismatches))
  const lines = compare(shown(left), shown(right))
  return lines.some(({ sign }) => sign !== " ") ? nearChanges(lines) : mismatches.flatMap(inWords)
}

export const formatDiff = (
  lines: ReadonlyArray<DiffLine>,
  { colours = false }: { readonly colours?: boolean } = {}
): string =>
  lines
    .map(({ sign, text }) => {
      if (!colours) return `${sign} ${text}`.trimEnd()
      const [on, off] = COLOURS[sign]
      return `\u001b[${on}m${sign} ${text}\u001b[${off}m`
    })
    .join("\n")

/** Green, red and dim, as terminals begin and end them. */
const COLOURS = { "-": [32, 39], "+": [31, 39], " ": [2, 22] } as const

/** An object whose fields are all undefined has no lines. */
const shown = (side: unknown): ReadonlyArray<string> =>
  isPlain(side) && Object.values(side).every((one) => one === undefined) ? [] : linesOf(side)

const compare = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): ReadonlyArray<DiffLine> => {
  const lines: Array<DiffLine> = []
  let removed: ReadonlyArray<string> = []
  for (const part of diffArrays([...left], [...right])) {
    if (part.removed) {
      removed = part.value
      continue
    }
    lines.push(...pair(removed, part.added ? part.value : []))
    removed = []
    if (!part.added) lines.push(...part.value.map((text): DiffLine => ({ sign: " ", text })))
  }
  return [...lines, ...pair(removed, [])]
}

/** The lines of one field or list element, and its name. */
interface Chunk {
  readonly key: string
  readonly lines: ReadonlyArray<string>
}

/** Each removed field is followed by the added lines of the same field; the rest comes last. */
const pair = (removed: ReadonlyArray<string>, added: ReadonlyArray<string>): ReadonlyArray<DiffLine> => {
  const left = [...chunksOf(added)]
  const paired = chunksOf(removed).flatMap(({ key, lines }) => {
    const at = left.findIndex((chunk) => chunk.key === key)
    const [counterpart] = at === -1 ? [] : left.splice(at, 1)
    return [...signed("-", lines), ...signed("+", counterpart?.lines ?? [])]
  })
  return [...paired, ...left.flatMap(({ lines }) => signed("+", lines))]
}

const signed = <S extends "-" | "+">(sign: S, lines: ReadonlyArray<string>) => lines.map((text) => ({ sign, text }))

/** Lines indented deeper than the first line of a chunk belong to it. */
const chunksOf = (lines: ReadonlyArray<string>): ReadonlyArray<Chunk> => {
  const chunks: Array<{ key: string; lines: Array<string> }> = []
  let depth = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const indent = line.length - line.trimStart().length
    const last = chunks.at(-1)
    if (last !== undefined && indent > depth) {
      last.lines.push(line)
      continue
    }
    chunks.push({ key: /^ *(?:- )?[^:]*:/.exec(line)?.[0] ?? "", lines: [line] })
    depth = indent
  }
  return chunks
}

interface Tree {
  readonly here: ReadonlyArray<Mismatch>
  readonly below: ReadonlyMap<string | number, Tree>
}

const treeOf = (mismatches: ReadonlyArray<Mismatch>, depth = 0): Tree => {
  const groups = Map.groupBy(
    mismatches.filter(({ path }) => path.length > depth),
    // Only longer paths are grouped.
    ({ path }) => path[depth] as string | number
  )
  return {
    here: mismatches.filter(({ path }) => path.length === depth),
    below: new Map([...groups].map(([key, group]) => [key, treeOf(group, depth + 1)]))
  }
}

type Sides = readonly [left: unknown, right: unknown]

/** Expected and actual, as values to show. Where nothing differs, both are the actual value. */
const project = (expected: unknown, actual: unknown, tree: Tree | undefined): Sides => {
  if (tree === undefined) return same(restrict(actual, [expected]))
  const [first] = tree.here
  if (first !== undefined) return sidesOf(first, expected)
  if (isPlain(expected) && !hasOperators(expected) && (isPlain(actual) || actual === undefined)) {
    return projectFields(expected, actual ?? {}, tree)
  }
  const both = Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length
  return both ? projectElements(expected, actual, tree) : sketch(tree)
}

/** If both sides print the same lines, the actual side states the mismatch: bob does not see the message. */
const sidesOf = (mismatch: Mismatch, expected: unknown = mismatch.expected): Sides => {
  const actual = restrict(mismatch.actual, [expected])
  const alike = linesOf(expected).join("\n") === linesOf(actual).join("\n")
  return [expected, alike ? formatMismatch({ ...mismatch, path: [] }) : actual]
}

const same = (value: unknown): Sides => [value, value]

/** These lists are matched in order with gaps, so indexes of expected and actual elements do not correspond. */
const IN_ORDER: ReadonlySet<string | number> = new Set(["gateway", "events", "trace"])

const projectFields = (expected: Fields, actual: Fields, tree: Tree): Sides => {
  const keys = [...new Set([...Object.keys(expected), ...[...tree.below.keys()].map(String)])]
  const sides = keys.map((key): readonly [string, Sides] => {
    const below = tree.below.get(key)
    if (IN_ORDER.has(key)) return [key, below === undefined ? same(undefined) : sketch(below)]
    return [key, project(expected[key], Object.hasOwn(actual, key) ? actual[key] : undefined, below)]
  })
  const side = (which: 0 | 1) => Object.fromEntries(sides.map(([key, both]) => [key, both[which]]))
  return [side(0), side(1)]
}

const projectElements = (expected: ReadonlyArray<unknown>, actual: ReadonlyArray<unknown>, tree: Tree): Sides => {
  const sides = expected.map((one, index) => project(one, actual[index], tree.below.get(index)))
  return [sides.map(([left]) => left), sides.map(([, right]) => right)]
}

/** Shows only the mismatches, when expected and actual have different shapes. */
const sketch = ({ here: [first], below }: Tree): Sides => {
  if (first !== undefined) return sidesOf(first)
  const sides = [...below].map(([key, tree]) => ({ key, both: sketch(tree) }))
  const side = (which: 0 | 1) => {
    const there = sides.filter(({ both }) => both[which] !== undefined)
    if (there.length === 0) return undefined
    return there.every(({ key }) => typeof key === "number")
      ? there.map(({ both }) => both[which])
      : Object.fromEntries(there.map(({ key, both }) => [String(key), both[which]]))
  }
  return [side(0), side(1)]
}

const CONTEXT = 3

/** Keeps changes and the lines near them; each gap becomes one `…`. */
export const nearChanges = (lines: ReadonlyArray<DiffLine>): ReadonlyArray<DiffLine> => {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== " ")
  )
  return lines.flatMap((line, index) => {
    if (near[index]) return [line]
    return index === 0 || near[index - 1] ? [{ sign: " ", text: "…" } as const] : []
  })
}

const inWords = (mismatch: Mismatch): ReadonlyArray<DiffLine> => [
  { sign: "-", text: formatValue(mismatch.expected) },
  { sign: "+", text: formatMismatch(mismatch) }
]
