/** The journals that a killed process left: whether they belong to the data file, and how it takes them in. */
import { rmSync } from "node:fs"
import type { Damage } from "./Checksum.ts"
import * as Journal from "./Journal.ts"
import { merger } from "./Merge.ts"
import { emptyOverlay } from "./Overlay.ts"
import { refuse } from "./Refusal.ts"
import type { Rows } from "./Rows.ts"

interface Found {
  /** The journals that the file does not have yet, in their order. */
  readonly live: ReadonlyArray<Journal.Left & { readonly head: Journal.Head }>
  /** Journals without anything that the file does not have. */
  readonly stale: ReadonlyArray<string>
}

/** `state` says what the file is and has; `file` is its name for people. Refuses journals that do not go on from there. */
export const find = (base: string, file: string, state: Journal.Head | undefined, tell = raise): Found => {
  const live: Array<Found["live"][number]> = []
  const stale: Array<string> = []
  for (const path of Journal.pathsOf(base)) {
    const { head, changes } = Journal.read(path, tell)
    if (head === undefined) stale.push(path)
    else if (head.identity !== state?.identity) throw refuse(file, "log-alone", path)
    else if (head.number <= state.number) stale.push(path)
    else live.push({ path, head, changes })
  }
  live.sort((a, b) => a.head.number - b.head.number)
  const gap = live.find(({ head }, i) => head.number !== (state?.number ?? 0) + 1 + i)
  if (gap !== undefined) throw refuse(file, "log-alone", gap.path)
  return { live, stale }
}

const raise = (damage: Damage) => {
  throw damage
}

/** Takes the journals in and removes them; returns the new state. One that was taken in before is taken in again. */
export const recover = (rows: Rows, base: string, file: string, state: Journal.Head): Journal.Head => {
  const { live, stale } = find(base, file, state)
  const merge = merger(rows, state)
  for (const { path, head, changes } of live) {
    const overlay = emptyOverlay()
    for (const [key, row] of changes) overlay.set(key, row)
    const remove = () => rmSync(path)
    merge.begin(overlay, { number: head.number, close: () => undefined, remove })
    merge.finish()
  }
  for (const path of stale) rmSync(path)
  return { ...state, number: merge.nextNumber() - 1 }
}
