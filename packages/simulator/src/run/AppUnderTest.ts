/**
 * Runs the programs under test: the shell starts each with the documented environment, `ready` waits until it can be played
 * against, and the scope stops it. Source: product.md "Scenario files" (app), "First minute" (environment).
 */

import { stat } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { applicationFinder } from "@backlot/player/name/Finder"
import * as EventStream from "@backlot/player/stage/EventStream"
import type { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { millisOf } from "@backlot/scenario/Duration"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { escapeControls, oneLine } from "@backlot/scenario/match/DescribeValue"
import type { App } from "@backlot/scenario/Scenario"
import { quoted } from "@backlot/scenario/ShellWord"
import { Clock, Data, Effect, type Scope } from "effect"
import type { Environment } from "../intercept/Environment.ts"
import { intercept } from "../intercept/Intercept.ts"
import * as AppClock from "./AppClock.ts"
import { appEnvironment } from "./AppEnvironment.ts"
import * as ProgramGroup from "./ProgramGroup.ts"
import { excerptOf, ProgramOutput } from "./ProgramOutput.ts"
import type { WatchedStage } from "./Readiness.ts"
import * as Readiness from "./Readiness.ts"
import type { AppOutput } from "./RunResult.ts"
import { watchStart } from "./StartTrouble.ts"

/** The program could not start, was not ready in time, or ended. One line, then the end of its output. */
export class AppFailed extends Data.TaggedError("AppFailed")<{
  readonly when: "starting" | "playing"
  readonly message: string
}> {}

/** Always one line, whatever the command contains. */
export const appFailed = (
  when: AppFailed["when"],
  command: string,
  what: string,
  output: ReadonlyArray<string> = []
): AppFailed =>
  new AppFailed({ when, message: [escapeControls(`The app "${oneLine(command)}" ${what}`), ...output].join("\n") })

export interface RunningApp extends Pick<StartingApp, "report"> {
  /** Fails when it ends with an exit code other than 0; never completes otherwise. */
  readonly broken: Effect.Effect<never, AppFailed>
  /** Fails if it has already ended that way. */
  readonly sound: Effect.Effect<void, AppFailed>
}

export interface AppOptions extends WatchedStage {
  readonly app: typeof App.Type
  /** The scenario file, absolute. */
  readonly file: string
  /** Our own environment; the program finds its tools in it. */
  readonly environment: Environment
}

export interface StartingApp {
  /** Its output so far, and its exit. */
  readonly report: () => AppOutput
  /** Completes when it can be played against. */
  readonly ready: Effect.Effect<RunningApp, AppFailed | StageLost>
}

/** Starts it; the scope ends it. Its output is available from the beginning, even if it fails. */
export const start = Effect.fnUntraced(function* (
  options: AppOptions
): Effect.fn.Return<StartingApp, AppFailed | StageLost, Scope.Scope> {
  const { app, application } = options
  const cwd = resolve(dirname(options.file), app.cwd ?? ".")
  yield* folderThere(cwd, app.command)
  const clock = yield* Clock.Clock
  const began = elapsedOf(clock)
  const watched = watchStart(options, clock.currentTimeMillisUnsafe())
  const output = new ProgramOutput(() => elapsedOf(clock) - began)
  const awaiting = yield* Readiness.prepare(app.ready, { ...options, output })
  const own = appEnvironment(options.environment, options.stage, application, app.env)
  const unfollowed = ({ message }: AppClock.Unfollowed) => appFailed("starting", app.command, message)
  const following =
    app.clock === undefined
      ? undefined
      : yield* AppClock.follow({ ...options, command: app.command, environment: own }).pipe(
          Effect.catchTag("Unfollowed", unfollowed)
        )
  const timed = { ...own, ...following?.variables }
  const { intercept: way = false, outside = [] } = app
  const led =
    way === false
      ? undefined
      : yield* intercept({
          ...{ stage: options.stage, http: options.http, applicationId: application.id, outside, cwd },
          ...{ way: way === true ? "auto" : way, command: app.command, environment: timed },
          tell: (line) => output.take("stderr", Buffer.from(`backlot: ${line}\n`))
        }).pipe(
          Effect.catchTag("NotIntercepted", ({ message }) => Effect.fail(appFailed("starting", app.command, message)))
        )
  const environment = { ...timed, ...led?.variables }
  const command = behind(led?.prefix ?? [], app.command)
  const program = yield* ProgramGroup.start({ command, cwd, environment }, output)
  const report = (): AppOutput => ({
    application: application.name,
    command: app.command,
    output: output.text,
    lines: output.lines,
    exit_code: program.end()?.code
  })
  const failed = (when: AppFailed["when"], what: string, known: ReadonlyArray<string> = []) =>
    Effect.fail(appFailed(when, app.command, `${[what, ...known].join("; ")}.`, shown(output)))
  const notStarted = (what: string) =>
    Effect.flatMap(watched.known, (known) => {
      const missed = led?.missed()
      return failed("starting", what, missed === undefined ? known : [missed])
    })
  const broken = Effect.flatMap(program.ended, (end) =>
    end.code === 0 ? Effect.never : failed("playing", howEnded(end))
  )
  // The exit is known before `broken`, which waits for the rest of the output.
  const sound = Effect.suspend(() => {
    const end = program.end()
    return end === undefined || end.code === 0 ? Effect.void : broken
  })
  const done = Effect.flatMap(program.ended, (end) => {
    const early = notStarted(`${howEnded(end)} before it was ready`)
    if (end.code !== 0 || app.ready === undefined) return early
    return Effect.timeoutOrElse(awaiting.met, { duration: BOUNDS.done.value, orElse: () => early })
  })
  const loginRefused = Effect.andThen(watched.refused(app.ready), () => notStarted("did not get ready"))
  const ready = Effect.raceAllFirst([awaiting.met, done, loginRefused]).pipe(
    Effect.timeoutOrElse({
      duration: millisOf(app.ready?.within ?? "") ?? BOUNDS.ready.value,
      orElse: () => notStarted(notReady(app.ready, awaiting.missing()))
    }),
    Effect.andThen(following === undefined ? Effect.void : following.stand(program.ended)),
    Effect.catchTag("Unfollowed", unfollowed),
    Effect.as({ report, broken, sound })
  )
  return { report, ready }
})

/** The same command of the shell, with these words in front. */
const behind = (prefix: ReadonlyArray<string>, command: string): string =>
  prefix.length === 0 ? command : [...prefix, "/bin/sh", "-c", command].map(quoted).join(" ")

/** Without this check the system would report a missing shell. */
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

/** Lines of output in a message; the report has all. Our choice: docs/choices.md "Command line". */
const SHOWN = 30

const shown = ({ lines }: ProgramOutput): ReadonlyArray<string> => {
  const texts = lines.length === 0 ? ["It wrote nothing."] : lines.map(({ text }) => text)
  return excerptOf(texts, SHOWN).map((text) => `  ${text}`)
}

export interface AppsOptions {
  readonly stage: Stage
  readonly http: StageHttp
  /** Our own environment. */
  readonly environment: Environment
  /** Called before a program starts. */
  readonly onApp?: (application: string, command: string) => void
  /** Called after a program started; the function returns its output at any time. */
  readonly onOutput?: (report: () => AppOutput) => void
}

/**
 * Starts them one after the other, in the order of the file, and completes when all are ready. The scope ends them. The
 * result is for all programs together.
 */
export const startApps = Effect.fnUntraced(function* (
  { scenario, file }: Pick<LoadedScenario, "scenario" | "file">,
  { stage, http, environment, onApp, onOutput }: AppsOptions
): Effect.fn.Return<RunningApps, AppFailed | StageLost, Scope.Scope> {
  const apps = [...(scenario.app === undefined ? [] : [scenario.app]), ...(scenario.apps ?? [])]
  if (apps.length === 0) return inOne([])
  const events = yield* EventStream.open(http, stage)
  yield* events.ready
  const running: Array<RunningApp> = []
  for (const app of apps) {
    const application = yield* applicationOf(stage, app.application ?? scenario.application, app.command)
    onApp?.(application.name, app.command)
    const starting = yield* start({ app, application, stage, http, events, file, environment })
    onOutput?.(starting.report)
    running.push(yield* starting.ready)
  }
  return inOne(running)
})

/** Several programs as one. */
export interface RunningApps {
  /** Fails when one of them ends with an exit code other than 0; never completes otherwise. */
  readonly broken: Effect.Effect<never, AppFailed>
  /** Gives them a moment to fail after the last step; fails if one has. */
  readonly settled: Effect.Effect<void, AppFailed>
}

export const inOne = (running: ReadonlyArray<RunningApp>): RunningApps => {
  if (running.length === 0) return { broken: Effect.never, settled: Effect.sleep(ARRIVING_MS) }
  const broken = Effect.raceAllFirst(running.map((one) => one.broken))
  const sound = Effect.forEach(running, (one) => one.sound, { discard: true })
  return { broken, settled: Effect.andThen(Effect.raceFirst(Effect.sleep(SETTLING_MS), broken), sound) }
}

/** Real milliseconds: for a program to fail, and for calls under way of an app that runs elsewhere. Our choice: docs/choices.md "Scenarios". */
const SETTLING_MS = 200
const ARRIVING_MS = 20

const applicationOf = ({ applications }: Stage, name: string | undefined, command: string) =>
  Effect.mapError(Effect.fromResult(applicationFinder(applications)(name)), (why) =>
    appFailed("starting", command, `was not started: ${why}`)
  )
