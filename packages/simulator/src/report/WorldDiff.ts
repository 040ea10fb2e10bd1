/** What a scenario changed in its world, by part of the export: users, guilds, commands, messages … */
import { type DiffLine, nearChanges } from "@backlot/scenario/match/Diff"
import { isPlain, linesOf } from "@backlot/scenario/match/DiffShown"
import { diffArrays } from "diff"
import { formatLine } from "./Summary.ts"

/** The parts that changed, in the order of the world: how many lines, and the changes with the lines near them. */
export const worldDiff = (before: unknown, after: unknown): ReadonlyArray<NonNullable<ReturnType<typeof partOf>>> => {
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

const partOf = (name: string, before: unknown, after: unknown) => {
  const [left, right] = [linesIn(before), linesIn(after)]
  const parts = diffArrays([...left], [...right], { maxEditLength: CHANGES })
  if (parts === undefined) {
    return { name, added: right.length, removed: left.length, lines: [`  more than ${CHANGES} lines differ`] }
  }
  const lines = parts.flatMap(({ added, removed, value }) =>
    value.map((text): DiffLine => ({ sign: added ? "+" : removed ? "-" : " ", text }))
  )
  const count = (sign: "+" | "-") => lines.filter((line) => line.sign === sign).length
  if (count("+") + count("-") === 0) return undefined
  const near = nearChanges(lines).map(formatLine)
  const shown = near.length > SHOWN ? [...near.slice(0, SHOWN), "  …"] : near
  return { name, added: count("+"), removed: count("-"), lines: shown }
}
