/**
 * A program under test: started by the shell with the documented environment, played against once it is ready, stopped
 * with the scope. Source: product.md "Scenario files" (app), "First minute" (environment).
 */
import { stat } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import type { StageLost } from "@backlot/player/stage/Failure"
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { millisOf } from "@backlot/scenario/Duration"
import { escapeControls, oneLine } from "@backlot/scenario/match/DescribeValue"
import type { App } from "@backlot/scenario/Scenario"
import { Clock, Data, Effect, type Scope } from "effect"
import { appEnvironment, type Environment } from "./AppEnvironment.ts"
import type { WatchedStage } from "./GatewayLogins.ts"
import { excerptOf } from "./OutputExcerpt.ts"
import * as ProgramGroup from "./ProgramGroup.ts"
import { ProgramOutput } from "./ProgramOutput.ts"
import * as Readiness from "./Readiness.ts"
import type { AppOutput } from "./RunResult.ts"

/** The program could not be started, was not ready in time, or ended. One line, then the end of its output. */
export class AppFailed extends Data.TaggedError("AppFailed")<{
  readonly when: "starting" | "playing"
  readonly message: string
}> {}

/** One line, however the command and what is said of it are written. */
export const appFailed = (
  when: AppFailed["when"],
  command: string,
  what: string,
  output: ReadonlyArray<string> = []
): AppFailed =>
  new AppFailed({ when, message: [escapeControls(`The app "${oneLine(command)}" ${what}`), ...output].join("\n") })

export interface RunningApp {
  /** What it wrote so far, and how it ended. */
  readonly told: () => AppOutput
  /** Fails when it ends with anything but exit code 0; does not complete otherwise. */
  readonly broken: Effect.Effect<never, AppFailed>
  /** Fails where it has ended so by now. */
  readonly sound: Effect.Effect<void, AppFailed>
}

export interface AppOptions extends WatchedStage {
  readonly app: typeof App.Type
  /** Of the scenario file, absolute. */
  readonly file: string
  /** That of whoever runs us: the program finds its tools there. */
  readonly environment: Environment
}

export interface StartingApp {
  readonly told: () => AppOutput
  /** Completes once it can be played against. */
  readonly ready: Effect.Effect<RunningApp, AppFailed | StageLost>
}

/** Starts it; it ends with the scope. What it writes is there from the beginning, whatever becomes of it. */
export const start = Effect.fnUntraced(function* (
  options: AppOptions
): Effect.fn.Return<StartingApp, AppFailed, Scope.Scope> {
  const { app, application } = options
  const cwd = resolve(dirname(options.file), app.cwd ?? ".")
  yield* folderThere(cwd, app.command)
  const clock = yield* Clock.Clock
  const began = clock.currentTimeMillisUnsafe()
  const output = new ProgramOutput(() => clock.currentTimeMillisUnsafe() - began)
  const awaiting = Readiness.prepare(app.ready, { ...options, output })
  const environment = appEnvironment(options.environment, options.stage, application, app.env)
  const program = yield* ProgramGroup.start({ command: app.command, cwd, environment }, output)
  const told = (): AppOutput => ({
    application: application.name,
    command: app.command,
    output: output.text,
    lines: output.lines,
    exit_code: program.end()?.code
  })
  const failed = (when: AppFailed["when"], what: string) =>
    Effect.fail(appFailed(when, app.command, `${what}.`, shown(output)))
  const broken = Effect.flatMap(program.ended, (end) =>
    end.code === 0 ? Effect.never : failed("playing", howEnded(end))
  )
  // Its end is known before `broken` is, which waits for the rest of its output.
  const sound = Effect.suspend(() => {
    const end = program.end()
    return end === undefined || end.code === 0 ? Effect.void : broken
  })
  const done = Effect.flatMap(program.ended, (end) => {
    const early = failed("starting", `${howEnded(end)} before it was ready`)
    if (end.code !== 0 || app.ready === undefined) return early
    return Effect.timeoutOrElse(awaiting.met, { duration: BOUNDS.done.value, orElse: () => early })
  })
  const ready = Effect.raceFirst(awaiting.met, done).pipe(
    Effect.timeoutOrElse({
      duration: millisOf(app.ready?.within ?? "") ?? BOUNDS.ready.value,
      orElse: () => failed("starting", notReady(app.ready, awaiting.missing()))
    }),
    Effect.as({ told, broken, sound })
  )
  return { told, ready }
})

/** Of a folder that is not there, the system would say that the shell is not there. */
const folderThere = (cwd: string, command: string) =>
  Effect.tryPromise(() => stat(cwd)).pipe(
    Effect.filterOrFail((found) => found.isDirectory()),
    Effect.mapError(() => appFailed("starting", command, `was not started: there is no folder ${cwd}`))
  )

const howEnded = ({ code, signal, because }: ProgramGroup.ProgramEnd): string => {
  if (because !== undefined) return `did not start: ${because}`
  return code === undefined ? `was ended by ${signal}` : `ended with exit code ${code}`
}

const notReady = (ready: Readiness.Ready | undefined, missing: ReadonlyArray<string>): string =>
  `was not ready within ${ready?.within ?? formatBound(BOUNDS.ready)}; there was not yet: ${missing.join("; ")}`

/** Ours: lines of the output that stand in a message; all are in the report. */
const SHOWN = 30

const shown = ({ lines }: ProgramOutput): ReadonlyArray<string> =>
  lines.length === 0
    ? ["  It wrote nothing."]
    : excerptOf(
        lines.map(({ text }) => text),
        SHOWN
      ).map((text) => `  ${text}`)
