/**
 * Random users: worlds and operations drawn from a seed, played on a server, each answer compared with what a second,
 * naive model of the specification says. Source: product.md "Scenario files" (`--random`).
 */
import { Effect } from "effect"
import type { StageFailed, Stages } from "../play/Stage.ts"
import { realMillis } from "../play/StageHttp.ts"
import * as Chance from "./Chance.ts"
import { generator } from "./Generate.ts"
import { RULES } from "./ModelRules.ts"
import { OPERATION_KINDS } from "./Operation.ts"
import { tellFailure } from "./RandomFailure.ts"
import * as Performer from "./RandomPerformer.ts"
import { type Played, playOperations } from "./RandomPlay.ts"
import type { RandomFailure, RandomOptions, RandomProgress, RandomResult } from "./RandomResult.ts"
import { openStage } from "./RandomStage.ts"
import { makeWorld } from "./RandomWorld.ts"

/** Ends at the first difference, which is in the result. Servers come from `Stages`. */
export const runRandom = Effect.fnUntraced(function* (
  options: RandomOptions
): Effect.fn.Return<RandomResult, StageFailed, Stages> {
  const began = yield* realMillis
  const tally = newTally()
  const plan = planOf(options, began)
  let seed = options.seed
  let failure: RandomFailure | undefined
  for (;;) {
    const world = worldOf(seed, options)
    const room = Math.min(options.steps_per_world ?? STEPS_PER_WORLD, plan.steps - tally.steps())
    const played = yield* playWorld(seed, room, plan, tally, options)
    tally.add(played)
    if (played.difference !== undefined) {
      failure = yield* tellFailure({ seed, world, played, difference: played.difference, options })
      break
    }
    if (tally.steps() >= plan.steps || (yield* realMillis) >= plan.until) break
    seed++
  }
  const { operations, rules, worlds } = tally.totals()
  return {
    seed: options.seed,
    worlds,
    steps: tally.steps(),
    real_ms: (yield* realMillis) - began,
    operations,
    rules,
    failure
  }
})

/** What bounds a run. */
export interface Plan {
  readonly began: number
  readonly steps: number
  /** Real time. */
  readonly until: number
}

const STEPS = 2_000
const STEPS_PER_WORLD = 500
/** Operations between two reports of progress. */
const TOLD_EVERY = 25

const planOf = ({ steps, duration_ms }: RandomOptions, began: number): Plan => ({
  began,
  steps: steps ?? (duration_ms === undefined ? STEPS : Number.POSITIVE_INFINITY),
  until: duration_ms === undefined ? Number.POSITIVE_INFINITY : began + duration_ms
})

const storageOf = ({ storage = "file" }: RandomOptions) => storage

/** Chance and world of a seed. */
const worldOf = (seed: number, options: RandomOptions) => {
  const { users = 6, guilds = 2 } = options
  return makeWorld(Chance.make(seed), { users, guilds, storage: storageOf(options) })
}

const playWorld = Effect.fnUntraced(function* (
  seed: number,
  room: number,
  plan: Plan,
  tally: Tally,
  options: RandomOptions
): Effect.fn.Return<Played, StageFailed, Stages> {
  const world = worldOf(seed, options)
  // Of its own, so that a world and its operations do not hang on each other's number of choices.
  const chance = Chance.make(seed * 2 + 1)
  const crashes = options.crashes ?? storageOf(options) === "file"
  const before = tally.steps()
  let done = 0
  const onOperation = () => {
    done++
    if (done % TOLD_EVERY === 0) options.onProgress?.(playing(seed, before + done, plan))
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

const playing = (seed: number, done: number, { steps }: Plan): RandomProgress => ({
  phase: "playing",
  seed,
  done,
  of: Number.isFinite(steps) ? steps : undefined
})

interface Tally {
  readonly add: (played: Played) => void
  readonly steps: () => number
  readonly totals: () => Pick<RandomResult, "operations" | "rules" | "worlds">
}

/** Kinds and rules that never came stand with 0. */
const newTally = (): Tally => {
  const operations = new Map<string, number>(OPERATION_KINDS.map((kind) => [kind, 0]))
  const rules = new Map<string, number>(RULES.map((rule) => [rule, 0]))
  const count = (into: Map<string, number>, what: string, by: number) => into.set(what, (into.get(what) ?? 0) + by)
  let worlds = 0
  let steps = 0
  return {
    add: (played) => {
      worlds++
      steps += played.operations.length
      for (const { kind } of played.operations) count(operations, kind, 1)
      for (const [rule, times] of played.model.rules) count(rules, rule, times)
    },
    steps: () => steps,
    totals: () => ({ worlds, operations: Object.fromEntries(operations), rules: Object.fromEntries(rules) })
  }
}
