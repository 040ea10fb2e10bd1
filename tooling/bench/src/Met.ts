/**
 * The goals that were met once, in a committed file. A later run may not lose one of them: `--check` fails when such a
 * goal is missed by more than a tenth. A tenth is the noise of a busy machine. A goal that was never met is shown, but
 * fails nothing, and a goal that has changed since counts as never met.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { goalText, type Row } from "./Row.ts"
import { shown } from "./Table.ts"

/** By benchmark. */
export type Met = Readonly<Record<string, { readonly goal: string; readonly reached: number }>>

export const MET_FILE = join(import.meta.dirname, "../met.json")

/** The share of a goal that a run must still reach. */
const LEAST_REACH = 0.9

// Only `writeMet` writes this file.
export const readMet = (file = MET_FILE): Met => JSON.parse(readFileSync(file, "utf8")) as Met

/** Sorted, so that a change is a change of its lines. */
export const writeMet = (met: Met, file = MET_FILE): void => {
  const entries = Object.entries(met).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = entries.map(([benchmark, value]) => `  ${JSON.stringify(benchmark)}: ${lineOf(value)}`)
  writeFileSync(file, lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`)
}

const lineOf = ({ goal, reached }: Met[string]): string => `{ "goal": ${JSON.stringify(goal)}, "reached": ${reached} }`

/** What was met before or is met now, with the newest figures. */
export const recorded = (before: Met, rows: ReadonlyArray<Row>): Met => ({
  ...before,
  ...Object.fromEntries(
    rows
      .filter(({ met }) => met === true)
      .map(({ benchmark, goal, judged = 0 }) => [
        benchmark,
        { goal: goalText(goal), reached: Number(judged.toPrecision(3)) }
      ])
  )
})

const wasMet = (met: Met, { benchmark, goal }: Row): boolean => met[benchmark]?.goal === goalText(goal)

/** The rows whose goal was met once and is missed by more than a tenth. */
export const lost = (met: Met, rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.filter((row) => wasMet(met, row) && (row.reach ?? 1) < LEAST_REACH)

/** The result of `--check` for people: what is lost, what to do, and what was never met. */
export const checkText = (met: Met, rows: ReadonlyArray<Row>): string => {
  const gone = lost(met, rows)
  const never = rows.filter((row) => row.met === false && !wasMet(met, row))
  return [
    ...gone.map(
      (row) =>
        `lost: ${row.benchmark}: ${shown(row.judged ?? Number.NaN)}, goal ${goalText(row.goal)}, once ${shown(met[row.benchmark]?.reached ?? Number.NaN)}`
    ),
    ...(gone.length === 0 ? [] : [ADVICE]),
    ...never.map(
      (row) => `never met: ${row.benchmark}: ${shown(row.judged ?? Number.NaN)}, goal ${goalText(row.goal)}`
    ),
    gone.length === 0 ? "No goal that was met is lost." : `${gone.length} that were met are lost.`
  ].join("\n")
}

const ADVICE = `  Run these benchmarks again on an idle machine. If they still miss, "npm run bench -- --parts" shows where the time of
  a write goes, and --profile the rest. If the loss is meant, remove the line from tooling/bench/met.json and say why.`
