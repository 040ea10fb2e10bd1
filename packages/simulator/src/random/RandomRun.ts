/**
 * Random users: draws worlds and operations from a seed, plays them on a server, and compares each answer with a
 * second, naive model of the specification. Source: product.md "Scenario files" (`--random`).
 */

import { elapsed } from "@backlot/domain/base/Elapsed"
import type { StageFailed, Stages } from "@backlot/player/stage/Stage"
import { Effect } from "effect"
import { generator } from "../generate/Generate.ts"
import * as Chance from "../model/Chance.ts"
import { RULES, type Rule } from "../model/ModelRules.ts"
import { KINDS, type Operation } from "../model/Operation.ts"
import { makeWorld, type RandomWorld } from "../model/RandomWorld.ts"
import { asItCame, shrunkFailure } from "./RandomFailure.ts"
import * as Performer from "./RandomPerformer.ts"
import { playOperations, type Source } from "./RandomPlay.ts"
import type { RandomFailure, RandomOptions, RandomResult } from "./RandomResult.ts"

/**
 * Ends at the first difference, which the result holds. Servers come from `Stages`. When interrupted, reports what was
 * played to `onCut`.
 */
export const runRandom = Effect.fnUntraced(function* (
  options: RandomOptions
): Effect.fn.Return<RandomResult, StageFailed, Stages> {
  const { seed, steps, duration_ms } = options
  const began = yield* elapsed
  const run: Run = {
    ...{ options, began, worlds: 0, played: 0, failure: undefined },
    most: steps ?? (duration_ms === undefined ? STEPS : Number.POSITIVE_INFINITY),
    until: began + (duration_ms ?? Number.POSITIVE_INFINITY),
    operations: new Map(Object.values(KINDS).flatMap((kinds) => kinds.map((kind) => [kind, 0]))),
    rules: new Map(RULES.map((rule) => [rule, 0]))
  }
  const result = (interrupted: boolean) =>
    Effect.map(elapsed, (now): RandomResult => {
      const { worlds, played, operations, rules, failure } = run
      const counts = { operations: Object.fromEntries(operations), rules: Object.fromEntries(rules) }
      return { seed, worlds, steps: played, ...counts, real_ms: now - began, interrupted, failure }
    })
  yield* playWorlds(run).pipe(
    Effect.onInterrupt(() => Effect.flatMap(result(true), (cut) => options.onCut?.(cut) ?? Effect.void))
  )
  return yield* result(false)
})

/** A run and its counts so far. */
interface Run {
  readonly options: RandomOptions
  /** Real time, as `until`. */
  readonly began: number
  readonly until: number
  /** The maximum of operations. */
  readonly most: number
  worlds: number
  played: number
  /** Kinds and rules that never occur are listed with 0. */
  readonly operations: Map<string, number>
  readonly rules: Map<string, number>
  failure: RandomFailure | undefined
}

const STEPS = 2_000
const STEPS_PER_WORLD = 500
/** Operations between two progress reports. */
const REPORT_EVERY = 25

const playWorlds = Effect.fnUntraced(function* (run: Run): Effect.fn.Return<void, StageFailed, Stages> {
  const { options, began } = run
  const { users = 6, guilds = 2, storage = "file", keeps_windows = false } = options
  for (let { seed } = options; ; seed++) {
    const world = makeWorld(Chance.make(seed), { users, guilds, storage, keeps_windows })
    run.worlds++
    const played = yield* Effect.scoped(playWorld(run, world, seed))
    if (played.difference !== undefined) {
      const failed = { seed, world, played, difference: played.difference, options, began }
      run.failure = asItCame(failed)
      run.failure = yield* shrunkFailure(failed)
      return
    }
    if (run.played >= run.most || (yield* elapsed) >= run.until) return
  }
})

const playWorld = Effect.fnUntraced(function* (run: Run, world: RandomWorld, seed: number) {
  const { options, most, began, until } = run
  // A second generator, so that the world's choices do not shift those of the operations.
  const next = generator(Chance.make(seed * 2 + 1), { crashes: options.crashes ?? world.storage === "file" })
  const room = Math.min(options.steps_per_world ?? STEPS_PER_WORLD, most - run.played)
  const of = Number.isFinite(most) ? most : undefined
  const onOperation = ({ kind }: Operation, rules: ReadonlyArray<Rule>) => {
    run.played++
    count(run.operations, kind)
    for (const rule of rules) count(run.rules, rule)
    if (run.played % REPORT_EVERY !== 0) return Effect.void
    return Effect.map(elapsed, (now) =>
      options.onProgress?.({ phase: "playing", seed, done: run.played, of, real_ms: now - began })
    )
  }
  const performer = yield* Performer.make(yield* Performer.openStage(world, seed))
  const source: Source = (model, number) => (number > room ? undefined : next(model, number))
  return yield* playOperations(world, performer, source, { until, onOperation })
})

const count = (into: Map<string, number>, what: string) => into.set(what, (into.get(what) ?? 0) + 1)
