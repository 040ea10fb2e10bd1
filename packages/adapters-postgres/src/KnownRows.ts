/**
 * Rows as this process saw them last, each with its version. A transaction may be played on them without asking, because
 * the statement that ends it confirms every version first. Source: architecture.md "Storage" (postgres).
 */
import { createHash } from "node:crypto"
import { generations } from "@backlot/domain/base/Generations"
import type { Bounds } from "@backlot/ports/Bounds"

export interface KnownRow {
  readonly key: string
  /** Undefined where there is no row. */
  readonly value: string | undefined
  /** The number of the transaction that wrote the row; empty where there is none. */
  readonly version: string
}

/** A listing, with its rows in the order of the listing. */
export interface KnownSpan {
  readonly bounds: Bounds
  readonly rows: ReadonlyArray<KnownRow>
}

export type KnownRows = ReturnType<typeof makeKnownRows>

/** Characters that are held, at most, of rows and of spans each. The two generations double it. */
const HELD = 2 ** 24
/** Larger rows, which are files, are not held. */
const LARGE = 2 ** 16
/** A row that is held costs this much besides its text. */
const COST = 100

export const makeKnownRows = () => {
  const rows = generations<KnownRow>(HELD)
  const spans = generations<KnownSpan & { readonly mark: number }>(HELD)
  /** Counts the writes of this process to each place. Places share the marks: what is forgotten needlessly is asked again. */
  const marks = new Uint32Array(4_096)
  const see = (row: KnownRow) => {
    const size = row.key.length + (row.value?.length ?? 0)
    if (size > LARGE) rows.delete(row.key)
    else rows.set(row.key, row, size + COST)
  }
  const touch = (key: string) => {
    const [kind, place] = placesOf(key)
    for (const one of [slot(kind), slot(place)]) marks[one] = (marks[one] ?? 0) + 1
  }
  const markOf = ({ start, end }: Bounds) => marks[slot(commonPlace(start, end))]

  return {
    row: rows.get,
    span: (bounds: Bounds): KnownSpan | undefined => {
      const found = spans.get(nameOf(bounds))
      return found !== undefined && found.mark === markOf(bounds) ? found : undefined
    },
    see,
    seeSpan: (span: KnownSpan) => {
      const { bounds } = span
      const size = span.rows.reduce((all, { key, value }) => all + key.length + (value?.length ?? 0) + COST, COST)
      // A span over several kinds is read once, as a rule.
      const mark = commonPlace(bounds.start, bounds.end) === "" ? undefined : markOf(bounds)
      if (mark !== undefined && size <= LARGE) spans.set(nameOf(bounds), { ...span, mark }, size)
    },
    /** What a transaction of this process wrote. */
    wrote: (written: ReadonlyArray<KnownRow>) => {
      for (const row of written) {
        see(row)
        touch(row.key)
      }
    },
    /** What was not so any more. */
    forget: (keys: Iterable<string>, gone: Iterable<Bounds>) => {
      for (const key of keys) rows.delete(key)
      for (const bounds of gone) spans.delete(nameOf(bounds))
    },
    clear: () => {
      rows.clear()
      spans.clear()
    }
  }
}

export const nameOf = ({ start, end, limit, reverse }: Bounds): string => `${start}\n${end}\n${limit}\n${reverse}`

/** The same for the same rows with the same versions, in whichever direction. `keep` in Schema.ts computes it too. */
export const digestOf = ({ rows }: Pick<KnownSpan, "rows">): string => {
  const known = digests.get(rows)
  if (known !== undefined) return known
  const lines = rows.map(({ key, version }) => `${key} ${version}`).sort()
  const digest = createHash("sha256").update(lines.join("\n")).digest("hex")
  digests.set(rows, digest)
  return digest
}

const digests = new WeakMap<KnownSpan["rows"], string>()

/** The kind of a key, and the kind with the first id: `command/` and `command/1/`. */
const placesOf = (key: string): readonly [kind: string, place: string] => {
  const first = key.indexOf("/") + 1
  return [key.slice(0, first), key.slice(0, key.indexOf("/", first) + 1)]
}

/** The place that has all keys between these two; empty if there is none. */
const commonPlace = (start: string, end: string): string => {
  const [kind, place] = placesOf(start)
  if (place !== "" && end.startsWith(place)) return place
  return kind !== "" && end.startsWith(kind) ? kind : ""
}

const slot = (place: string): number => {
  let hash = 0
  for (let i = 0; i < place.length; i++) hash = (Math.imul(hash, 31) + place.charCodeAt(i)) | 0
  return hash & 4_095
}
