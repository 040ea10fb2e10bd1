/**
 * One play of a scenario: a server, the programs under test, the steps up to the first that fails, and what is to be
 * reported of it however it ends. Source: product.md "Scenario files".
 */
import { dirname } from "node:path"
import * as Player from "@backlot/player/Player"
import type { StageLost, StepFailure } from "@backlot/player/stage/Failure"
import { type OpenStage, type Stage, type StageFailed, Stages } from "@backlot/player/stage/Stage"
import * as StageHttp from "@backlot/player/stage/StageHttp"
import { controlOf } from "@backlot/player/turn/Playing"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { formatMillis, millisOf } from "@backlot/scenario/Duration"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import type { Step } from "@backlot/scenario/Step"
import { Cause, Clock, Data, Effect, Exit, Option, type Scope } from "effect"
import type { Environment } from "./AppEnvironment.ts"
import { startApps } from "./Apps.ts"
import type { AppFailed } from "./AppUnderTest.ts"
import type { AppOutput, Attempt, StepResult } from "./RunResult.ts"
import { exportWorld } from "./StageWorld.ts"
import { resultOf, skippedStep, titleOf } from "./StepResults.ts"
import { isStopped, withReason } from "./Stopped.ts"
import { located } from "./WorldFaults.ts"

/** How a scenario is played. */
export interface AttemptOptions {
  readonly seed: number
  readonly ids: "wall" | "clock"
  /** In place of what the scenario says. */
  readonly storage?: "memory" | "file" | undefined
  /** Real milliseconds, for scenarios that say nothing of it. */
  readonly timeout_ms?: number | undefined
  /** That of whoever runs us, for programs under test. */
  readonly environment: Environment
  /** Whether the traces of all interactions are kept. */
  readonly traces?: boolean | undefined
  /** How files are named to whoever reads of them. Default: by their whole path. */
  readonly shown?: (file: string) => string
}

/**
 * How it ended: `failed` is a step or a program under test, `unusable` a server, a world or a program that could not be
 * had at all.
 */
export type Ending = "passed" | "failed" | "unusable" | "interrupted"

export interface Attempted {
  readonly attempt: Attempt
  readonly ending: Ending
}

/** What is told while it goes on. */
export interface AttemptListener {
  readonly onApp: (application: string, command: string) => void
  readonly onStepBegan: (title: string) => void
  readonly onStep: (step: StepResult) => void
}

/** The scenario as a whole took too long. */
class TookTooLong extends Data.TaggedError("TookTooLong")<{ readonly timeout_ms: number }> {}

type Trouble = StageFailed | AppFailed | StageLost | StepFailure | TookTooLong

/** Never fails; `settle` is told of the end in any case, an interruption too, once all that was started is stopped. */
export const play = (
  loaded: LoadedScenario,
  options: AttemptOptions,
  listener: AttemptListener,
  settle: (attempted: Attempted) => void
): Effect.Effect<void, never, Stages> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const began = clock.currentTimeMillisUnsafe()
    const notes: Notes = {
      player: undefined,
      apps: [],
      world_before: undefined,
      world_after: undefined,
      traces: undefined
    }
    const real_ms = () => clock.currentTimeMillisUnsafe() - began
    return Effect.scoped(course(loaded, options, listener, notes)).pipe(
      Effect.onExit((exit) => Effect.sync(() => settle(assemble(loaded, notes, exit, real_ms())))),
      Effect.ignore,
      // A bug of ours fails its own scenario, whose report has it, and no other.
      Effect.catchDefect(() => Effect.void)
    )
  })

/** What is known so far. */
interface Notes {
  player: Player.Player | undefined
  readonly apps: Array<() => AppOutput>
  world_before: unknown
  world_after: unknown
  traces: ReadonlyArray<unknown> | undefined
}

const course = Effect.fnUntraced(function* (
  loaded: LoadedScenario,
  options: AttemptOptions,
  listener: AttemptListener,
  notes: Notes
): Effect.fn.Return<void, Trouble, Stages | Scope.Scope> {
  const { scenario } = loaded
  const stages = yield* Stages
  const opening = stages.open({
    world: loaded.world,
    clock: scenario.clock ?? "frozen",
    storage: options.storage ?? scenario.storage ?? "memory",
    limits: scenario.limits,
    seed: options.seed,
    ids: options.ids
  })
  const open = yield* Effect.mapError(opening, located(loaded, options.shown ?? ((file) => file)))
  const http = yield* StageHttp.make
  notes.world_before = yield* exportWorld(http, open.stage)
  const timeout = millisOf(scenario.timeout ?? "") ?? options.timeout_ms ?? BOUNDS.scenario.value
  const played = Effect.gen(function* () {
    const player = yield* makePlayer(loaded, open)
    notes.player = player
    const { broken, sound } = yield* startApps(loaded, {
      stage: open.stage,
      http,
      environment: options.environment,
      onApp: listener.onApp,
      onOutput: (told) => notes.apps.push(told)
    })
    yield* Effect.raceFirst(playSteps(loaded, player, listener), broken)
    // After the last step too: what the program was asked for may have ended it.
    yield* sound
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => new TookTooLong({ timeout_ms: timeout })
    })
  )
  const exit = yield* Effect.exit(played)
  notes.world_after = yield* Effect.orElseSucceed(exportWorld(http, open.stage), () => undefined)
  if (options.traces === true) notes.traces = yield* tracesOf(http, open.stage, notes.player?.played() ?? [])
  yield* exit
})

