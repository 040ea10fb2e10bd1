/** Plays scenarios as load. Source: product.md "Scenario files" (`--users N --duration 30s --rate 200/s`). */

import * as NodeHttp from "@backlot/player/stage/NodeHttp"
import { Stages } from "@backlot/player/stage/Stage"
import { controlOf } from "@backlot/player/turn/Playing"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { readBounded } from "@backlot/scenario/file/BoundedFile"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import * as LoadCompare from "@backlot/simulator/load/LoadCompare"
import { format, type LoadRefused } from "@backlot/simulator/load/LoadFault"
import type { LoadJob } from "@backlot/simulator/load/LoadJob"
import { liveView } from "@backlot/simulator/load/LoadLive"
import { exitCodeOf, type LoadReport } from "@backlot/simulator/load/LoadReport"
import { jobOf, ownServer, run, scenariosOf } from "@backlot/simulator/load/LoadRun"
import { textOf } from "@backlot/simulator/load/LoadText"
import * as LoadVerdict from "@backlot/simulator/load/LoadVerdict"
import { pageOf } from "@backlot/simulator/load/page/LoadPage"
import { type AppFailed, startApps } from "@backlot/simulator/run/AppUnderTest"
import { located } from "@backlot/simulator/run/StageWorld"
import { Array as Arr, Console, Effect, Result } from "effect"
import { badUsage } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"
import { Ended, endInterrupted, Unusable } from "../process/Ended.ts"
import { withBacklot } from "../process/OnPath.ts"
import { chosenOf } from "./Choosing.ts"
import type { PlayOptions } from "./PlayScenarios.ts"
import { type Reports, writeWhole } from "./Reports.ts"
import { loadFlagsOf, type ReportFlag, type SimulateFlags } from "./SimulateFlags.ts"
import { terminalOf } from "./Terminal.ts"

/**
 * Plays one load after the other. Fails with `Ended` 1 if a threshold is missed or an earlier report was better; an
 * interruption ends with 130.
 */
export const playLoads = Effect.fnUntraced(
  function* (scenarios: ReadonlyArray<LoadedScenario>, options: PlayOptions) {
    const { flags, reports } = options
    const jobs = yield* jobsOf(yield* chosenOf(scenarios, flags), flags)
    yield* fitReports(flags, reports, jobs.length)
    const earlier = flags.compare === undefined ? undefined : yield* earlierReport(flags.compare.value)
    const codes = yield* Effect.forEach(jobs, ({ job, loaded }) =>
      Effect.flatMap(
        // An interrupted load still reports everything it counted.
        playLoad(job, loaded, options, (report) =>
          Effect.ignore(writeLoad(report, options, earlier), { log: "Error" })
        ),
        (report) => writeLoad(report, options, earlier)
      )
    )
    if (codes.includes(1)) return yield* new Ended({ code: 1 })
  },
  Effect.onInterrupt(() => endInterrupted)
)

interface Planned {
  readonly job: LoadJob
  readonly loaded: LoadedScenario
}

/** Reports all faults of all loads before the first one begins. */
const jobsOf = Effect.fnUntraced(function* (scenarios: ReadonlyArray<LoadedScenario>, flags: SimulateFlags) {
  const asked = loadFlagsOf(flags)
  const read = scenariosOf(scenarios).map((rows) =>
    Result.map(jobOf(rows, asked), (job): Planned => ({ job, loaded: rows[0] }))
  )
  const [planned, refused] = Arr.separate(read)
  if (refused.length === 0) return planned
  yield* Console.error([...new Set(refused.flatMap(linesOf))].join("\n"))
  return yield* new Ended({ code: 2 })
})

const linesOf = ({ faults }: LoadRefused): ReadonlyArray<string> => faults.map((fault) => format(fault, shownPath))

const fitReports = (flags: SimulateFlags, { files }: Reports, loads: number) => {
  const unfit = flags.report?.value.find(({ format }) => !isOfLoad(format))
  if (unfit !== undefined) return badUsage(`a load has no ${unfit.format} report: choose text, json or html`)
  if (loads > 1 && files.length > 0)
    return badUsage(`${loads} loads cannot be written to one file: select one with --grep`)
  return Effect.void
}

