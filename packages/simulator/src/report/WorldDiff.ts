/** What a scenario changed in its world, by part of the export: users, guilds, commands, messages … */

import { isPlain } from "@backlot/scenario/Fields"
import { nearChanges } from "@backlot/scenario/match/Diff"
import { linesOf } from "@backlot/scenario/match/DiffShown"
import { diffArrays } from "diff"

export interface WorldPart {
  readonly name: string
  /** Number of lines. */
  readonly added: number
  readonly removed: number
  /** Changes and the lines near them. */
  readonly lines: ReadonlyArray<{ readonly sign: " " | "-" | "+"; readonly text: string }>
}

/** The parts that changed, in the order of the world. */
export const worldDiff = (before: unknown, after: unknown): ReadonlyArray<WorldPart> => {
  if (!isPlain(before) || !isPlain(after)) return []
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => partOf(name, before[name], after[name]) ?? [])
}

/**
 * Limits of the comparison; without them a large world would take minutes. Our choice: docs/choices.md "Command line".
 */
const LINES = 20_000
const CHANGES = 1_500
const SHOWN = 1_000

/** No lines for an empty part. */
const linesIn = (part: unknown): ReadonlyArray<string> =>
  typeof part === "object" && part !== null && Object.keys(part).length === 0 ? [] : linesOf(part, LINES)

const partOf = (name: string, before: unknown, after: unknown): WorldPart | undefined => {
  const [left, right] = [linesIn(before), linesIn(after)]
  const parts = diffArrays([...left], [...right], { maxEditLength: CHANGES })
  if (parts === undefined) {
    const text = `more than ${CHANGES} lines differ`
    return { name, added: right.length, removed: left.length, lines: [{ sign: " ", text }] }
  }
  const lines = parts.flatMap(({ added, removed, value }) =>
    value.map((text) => ({ sign: added ? ("+" as const) : removed ? ("-" as const) : (" " as const), text }))
  )
  const count = (sign: "+" | "-") => lines.filter((line) => line.sign === sign).length
  if (count("+") + count("-") === 0) return undefined
  const near = nearChanges(lines)
  const shown = near.length > SHOWN ? [...near.slice(0, SHOWN), { sign: " " as const, text: "…" }] : near
  return { name, added: count("+"), removed: count("-"), lines: shown }
}
