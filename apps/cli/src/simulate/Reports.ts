/**
 * The reports of a run: each to its file, and one to stdout, which is the text as long as no other wants to be there.
 * Source: product.md "Scenario files" (`--report`).
 */
import { readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { frame } from "@backlot/document/CodeFrame"
import { format as formatTranscript } from "@backlot/player/Transcript"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import { htmlReport } from "@backlot/simulator/report/HtmlReport"
import { jsonReport } from "@backlot/simulator/report/JsonReport"
import { junitReport } from "@backlot/simulator/report/JUnitReport"
import { shownPath } from "@backlot/simulator/report/Summary"
import { textReport } from "@backlot/simulator/report/TextReport"
import type { RunResult } from "@backlot/simulator/run/RunResult"
import { Effect } from "effect"
import { CliError } from "effect/cli"
import { Unusable } from "../process/Ended.ts"
import type { ReportFlag } from "./SimulateFlags.ts"
import type { Terminal } from "./Terminal.ts"

export interface Reports {
  /** What goes to stdout. */
  readonly shown: ReportFlag["format"]
  readonly files: ReadonlyArray<{ readonly format: ReportFlag["format"]; readonly file: string }>
}

/** Fails with a usage error where two would be written to one place. */
export const reportsOf = Effect.fnUntraced(function* (flags: ReadonlyArray<ReportFlag>) {
  const [shown = "text", second] = flags.filter(({ file }) => file === undefined).map(({ format }) => format)
  if (second !== undefined) {
    const message = `--report ${shown} and --report ${second} would both be written to stdout: give one of them a file, as in --report ${second}=FILE`
    return yield* new CliError.ValidationError({ message })
  }
  const files = flags.flatMap(({ format, file }) => (file === undefined ? [] : [{ format, file: resolve(file) }]))
  const twice = files.find(({ file }, index) => files.findIndex((one) => one.file === file) !== index)
  if (twice !== undefined) {
    return yield* new CliError.ValidationError({ message: `two reports would be written to ${twice.file}` })
  }
  return { shown, files } satisfies Reports
})

/** To stdout, and whole to each file. A file that can not be written is told after all others are. */
export const writeReports = Effect.fnUntraced(function* (
  result: RunResult,
  { shown, files }: Reports,
  stdout: Terminal
) {
  const root = process.cwd()
  stdout.write(
    shown === "text"
      ? // The line of each scenario stands there already.
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

const frameOf = (place: FilePlace): string | undefined => {
  try {
    return frame(readFileSync(place.file, "utf8"), place)
  } catch {
    return undefined
  }
}

/** All scenarios in their order; nothing in it is of this run alone. */
export const transcriptOf = ({ scenarios }: RunResult): string =>
  scenarios
    .flatMap(({ file, name, attempts }) => {
      const last = attempts.at(-1)
      return last === undefined
        ? []
        : [`# ${name} (${shownPath(file, process.cwd())})\n${formatTranscript(last.transcript)}\n`]
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
        message: `${shownPath(file, process.cwd())} cannot be written: ${error instanceof Error ? error.message : error}`
      })
  })
