/**
 * Checks strict serializability: searches for an order of the transactions, consistent with real time, in which a plain
 * map gives each transaction the reads that it saw and ends in the same state. It tries all orders, so histories must be
 * small.
 */

export type Step =
  | { readonly op: "get"; readonly key: string; readonly saw: string | undefined }
  | { readonly op: "list"; readonly prefix: string; readonly saw: ReadonlyArray<readonly [string, string]> }
  | { readonly op: "put"; readonly key: string; readonly value: string }
  | { readonly op: "delete"; readonly key: string }

/** One kept transaction. `began` and `ended` are positions in one sequence of all beginnings and ends. */
export interface Record {
  readonly began: number
  readonly ended: number
  readonly steps: ReadonlyArray<Step>
}

type State = ReadonlyMap<string, string>

/** True if some serial order explains the history. */
export const isSerializable = (history: ReadonlyArray<Record>, final: State): boolean => {
  const deadEnds = new Set<string>()
  const search = (done: ReadonlySet<Record>, state: State): boolean => {
    const open = history.filter((record) => !done.has(record))
    if (open.length === 0) return fingerprint(state) === fingerprint(final)
    const position = `${history.map((record) => (done.has(record) ? 1 : 0)).join("")} ${fingerprint(state)}`
    if (deadEnds.has(position)) return false
    const firstEnd = Math.min(...open.map((record) => record.ended))
    for (const record of open) {
      if (record.began > firstEnd) continue
      const after = apply(record.steps, state)
      if (after !== undefined && search(new Set([...done, record]), after)) return true
    }
    deadEnds.add(position)
    return false
  }
  return search(new Set(), new Map())
}

/** The state after the steps; undefined if their reads differ from this state. */
const apply = (steps: ReadonlyArray<Step>, before: State): State | undefined => {
  const state = new Map(before)
  for (const step of steps) {
    if (step.op === "put") state.set(step.key, step.value)
    else if (step.op === "delete") state.delete(step.key)
    else if (step.op === "get" && state.get(step.key) !== step.saw) return undefined
    else if (step.op === "list" && fingerprint(state, step.prefix) !== JSON.stringify(step.saw)) return undefined
  }
  return state
}

const fingerprint = (state: State, prefix = ""): string =>
  JSON.stringify([...state].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1)))
