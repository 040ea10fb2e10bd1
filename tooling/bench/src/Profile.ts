/**
 * What a CPU profile says of a span of time, by package. A bundle's functions are found by the source map beside it. A
 * native function counts for the package that calls it, but what the storage adapter and `node:fs` call is the write.
 * V8 counts the time in SQLite for the adapter's line that calls it, so such lines are the write as well.
 */
import { existsSync, readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { fileURLToPath } from "node:url"

/** The format of V8's CPU profiles, as far as it is read. Times are microseconds. */
export interface CpuProfile {
  readonly startTime: number
  readonly nodes: ReadonlyArray<ProfileNode>
  /** Ids of nodes. */
  readonly samples: ReadonlyArray<number>
  /** The time before each sample. */
  readonly timeDeltas: ReadonlyArray<number>
}

export interface ProfileNode {
  readonly id: number
  readonly callFrame: CallFrame
  readonly children?: ReadonlyArray<number>
  /** How many samples were on each line of its function; lines count from 1. */
  readonly positionTicks?: ReadonlyArray<{ readonly line: number; readonly ticks: number }>
}

export interface CallFrame {
  readonly functionName: string
  /** Empty for native functions. */
  readonly url: string
  /** From 0, like the column. */
  readonly lineNumber: number
  readonly columnNumber: number
}

/** A span by the monotonic clock in microseconds, which a profile uses too. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Sources {
  /** The source of a function; its URL where there is no source map. */
  readonly sourceOf: (frame: CallFrame) => string
  /** A line of the file that runs, from 1. */
  readonly lineOf: (url: string, line: number) => string
}

export const WRITE = "native write (SQLite, fs)"
export const NODE = "Node's JavaScript (HTTP, streams, timers)"
export const NATIVE = "Node's native code (sockets, parser, event loop)"
export const COLLECTION = "garbage collection"

/** The share of the thread's busy time by part, the largest first. */
export const partsOf = (profile: CpuProfile, span: Span, sources: Sources): ReadonlyArray<Part> => {
  const sharesOf = sharesOfNodes(profile, sources)
  const micros = new Map<string, number>()
  let busy = 0
  for (const { id, length } of samplesIn(profile, span)) {
    for (const [part, share] of sharesOf.get(id) ?? []) {
      micros.set(part, (micros.get(part) ?? 0) + length * share)
      busy += length * share
    }
  }
  return [...micros].map(([name, us]) => ({ name, share: us / busy })).sort((a, b) => b.share - a.share)
}

export interface Part {
  readonly name: string
  /** 0 to 1. */
  readonly share: number
}

/** The samples of a span. A sample lasts until the next one. */
const samplesIn = ({ startTime, samples, timeDeltas }: CpuProfile, { from, to }: Span) => {
  let at = startTime
  return samples.flatMap((id, i) => {
    at += timeDeltas[i] ?? 0
    const end = at + (timeDeltas[i + 1] ?? 0)
    const length = Math.min(end, to) - Math.max(at, from)
    return length > 0 ? [{ id, length }] : []
  })
}

/** The parts of each node, with shares that add up to 1; none for an idle thread. */
const sharesOfNodes = ({ nodes }: CpuProfile, sources: Sources) => {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
  const callerOf = (node: ProfileNode): ProfileNode | undefined => {
    let caller: ProfileNode | undefined = node
    while (caller !== undefined && caller.callFrame.url === "") caller = parents.get(caller.id)
    return caller
  }
  return new Map(nodes.map((node) => [node.id, sharesOf(node, callerOf(node), sources)] as const))
}

const sharesOf = (
  node: ProfileNode,
  caller: ProfileNode | undefined,
  { sourceOf, lineOf }: Sources
): ReadonlyArray<readonly [string, number]> => {
  const { functionName, url } = node.callFrame
  if (url === "" && functionName in INNER) {
    const part = INNER[functionName]
    return part === undefined ? [] : [[part, 1]]
  }
  const source = caller === undefined ? "node:" : sourceOf(caller.callFrame)
  if (!WRITES.test(source)) return [[packageOf(source), 1]]
  if (url === "" || source.startsWith("node:")) return [[WRITE, 1]]
  const { positionTicks = [] } = node
  const all = positionTicks.reduce((sum, { ticks }) => sum + ticks, 0)
  const native = positionTicks.reduce((sum, { line, ticks }) => sum + (CALLS.test(lineOf(url, line)) ? ticks : 0), 0)
  const share = all === 0 ? 0 : native / all
  return [
    [WRITE, share],
    [packageOf(source), 1 - share]
  ]
}

/** V8's own nodes. */
const INNER: Readonly<Record<string, string | undefined>> = {
  "(idle)": undefined,
  "(program)": NATIVE,
  "(root)": NATIVE,
  "(garbage collector)": COLLECTION
}

/** Calls of SQLite and of the file system. */
const CALLS = /\.(?:all|exec|get|iterate|run)\(|(?:fdatasync|fsync|write|writev)Sync\(/

const WRITES = /\/adapters-[a-z]+\/|^node:(?:fs|sqlite)/

/** `effect`, `domain`, `adapters-file`, …, or the name of another library. */
export const packageOf = (source: string): string => {
  if (source.startsWith("node:") || source.startsWith("builtin:")) return NODE
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  if (library !== undefined) return library.startsWith("@effect/") ? "effect" : library
  return /(?:packages|apps)\/([^/]+)\//.exec(source)?.[1] ?? "other"
}

/** Reads each bundle, and the source map beside it, once. */
export const bundles = (): Sources => {
  const maps = new Map<string, SourceMap | undefined>()
  const texts = new Map<string, ReadonlyArray<string>>()
  return {
    sourceOf: ({ url, lineNumber, columnNumber }) => {
      if (!url.startsWith("file:")) return url
      if (!maps.has(url)) maps.set(url, mapBeside(`${fileURLToPath(url)}.map`))
      const found = maps.get(url)?.findEntry(lineNumber, columnNumber)
      return found !== undefined && "originalSource" in found ? found.originalSource : url
    },
    lineOf: (url, line) => {
      if (!url.startsWith("file:")) return ""
      const text = texts.get(url) ?? readFileSync(fileURLToPath(url), "utf8").split("\n")
      texts.set(url, text)
      return text[line - 1] ?? ""
    }
  }
}

const mapBeside = (file: string): SourceMap | undefined =>
  existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined
