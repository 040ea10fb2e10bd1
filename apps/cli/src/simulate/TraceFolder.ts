/**
 * Writes the files of `--trace DIR` for each scenario: transcript, interaction traces, worlds, output of its programs.
 */
import { basename, join } from "node:path"
import { format } from "@backlot/player/Transcript"
import type { AppOutput, Attempt, RunResult, ScenarioResult } from "@backlot/simulator/run/RunResult"
import { Effect } from "effect"
import { writeWhole } from "./Reports.ts"

/** One folder per scenario, with one subfolder per attempt if there were several. */
export const writeTraces = Effect.fnUntraced(function* ({ scenarios }: RunResult, folder: string) {
  const names = namesOf(scenarios)
  for (const [index, { attempts }] of scenarios.entries()) {
    for (const [at, attempt] of attempts.entries()) {
      const below = attempts.length === 1 ? "" : `attempt-${at + 1}`
      for (const [name, text] of Object.entries(filesOf(attempt)))
        yield* writeWhole(join(folder, names[index] ?? "", below, name), text)
    }
  }
})

const filesOf = (attempt: Attempt): Readonly<Record<string, string>> => ({
  "transcript.txt": `${format(attempt.transcript)}\n${attempt.failure === undefined ? "" : `\n${attempt.failure}\n`}`,
  "traces.json": json(attempt.traces ?? []),
  "world-before.json": json(attempt.world_before),
  "world-after.json": json(attempt.world_after),
  ...Object.fromEntries(
    attempt.apps.map((app, index) => [`app-${index + 1}-${plain(app.application)}.log`, logOf(app)])
  )
})

const json = (value: unknown): string => `${JSON.stringify(value ?? null, null, 2)}\n`

const logOf = ({ command, lines, exit_code }: AppOutput): string =>
  [
    `$ ${command}`,
    ...lines.map(
      ({ at_ms, stream, text }) =>
        `${(at_ms / 1_000).toFixed(3).padStart(9)} ${stream === "stderr" ? "!" : " "} ${text}`
    ),
    exit_code === undefined ? "(ran until it was stopped)" : `(ended with exit code ${exit_code})`,
    ""
  ].join("\n")

/** Named by file and scenario; equal names are numbered. */
const namesOf = (scenarios: ReadonlyArray<ScenarioResult>): ReadonlyArray<string> => {
  const taken = new Map<string, number>()
  return scenarios.map(({ file, name }) => {
    const wanted = `${plain(basename(file).replace(/\.scenario\.\w+$/, ""))}-${plain(name)}`.slice(0, LENGTH)
    const count = (taken.get(wanted) ?? 0) + 1
    taken.set(wanted, count)
    return count === 1 ? wanted : `${wanted}-${count}`
  })
}

const LENGTH = 100

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "_"
