/** Runs of scenarios on servers in the process of the test. */

import type { Stages } from "@backlot/player/stage/Stage"
import { format } from "@backlot/player/Transcript"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import * as Runner from "@backlot/simulator/run/Runner"
import { Clock, Duration, Effect, Layer, Logger, type Scope } from "effect"
import { embedded } from "./EmbeddedStages.ts"

/** Plays the scenarios one after the other, each once. */
export const RUN: Runner.RunOptions = {
  seed: 1,
  parallel: 1,
  bail: false,
  retries: 0,
  environment: { PATH: process.env["PATH"] },
  listen: () => {}
}

/** Options that make every run the same. */
export const ALIKE = { seed: 7 } as const

/** The results, and the first attempt at the first scenario. */
export const played = Effect.fnUntraced(function* (
  scenarios: ReadonlyArray<LoadedScenario>,
  options: Partial<Runner.RunOptions> = {}
) {
  const run = yield* Runner.make(scenarios, { ...RUN, ...options })
  yield* run.play
  const result = run.result()
  const attempt = result.scenarios[0]?.attempts[0]
  const transcript = format(attempt?.transcript ?? [])
  return { result, verdict: run.verdict(), attempt, transcript, told: `${attempt?.failure ?? ""}\n${transcript}` }
})

/** In it, what lasts so long is over once `over` has ended, neither sooner nor later. */
export const overAfter = <A, E, R>(effect: Effect.Effect<A, E, R>, ms: number, over: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const sleep: Clock.Clock["sleep"] = (duration) =>
      Duration.toMillis(duration) === ms ? over : clock.sleep(duration)
    return yield* Effect.provideService(effect, Clock.Clock, Object.assign(Object.create(clock), { sleep }))
  })

export const onServers = <A, E>(effect: Effect.Effect<A, E, Stages | Scope.Scope>): Effect.Effect<A, E> =>
  effect.pipe(Effect.scoped, Effect.provide(Layer.merge(embedded, Logger.layer([]))))
