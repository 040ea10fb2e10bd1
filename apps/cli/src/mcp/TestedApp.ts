/** The app that was named behind `--`: started beside the server, and again when an agent asks. */

import * as EventStream from "@backlot/player/stage/EventStream"
import * as NodeHttp from "@backlot/player/stage/NodeHttp"
import type { Stage } from "@backlot/player/stage/Stage"
import type { InterceptWay } from "@backlot/scenario/InterceptWays"
import { quoted } from "@backlot/scenario/ShellWord"
import { StartError } from "@backlot/server/boot/StartError"
import { type StartingApp, start } from "@backlot/simulator/run/AppUnderTest"
import { Effect, Exit, Fiber, Scope, Semaphore } from "effect"
import type { Variables } from "../given/Given.ts"
import { withBacklot } from "../process/OnPath.ts"
import type { AppState, AppUnderTest } from "./Place.ts"
import { ToolRefused } from "./ToolRefused.ts"

interface Tested {
  readonly words: ReadonlyArray<string>
  readonly stage: Stage
  readonly way: InterceptWay | false
  readonly outside: ReadonlyArray<string>
  readonly variables: Variables
}

/** Starts it and goes on; whoever plays waits for `ready`. The scope ends it. */
export const openApp = Effect.fnUntraced(function* ({ words, stage, way, outside, variables }: Tested) {
  const [application] = stage.applications
  if (application === undefined) return yield* new StartError({ message: NO_APPLICATION })
  const command = words.map(quoted).join(" ")
  const http = yield* NodeHttp.make
  const events = yield* EventStream.open(http, stage)
  yield* Effect.mapError(events.ready, ({ message }) => new StartError({ message }))
  const outer = yield* Effect.scope
  const app = { command, outside, ...(way === false ? {} : { intercept: way }) }
  // The program runs in the folder of this file.
  const file = `${process.cwd()}/scenario.yaml`
  const options = { app, application, stage, http, events, file, environment: withBacklot(variables) }

  const begin = Effect.gen(function* () {
    const scope = yield* Scope.fork(outer)
    let starting: StartingApp | undefined
    const fiber = yield* start(options).pipe(
      Effect.flatMap((one) => {
        starting = one
        return one.ready
      }),
      Scope.provide(scope),
      Effect.forkIn(scope)
    )
    return { scope, fiber, report: () => starting?.report() }
  })
  let current = yield* begin
  const turn = yield* Semaphore.make(1)

  const ready = Effect.suspend(() => Fiber.join(current.fiber)).pipe(
    Effect.flatMap(({ sound }) => sound),
    Effect.mapError(({ message }) => new ToolRefused({ message: `${message}\n\`app\` with restart starts it again` }))
  )
  const restart = Effect.gen(function* () {
    yield* Scope.close(current.scope, Exit.void)
    current = yield* begin
  })
  const state = (): AppState => {
    const report = current.report()
    const exit = current.fiber.pollUnsafe()
    const lines = report?.lines.map(({ text }) => text) ?? []
    const exit_code = report?.exit_code
    if (exit_code !== undefined) return { state: "ended", exit_code, lines }
    if (exit === undefined) return { state: "starting", exit_code, lines }
    return { state: Exit.isSuccess(exit) ? "running" : "not started", exit_code, lines }
  }
  const tested: AppUnderTest = {
    command: words.join(" "),
    ready,
    restart: Effect.andThen(turn.withPermits(1)(Effect.uninterruptible(restart)), ready),
    state
  }
  return tested
})

const NO_APPLICATION = "The world has no application that the app could be; add one to the world"
