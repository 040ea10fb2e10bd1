/** Presents a difference between service and model: small, and as a scenario that fails again. Source: product.md "Scenario files". */

import { elapsed } from "@backlot/domain/base/Elapsed"
import * as Player from "@backlot/player/Player"
import type { StageFailed, Stages } from "@backlot/player/stage/Stage"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { describeAct } from "@backlot/scenario/describe/Describe"
import { defined } from "@backlot/scenario/Fields"
import { oneLine } from "@backlot/scenario/match/DescribeValue"
import type { Scenario } from "@backlot/scenario/Scenario"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import type { RandomWorld } from "../model/RandomWorld.ts"
import { openStage } from "./RandomPerformer.ts"
import type { RandomFailure, RandomOptions } from "./RandomResult.ts"
import { type Shrunk, shrinkPlay } from "./RandomShrink.ts"

interface Failed extends Shrunk {
  readonly seed: number
  readonly options: RandomOptions
  /** Real time at which the run began. */
  readonly began: number
}

/** Neither shrunk nor replayed. */
export const asItCame = (failed: Failed): RandomFailure => failureOf(failed, failed, undefined)

/** As small as time allows, and replayed. */
export const shrunkFailure = Effect.fnUntraced(function* (
  failed: Failed
): Effect.fn.Return<RandomFailure, StageFailed, Stages> {
  const { seed, world, options, began } = failed
  const from = yield* elapsed
  const until = from + (options.shrink_ms ?? BOUNDS.shrink.value)
  const onTry = (tries: number, smallest: number) =>
    Effect.map(elapsed, (now) =>
      options.onProgress?.({ phase: "shrinking", seed, done: tries, of: smallest, real_ms: now - began })
    )
  const small = yield* Effect.scoped(shrinkPlay(world, seed, failed.played, failed.difference, { until, onTry }))
  const reproduced = yield* Effect.scoped(failsAgain(scenarioFor(failed, small), small.world, seed))
  return failureOf(failed, small, reproduced)
})

const failureOf = (failed: Failed, small: Shrunk, reproduced: boolean | undefined): RandomFailure => {
  const { seed, world, difference, played } = failed
  const { said, did, rules } = small.difference
  return {
    ...{ seed, storage: world.storage, step: difference.at, act: actOf(small), said, did, rules },
    scenario: scenarioFor(failed, small),
    operations_before: played.operations.length,
    operations_after: small.played.operations.length,
    reproduced
  }
}

const actOf = ({ world, difference }: Shrunk): string => describeAct(named(world)(difference.step))

/** Leaves out tokens and conversations that no step names. */
const scenarioFor = ({ seed }: Failed, small: Shrunk): Scenario => {
  const { file, storage, limits } = small.world
  const { steps } = small.played
  const name = nameOf(seed, actOf(small))
  return { name, world: pruned(file, steps), clock: "frozen", storage, limits, steps: steps.map(named(small.world)) }
}

/** Captures appear in the sentence as `${c12}`; they are removed from the name. */
export const nameOf = (seed: number, act: string): string =>
  `random users, seed ${seed}: ${oneLine(act.replaceAll(/\$\{(\w+)\}/g, "$1"), NAME)}`

/** Characters of an act in the name of a scenario. */
const NAME = 80

/** Replays it on its own server with the player of scenario files: exactly the last step must fail. */
const failsAgain = Effect.fnUntraced(function* ({ world: file, steps }: Scenario, world: RandomWorld, seed: number) {
  const { stage, restart } = yield* openStage({ ...world, file }, seed)
  const player = yield* Player.make({ stage, restart })
  for (const [index, step] of steps.entries()) {
    const result = yield* Effect.result(player.perform(step))
    if (result._tag === "Failure") return index === steps.length - 1
  }
  return false
})

/** Replaces ids of users, applications and guild channels by their names. */
const named = (world: RandomWorld): ((step: Step) => Step) => {
  const { applications, users, guilds } = world.model()
  const channels = guilds.flatMap((guild) => guild.channels)
  const names = new Map<string | undefined, string>([
    ...users.map(({ id, username }) => [id, username] as const),
    ...applications.map(({ id, name }) => [id, name] as const),
    ...channels.map(({ id, name }) => [id, `#${name}`] as const)
  ])
  const nameOf = <Id extends string | undefined>(id: Id) => names.get(id) ?? id
  return (step) => ({
    ...step,
    ...defined({ as: nameOf(step.as), in: nameOf(step.in) }),
    ...(step.app === undefined
      ? {}
      : { app: { ...step.app, ...defined({ application: nameOf(step.app.application) }) } })
  })
}

const pruned = (world: RandomWorld["file"], steps: ReadonlyArray<Step>): RandomWorld["file"] => {
  const text = JSON.stringify(steps)
  return {
    ...world,
    tokens: world.tokens.filter(({ token }) => text.includes(token)),
    direct_channels: world.direct_channels.filter(({ id }) => text.includes(id))
  }
}
