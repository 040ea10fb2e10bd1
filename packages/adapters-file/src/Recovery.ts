/** The journals that a killed process left: whether they belong to the data file, and how it takes them in. */
import { rmSync } from "node:fs"
import { Damage } from "./Checksum.ts"
import * as Journal from "./Journal.ts"
import type { Contents } from "./JournalFormat.ts"
import { layersOf } from "./Layers.ts"
import { fullness, refuse, refuseFull } from "./Refusal.ts"
import type { Rows } from "./Rows.ts"
import type { State } from "./Schema.ts"

export interface Left extends Contents {
  readonly path: string
  readonly number: number
}

interface Found {
  /** The journals that the file does not have yet, in their order. */
  readonly live: ReadonlyArray<Left>
  /** Journals without anything that the file does not have. */
  readonly stale: ReadonlyArray<string>
}

/** `file` is its name for people. Refuses journals that are damaged, missing, or do not go on from this state. */
export const find = (base: string, file: string, state: State | undefined): Found => {
  const merged = state?.merged ?? 0
  const begun = state?.begun ?? 0
  const live: Array<Left> = []
  const stale: Array<string> = []
  for (const path of Journal.pathsOf(base)) {
    const contents = Journal.read(path)
    const { head } = contents
    const [damage] = contents.damage
    if (head === undefined && damage !== undefined) throw damage
    if (head !== undefined && head.identity !== state?.identity) throw refuse(file, "log-foreign", path)
    const number = head?.number ?? [merged + 1, merged + 2].find((next) => Journal.pathOf(base, next) === path) ?? 0
    const isNeeded = number > merged && (head !== undefined || number <= begun)
    if (isNeeded) live.push({ ...contents, path, number })
    else stale.push(path)
  }
  live.sort((a, b) => a.number - b.number)
  judge(live, base, file, merged, begun)
  return { live, stale }
}

const judge = (live: ReadonlyArray<Left>, base: string, file: string, merged: number, begun: number) => {
  for (const [i, { number, path, head, damage }] of live.entries()) {
    const next = merged + 1 + i
    const missing = Journal.pathOf(base, next)
    if (number !== next && next <= begun && !live.some((other) => other.path === missing))
      throw refuse(file, "log-absent", missing)
    if (number !== next) throw refuse(file, "log-foreign", path)
    const before = live[i - 1]
    if (before !== undefined && head !== undefined && head.before !== before.sum)
      throw new Damage(`its journal ${before.path} ends before ${path} goes on`)
    for (const first of damage) throw first
  }
  const next = merged + 1 + live.length
  if (next <= begun) throw refuse(file, "log-absent", Journal.pathOf(base, next))
}

/** Takes the journals in and removes them; returns the new state. One that was taken in before is taken in again. */
export const recover = (rows: Rows, base: string, file: string, state: State): State => {
  const { live, stale } = find(base, file, state)
  const layers = layersOf(rows, { base, state, durable: true })
  try {
    for (const { path, number, changes, sum } of live) layers.restore(changes, Journal.left(path, number, sum))
  } catch (cause) {
    throw fullness(cause) === undefined ? cause : refuseFull(file, cause)
  }
  for (const path of stale) rmSync(path)
  return layers.state()
}
