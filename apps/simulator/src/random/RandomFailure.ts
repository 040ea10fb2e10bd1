/** A difference between service and model, as a person needs it: small, and as a scenario that fails again. */
import { Effect } from "effect"
import { describeAct } from "../play/Describe.ts"
import * as Player from "../play/Player.ts"
import type { StageFailed, Stages } from "../play/Stage.ts"
import { realMillis } from "../play/StageHttp.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import type { Difference, Played } from "./RandomPlay.ts"
import type { RandomFailure, RandomOptions } from "./RandomResult.ts"
import { scenarioOf } from "./RandomScenario.ts"
import { shrinkPlay } from "./RandomShrink.ts"
import { openStage } from "./RandomStage.ts"
import type { RandomWorld } from "./RandomWorld.ts"

/** Real milliseconds for making a failure smaller. */
const SHRINK_MS = 60_000

interface Failed {
  readonly seed: number
  readonly world: RandomWorld
  readonly played: Played
  readonly difference: Difference
  readonly options: RandomOptions
}

export const tellFailure = Effect.fnUntraced(function* ({
  seed,
  world,
  played,
  difference,
  options
}: Failed): Effect.fn.Return<RandomFailure, StageFailed, Stages> {
  const until = (yield* realMillis) + (options.shrink_ms ?? SHRINK_MS)
  const onTry = (tries: number, smallest: number) =>
    options.onProgress?.({ phase: "shrinking", seed, done: tries, of: smallest })
  const small = yield* Effect.scoped(shrinkPlay(world, seed, played, difference, { until, onTry }))
  const act = describeAct(small.difference.step, { as: small.difference.step.as, in: small.difference.step.in })
  const scenario = scenarioOf(
    world,
    small.played.steps,
    `random users, seed ${seed}: ${small.difference.rules.at(-1) ?? "an answer"}`
  )
  return {
    seed,
    step: difference.at,
    act,
    said: small.difference.said,
    did: small.difference.did,
    rules: small.difference.rules,
    scenario,
    operations_before: played.operations.length,
    operations_after: small.played.operations.length,
    reproduced: yield* Effect.scoped(failsAgain(scenario, world, seed))
  }
})

/** On a server of its own, played by the player that plays scenario files: the last step fails, and no other. */
const failsAgain = Effect.fnUntraced(function* ({ world: file, steps }: Scenario, world: RandomWorld, seed: number) {
  const { stage, restart } = yield* openStage({ ...world, file }, seed)
  const player = yield* Player.make({ stage, restart })
  for (const [index, step] of steps.entries()) {
    const result = yield* Effect.result(player.perform(step))
    if (result._tag === "Failure") return index === steps.length - 1
  }
  return false
})