/** What can not be had any more is left out. */
const tracesOf = (http: StageHttp.StageHttp, stage: Stage, played: ReadonlyArray<Player.PlayedStep>) => {
  const ids = new Set(played.flatMap(({ outcome }) => outcome?.interaction_id ?? []))
  const control = controlOf(http, stage)
  return Effect.map(
    Effect.forEach(ids, (id) => Effect.option(control("GET", `/interactions/${id}`))),
    (answers) => answers.flatMap((answer) => (Option.isSome(answer) ? [answer.value.body] : []))
  )
}

const makePlayer = ({ scenario, file, steps, variables }: LoadedScenario, { stage, restart }: OpenStage) =>
  Player.make({
    stage,
    restart,
    variables,
    application: scenario.application,
    folder: dirname(file),
    watch: steps.some(({ step }) => looksAtGateway(step))
  })

const looksAtGateway = ({ expect, wait }: Step): boolean =>
  expect?.gateway !== undefined || (typeof wait === "object" && wait.gateway !== undefined)

const playSteps = (loaded: LoadedScenario, player: Player.Player, { onStepBegan, onStep }: AttemptListener) =>
  Effect.forEach(
    loaded.steps,
    (step, index) =>
      Effect.suspend(() => {
        onStepBegan(titleOf(loaded, index))
        return player.perform(step.step)
      }).pipe(
        Effect.onExit(() =>
          Effect.sync(() => {
            const played = player.played()[index]
            if (played !== undefined) onStep(resultOf(loaded, step, played, index))
          })
        )
      ),
    { discard: true }
  )

/** The step that was under way, where one was, behind these words. */
const whereOf = (loaded: LoadedScenario, player: Player.Player | undefined, words: string): string => {
  if (player === undefined) return ""
  const played = player.played()
  const stopped = played.findIndex(isStopped)
  const at = stopped === -1 ? played.length : stopped
  return at < loaded.steps.length ? `${words} step ${at + 1} (${titleOf(loaded, at)})` : ""
}

const assemble = (loaded: LoadedScenario, notes: Notes, exit: Exit.Exit<void, Trouble>, real_ms: number): Attempted => {
  const { player } = notes
  const played = player?.played() ?? []
  const results = loaded.steps.map((step, index) => {
    const one = played[index]
    return one === undefined ? skippedStep(loaded, step, index) : resultOf(loaded, step, one, index)
  })
  const ofSteps = results.map((step) => step.failure)
  const { ending, reason, failure } = judge(exit, ofSteps, (words) => whereOf(loaded, player, words))
  const attempt: Attempt = {
    ...withReason(results, player?.transcript() ?? [], reason),
    failure,
    apps: notes.apps.map((told) => told()),
    world_before: notes.world_before,
    world_after: notes.world_after,
    ...(notes.traces === undefined ? {} : { traces: notes.traces }),
    real_ms
  }
  return { attempt, ending }
}

interface Judged {
  readonly ending: Ending
  readonly failure: string | undefined
  /** What a step that was under way ended by. */
  readonly reason?: string
}

const judge = (
  exit: Exit.Exit<void, Trouble>,
  ofSteps: ReadonlyArray<StepResult["failure"]>,
  where: (words: string) => string
): Judged => {
  if (Exit.isSuccess(exit)) return { ending: "passed", failure: undefined }
  if (Cause.hasInterruptsOnly(exit.cause)) {
    return { ending: "interrupted", failure: "It was interrupted.", reason: "The run was interrupted." }
  }
  const trouble = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (trouble === undefined) {
    const failure = Cause.pretty(exit.cause)
    return { ending: "failed", failure, reason: `Backlot failed (${failure.split("\n")[0]})` }
  }
  const ending = endingOf(trouble)
  if (trouble._tag === "TookTooLong") {
    const longer = `took longer than ${formatMillis(trouble.timeout_ms)}`
    return { ending, failure: `It ${longer}${where(", and was in")}`, reason: `The scenario ${longer}` }
  }
  if (trouble._tag === "AppFailed") {
    // Without the output of the program, which the attempt has as a whole.
    const [reason = ""] = trouble.message.split("\n")
    return { ending, failure: `${reason}${trouble.when === "playing" ? where(" It was in") : ""}`, reason }
  }
  // A failure that a step shows is not told twice.
  return { ending, failure: ofSteps.some((one) => one === trouble) ? undefined : trouble.message }
}

const endingOf = (trouble: Trouble): Ending => {
  if (trouble._tag === "AppFailed") return trouble.when === "starting" ? "unusable" : "failed"
  return trouble._tag === "StageFailed" || trouble._tag === "StageLost" ? "unusable" : "failed"
}
