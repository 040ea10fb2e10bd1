/**
 * Writes the reports of a run: some to files, one to stdout. Text goes to stdout unless another report does. Source:
 * product.md "Scenario files" (`--report`).
 */
import { readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { frame } from "@backlot/document/CodeFrame"
import { format as formatTranscript } from "@backlot/player/Transcript"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import { htmlReport } from "@backlot/simulator/report/HtmlReport"
import { jsonReport } from "@backlot/simulator/report/JsonReport"
import { junitReport } from "@backlot/simulator/report/JUnitReport"
import { textReport } from "@backlot/simulator/report/TextReport"
import type { AppOutput, Attempt, RunResult, ScenarioResult } from "@backlot/simulator/run/RunResult"
import { Effect } from "effect"
import { badUsage } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"
import { Unusable } from "../process/Ended.ts"
import type { ReportFlag } from "./SimulateFlags.ts"
import type { Terminal } from "./Terminal.ts"

export interface Reports {
  /** The report on stdout. */
  readonly shown: ReportFlag["format"]
  readonly files: ReadonlyArray<{ readonly format: ReportFlag["format"]; readonly file: string }>
}

/** Fails with a usage error if two reports share a destination. */
export const reportsOf = Effect.fnUntraced(function* (flags: ReadonlyArray<ReportFlag>) {
  const [shown = "text", second] = flags.filter(({ file }) => file === undefined).map(({ format }) => format)
  if (second !== undefined) {
    return yield* badUsage(
      `--report ${shown} and --report ${second} would both go to stdout: give one of them a file, as in --report ${second}=FILE`
    )
  }
  const files = flags.flatMap(({ format, file }) => (file === undefined ? [] : [{ format, file: resolve(file) }]))
  const twice = files.find(({ file }, index) => files.findIndex((one) => one.file === file) !== index)
  if (twice !== undefined) return yield* badUsage(`two reports would be written to ${twice.file}`)
  return { shown, files } satisfies Reports
})

/** Writes to stdout and to each file. A file that cannot be written is reported after the others are written. */
export const writeReports = Effect.fnUntraced(function* (
  result: RunResult,
  { shown, files }: Reports,
  stdout: Terminal
) {
  const root = process.cwd()
  stdout.write(
    shown === "text"
      ? // The line of each scenario is there already.
        textReport(result, { colours: stdout.colours, root, frame: frameOf, brief: true })
      : FORMATS[shown](result, root)
  )
  yield* Effect.forEach(files, ({ format, file }) => writeWhole(file, FORMATS[format](result, root)), { discard: true })
})

const FORMATS: Readonly<Record<ReportFlag["format"], (result: RunResult, root: string) => string>> = {
  text: (result, root) => textReport(result, { root, frame: frameOf }),
  json: (result) => jsonReport(result),
  junit: (result, root) => junitReport(result, { root }),
  html: (result, root) => htmlReport(result, { root })
}

/** Undefined if the file can no longer be read, or lacks the line. */
export const frameOf = (place: FilePlace): string | undefined => {
  try {
    return frame(readFileSync(place.file, "utf8"), place) || undefined
  } catch {
    return undefined
  }
}

/** All scenarios in order, without anything that differs between runs. */
export const transcriptOf = ({ scenarios }: RunResult): string =>
  scenarios
    .flatMap(({ file, name, attempts }) => {
      const last = attempts.at(-1)
      return last === undefined ? [] : [`# ${name} (${shownPath(file)})\n${formatTranscript(last.transcript)}\n`]
    })
    .join("\n")

export const writeWhole = (file: string, text: string): Effect.Effect<void, Unusable> =>
  Effect.tryPromise({
    try: async () => {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    },
    catch: (error) =>
      new Unusable({
        message: `${shownPath(file)} cannot be written: ${error instanceof Error ? error.message : error}`
      })
  })

/**
 * The files of `--trace DIR`: transcript, interaction traces, worlds, output of the programs. One folder per scenario, with
 * one subfolder per attempt if there were several.
 */
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
  "transcript.txt": `${formatTranscript(attempt.transcript)}\n${attempt.failure === undefined ? "" : `\n${attempt.failure}\n`}`,
  "traces.json": json(attempt.traces ?? []),
  "screens.json": json(attempt.screens),
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
