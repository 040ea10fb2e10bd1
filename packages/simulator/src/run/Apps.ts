/** Runs the programs under test of a scenario. Source: product.md "Scenario files" (app). */
import { applicationFinder } from "@backlot/player/name/Finder"
import * as EventStream from "@backlot/player/stage/EventStream"
import type { StageLost } from "@backlot/player/stage/Failure"
import type { Stage } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { Effect, type Scope } from "effect"
import type { Environment } from "./AppEnvironment.ts"
import * as AppUnderTest from "./AppUnderTest.ts"
import { type AppFailed, appFailed } from "./AppUnderTest.ts"
import type { AppOutput } from "./RunResult.ts"

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
): Effect.fn.Return<Omit<AppUnderTest.RunningApp, "report">, AppFailed | StageLost, Scope.Scope> {
  const apps = [...(scenario.app === undefined ? [] : [scenario.app]), ...(scenario.apps ?? [])]
  if (apps.length === 0) return { broken: Effect.never, sound: Effect.void }
  const events = yield* EventStream.open(http, stage)
  yield* events.ready
  const running: Array<AppUnderTest.RunningApp> = []
  for (const app of apps) {
    const application = yield* applicationOf(stage, app.application ?? scenario.application, app.command)
    onApp?.(application.name, app.command)
    const starting = yield* AppUnderTest.start({ app, application, stage, http, events, file, environment })
    onOutput?.(starting.report)
    running.push(yield* starting.ready)
  }
  return {
    broken: Effect.raceAllFirst(running.map(({ broken }) => broken)),
    sound: Effect.forEach(running, ({ sound }) => sound, { discard: true })
  }
})

const applicationOf = ({ applications }: Stage, name: string | undefined, command: string) =>
  Effect.mapError(Effect.fromResult(applicationFinder(applications)(name)), (why) =>
    appFailed("starting", command, `was not started: ${why}`)
  )