const playLoad = Effect.fnUntraced(
  function* (
    { stage: request, ...job }: LoadJob,
    loaded: LoadedScenario,
    options: PlayOptions,
    writeCut: (report: LoadReport) => Effect.Effect<void>
  ) {
    const { flags, variables, seed } = options
    const stages = yield* Stages
    const storage = flags.storage?.value ?? request.storage
    const asked = flags.server === undefined ? ownServer(request) : request
    const { stage } = yield* Effect.mapError(
      stages.open({ ...asked, storage, seed: asked.seed ?? seed, ids: asked.ids ?? flags.ids?.value }),
      located(loaded, shownPath)
    )
    const http = yield* NodeHttp.make
    const before = yield* LoadVerdict.before(controlOf(http, stage))
    const running = yield* startApps(loaded, { stage, http, environment: withBacklot(variables) })
    const { write, isLive, width } = terminalOf(process.stderr, variables)
    const live = liveView({ write, isTerminal: isLive, columns: width })
    yield* Effect.addFinalizer(() => Effect.sync(live.end))
    let died: string | undefined
    const noted = <A>(ends: Effect.Effect<A, AppFailed>) =>
      Effect.tapError(ends, ({ message }) =>
        Effect.sync(() => {
          died = message
        })
      )
    // The live view must be gone before the report is written.
    const onCut = (report: LoadReport) =>
      Effect.andThen(Effect.sync(live.end), writeCut(died === undefined ? report : LoadVerdict.ofDead(report, died)))
    const played = run({ ...job, stage: request }, stage, { seed, before, onSecond: live.onSecond, onCut })
    if (job.allow?.includes("exit") === true) return yield* played
    const report = yield* Effect.raceFirst(played, noted(running.broken))
    yield* Effect.tapError(noted(running.settled), () => onCut(report))
    return report
  },
  Effect.scoped,
  Effect.catchTags({
    StageFailed: ({ message }) => Effect.fail(new Unusable({ message })),
    StageLost: ({ message }) => Effect.fail(new Unusable({ message })),
    // The report was already written.
    AppFailed: ({ when, message }) =>
      when === "starting"
        ? Effect.fail(new Unusable({ message }))
        : Effect.andThen(Console.error(message), new Ended({ code: 1 })),
    LoadLost: ({ message }) => Effect.fail(new Unusable({ message })),
    LoadRefused: (refused) => Effect.andThen(Console.error(linesOf(refused).join("\n")), new Ended({ code: 2 }))
  })
)

const earlierReport = (path: string) =>
  Effect.tryPromise(() => readBounded(path, BOUNDS.file)).pipe(
    Effect.mapError(() => "it cannot be read"),
    Effect.flatMap((bytes) => Effect.fromResult(LoadCompare.readReport(bytes.toString()))),
    Effect.catch((why) => badUsage(`--compare ${path}: ${why}; it takes a report written by --report json`))
  )

/** Writes to stdout and to each file; returns the exit code. */
const writeLoad = Effect.fnUntraced(function* (
  report: LoadReport,
  { reports: { shown, files }, variables }: PlayOptions,
  earlier: LoadReport | undefined
) {
  const stdout = terminalOf(process.stdout, variables)
  stdout.write(formatted(shown, report, earlier))
  yield* Effect.forEach(files, ({ format, file }) => writeWhole(file, formatted(format, report, earlier)), {
    discard: true
  })
  if (earlier === undefined) return exitCodeOf(report)
  const comparison = LoadCompare.compare(earlier, report)
  const terminal = shown === "text" ? stdout : terminalOf(process.stderr, variables)
  terminal.write(`\n${LoadCompare.comparisonText(comparison)}`)
  return exitCodeOf(report) === 1 ? 1 : LoadCompare.exitCodeOf(comparison)
})

const FORMATS = {
  text: textOf,
  json: (report: LoadReport) => `${JSON.stringify(report, null, 2)}\n`,
  html: pageOf
} satisfies Partial<Record<ReportFlag["format"], (report: LoadReport, earlier: LoadReport | undefined) => string>>

const isOfLoad = (format: ReportFlag["format"]): format is keyof typeof FORMATS => Object.hasOwn(FORMATS, format)

/** Other formats were refused earlier. */
const formatted = (format: ReportFlag["format"], report: LoadReport, earlier: LoadReport | undefined): string =>
  isOfLoad(format) ? FORMATS[format](report, earlier) : ""
