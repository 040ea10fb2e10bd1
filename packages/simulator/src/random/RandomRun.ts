/**
 * Random users: draws worlds and operations from a seed, plays them on a server, and compares each answer with a
 * second, naive model of the specification. Source: product.md "Scenario files" (`--random`).
 */
import type { StageFailed, Stages } from "@backlot/player/stage/Stage"
import { realMillis } from "@backlot/player/stage/StageHttp"
import { Effect } from "effect"
import { generator } from "../generate/Generate.ts"
import * as Chance from "../model/Chance.ts"
import { RULES, type Rule } from "../model/ModelRules.ts"
import { KINDS, type Operation } from "../model/Operation.ts"
import { makeWorld, type RandomWorld } from "../model/RandomWorld.ts"
import { asItCame, shrunkFailure } from "./RandomFailure.ts"
import * as Performer from "./RandomPerformer.ts"
import { type Played, playOperations } from "./RandomPlay.ts"
import type { RandomFailure, RandomOptions, RandomProgress, RandomResult } from "./RandomResult.ts"
import { openStage } from "./RandomStage.ts"

/**
 * Ends at the first difference, which the result holds. Servers come from `Stages`. When interrupted, reports what was
 * played to `onCut`.
 */
export const runRandom = Effect.fnUntraced(function* (
  options: RandomOptions
): Effect.fn.Return<RandomResult, StageFailed, Stages> {
  const began = yield* realMillis
  const tally = newTally()
  let failure: RandomFailure | undefined
  const result = (interrupted: boolean) =>
    Effect.map(realMillis, (now): RandomResult => {
      const seed = options.seed
      return { seed, ...tally.totals(), real_ms: now - began, interrupted, failure }
    })
  const meet = (met: RandomFailure) => {
    failure = met
  }
  yield* playWorlds(planOf(options, began), tally, meet, options).pipe(
    Effect.onInterrupt(() => Effect.flatMap(result(true), (cut) => options.onCut?.(cut) ?? Effect.void))
  )
  return yield* result(false)
})

const playWorlds = Effect.fnUntraced(function* (
  plan: Plan,
  tally: Tally,
  meet: (failure: RandomFailure) => void,
  options: RandomOptions
): Effect.fn.Return<void, StageFailed, Stages> {
  for (let { seed } = options; ; seed++) {
    const world = worldOf(seed, options)
    tally.beginWorld()
    const played = yield* playWorld(world, seed, plan, tally, options)
    if (played.difference !== undefined) {
      const failed = { seed, world, played, difference: played.difference, options, began: plan.began }
      meet(asItCame(failed))
      return meet(yield* shrunkFailure(failed))
    }
    if (tally.steps() >= plan.steps || (yield* realMillis) >= plan.until) return
  }
})

/** The limits of a run. */
interface Plan {
  readonly began: number
  readonly steps: number
  /** Real time. */
  readonly until: number
}

const STEPS = 2_000
const STEPS_PER_WORLD = 500
/** Operations between two progress reports. */
const REPORT_EVERY = 25

const planOf = ({ steps, duration_ms }: RandomOptions, began: number): Plan => ({
  began,
  steps: steps ?? (duration_ms === undefined ? STEPS : Number.POSITIVE_INFINITY),
  until: duration_ms === undefined ? Number.POSITIVE_INFINITY : began + duration_ms
})

/** The random world of a seed. */
const worldOf = (seed: number, options: RandomOptions) => {
  const { users = 6, guilds = 2, storage = "file" } = options
  return makeWorld(Chance.make(seed), { users, guilds, storage })
}

const playWorld = Effect.fnUntraced(function* (
  world: RandomWorld,
  seed: number,
  plan: Plan,
  tally: Tally,
  options: RandomOptions
): Effect.fn.Return<Played, StageFailed, Stages> {
  // A second generator, so that the world's choices do not shift those of the operations.
  const chance = Chance.make(seed * 2 + 1)
  const crashes = options.crashes ?? world.storage === "file"
  const room = Math.min(options.steps_per_world ?? STEPS_PER_WORLD, plan.steps - tally.steps())
  const onOperation = (operation: Operation, rules: ReadonlyArray<Rule>) => {
    tally.add(operation, rules)
    if (tally.steps() % REPORT_EVERY !== 0) return Effect.void
    return Effect.map(realMillis, (now) => options.onProgress?.(playing(seed, tally.steps(), now, plan)))
  }
  const next = generator(chance, { crashes })
  const play = Effect.gen(function* () {
    const performer = yield* Performer.make(yield* openStage(world, seed))
    return yield* playOperations(
      world,
      performer,
      (model, number) => (number > room ? undefined : next(model, number)),
      { until: plan.until, onOperation }
    )
  })
  return yield* Effect.scoped(play)
})

const playing = (seed: number, done: number, now: number, { steps, began }: Plan): RandomProgress => ({
  phase: "playing",
  seed,
  done,
  of: Number.isFinite(steps) ? steps : undefined,
  real_ms: now - began
})

interface Tally {
  readonly beginWorld: () => void
  readonly add: (operation: Operation, rules: ReadonlyArray<Rule>) => void
  readonly steps: () => number
  readonly totals: () => Pick<RandomResult, "operations" | "rules" | "worlds" | "steps">
}

/** Kinds and rules that never occur are listed with 0. */
const newTally = (): Tally => {
  const operations = new Map<string, number>(Object.values(KINDS).flatMap((kinds) => kinds.map((kind) => [kind, 0])))
  const rules = new Map<string, number>(RULES.map((rule) => [rule, 0]))
  const count = (into: Map<string, number>, what: string) => into.set(what, (into.get(what) ?? 0) + 1)
  let worlds = 0
  let steps = 0
  return {
    beginWorld: () => {
      worlds++
    },
    add: ({ kind }, decided) => {
      steps++
      count(operations, kind)
      for (const rule of decided) count(rules, rule)
    },
    steps: () => steps,
    totals: () => ({ worlds, steps, operations: Object.fromEntries(operations), rules: Object.fromEntries(rules) })
  }
}
