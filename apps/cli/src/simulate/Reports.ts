/**
 * Writes the reports of a run: some to files, one to stdout. Text goes to stdout unless another report does. Source:
 * product.md "Scenario files" (`--report`).
 */
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { frame } from "@backlot/document/CodeFrame"
import { format as formatTranscript } from "@backlot/player/Transcript"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import { gitHubReport } from "@backlot/simulator/report/GitHubReport"
import { gitLabReport } from "@backlot/simulator/report/GitLabReport"
import { htmlReport } from "@backlot/simulator/report/HtmlReport"
import { jsonReport } from "@backlot/simulator/report/JsonReport"
import { junitReport } from "@backlot/simulator/report/JUnitReport"
import { markdownReport } from "@backlot/simulator/report/MarkdownReport"
import { textReport } from "@backlot/simulator/report/TextReport"
import { withoutCommands } from "@backlot/simulator/report/WorkflowCommand"
import type { AppOutput, Attempt, RunResult, ScenarioResult } from "@backlot/simulator/run/RunResult"
import { Effect } from "effect"
import { badUsage, type Variables } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"
import { Unusable } from "../process/Ended.ts"
import type { ReportFlag } from "./SimulateFlags.ts"
import type { Terminal } from "./Terminal.ts"

export interface Reports {
  /** The report on stdout. */
  readonly shown: Exclude<ReportFlag["format"], "github">
  /** Whether annotations for GitHub follow the text on stdout. */
  readonly annotated: boolean
  readonly files: ReadonlyArray<{ readonly format: ReportFlag["format"]; readonly file: string }>
}

/**
 * Fails with a usage error if two reports share a destination. Annotations are for stdout beside the text. On GitHub Actions
 * they are written when no report is named for stdout: `--report text` is the text alone.
 */
export const reportsOf = Effect.fnUntraced(function* (flags: ReadonlyArray<ReportFlag>, variables: Variables) {
  const named = flags.filter(({ file }) => file === undefined).map(({ format }) => format)
  const [shown = "text", second = shown === "text" ? undefined : named.find((format) => format === "github")] =
    named.filter((format) => format !== "github")
  if (second !== undefined) {
    return yield* badUsage(
      `--report ${shown} and --report ${second} would both go to stdout: give one of them a file, as in --report ${second}=FILE`
    )
  }
  const files = flags.flatMap(({ format, file }) => (file === undefined ? [] : [{ format, file: resolve(file) }]))
  const twice = files.find(({ file }, index) => files.findIndex((one) => one.file === file) !== index)
  if (twice !== undefined) return yield* badUsage(`two reports would be written to ${twice.file}`)
  const annotated = named.length === 0 ? variables["GITHUB_ACTIONS"] === "true" : named.includes("github")
  return { shown, annotated, files } satisfies Reports
})

/** Writes to stdout and to each file. Files that cannot be written are reported after the others are written. */
export const writeReports = Effect.fnUntraced(function* (
  result: RunResult,
  { shown, annotated, files }: Reports,
  stdout: Terminal,
  variables: Variables
) {
  const roots = { here: process.cwd(), repository: repositoryOf(variables, process.cwd()) }
  const text =
    shown === "text"
      ? // The line of each scenario is there already.
        textReport(result, { colours: stdout.colours, root: roots.here, frame: frameOf, brief: true })
      : FORMATS[shown](result, roots)
  // It holds what the app wrote, in which the runner would read commands.
  stdout.write(annotated && text !== "" ? withoutCommands(text, randomUUID()) : text)
  if (annotated) stdout.write(gitHubReport(result))
  const [, faults] = yield* Effect.partition(files, ({ format, file }) =>
    writeWhole(file, FORMATS[format](result, roots))
  )
  if (faults.length > 0) return yield* new Unusable({ message: faults.map(({ message }) => message).join("\n") })
})

/** The checkout of GitLab, if we are in it. */
const repositoryOf = ({ CI_PROJECT_DIR: checkout = "" }: Variables, here: string): string =>
  checkout !== "" && `${here}/`.startsWith(`${checkout}/`) ? checkout : here

interface Roots {
  /** The working directory. */
  readonly here: string
  readonly repository: string
}

const FORMATS: Readonly<Record<ReportFlag["format"], (result: RunResult, roots: Roots) => string>> = {
  text: (result, { here }) => textReport(result, { root: here, frame: frameOf }),
  json: (result) => jsonReport(result),
  junit: (result, { here }) => junitReport(result, { root: here }),
  html: (result, { here }) => htmlReport(result, { root: here }),
  markdown: (result, { here }) => markdownReport(result, { root: here }),
  github: (result) => gitHubReport(result),
  gitlab: (result, { repository }) => gitLabReport(result, { root: repository })
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
