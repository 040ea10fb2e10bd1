/**
 * Plays a scenario once: a server, the programs under test, the steps up to the first failure, and the result, however
 * it ends. Source: product.md "Scenario files".
 */

import { dirname } from "node:path"
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { formatTime } from "@backlot/domain/base/IsoTime"
import * as Player from "@backlot/player/Player"
import type { StageLost, StepFailure } from "@backlot/player/stage/Failure"
import * as NodeHttp from "@backlot/player/stage/NodeHttp"
import { type OpenStage, type Stage, type StageFailed, Stages } from "@backlot/player/stage/Stage"
import type { StageHttp } from "@backlot/player/stage/StageHttp"
import { lastRefused } from "@backlot/player/turn/Misdeeds"
import { controlOf } from "@backlot/player/turn/Playing"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { formatMillis, millisOf } from "@backlot/scenario/Duration"
import { defined } from "@backlot/scenario/Fields"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import type { Step } from "@backlot/scenario/Step"
import { Cause, Clock, Data, Effect, Exit, Option, type Scope } from "effect"
import type { Environment } from "../intercept/Environment.ts"
import { type AppFailed, startApps } from "./AppUnderTest.ts"
import { type AppMisbehaved, judgeApp } from "./AppVerdict.ts"
import type { AppOutput, Attempt, Playing, RunListener, StepResult } from "./RunResult.ts"
import { type Keeper, keeper } from "./Screens.ts"
import { exportWorld, located } from "./StageWorld.ts"
import { isStopped, resultOf, titleOf, withReason } from "./StepResults.ts"

/** How to play a scenario. */
export interface AttemptOptions {
  /** For scenarios without one. */
  readonly seed: number
  /** For scenarios without their own. */
  readonly ids?: "wall" | "clock" | undefined
  /** Overrides the scenario. */
  readonly storage?: "memory" | "file" | undefined
  /** Real milliseconds, for scenarios without a time-out. */
  readonly timeout_ms?: number | undefined
  /** Our own environment, for programs under test. */
  readonly environment: Environment
  /** Whether to keep the traces of all interactions. */
  readonly traces?: boolean | undefined
  /** Whether to keep what people saw after each step. */
  readonly screens?: boolean | undefined
  /** Formats file names in messages. Default: the whole path. */
  readonly shown?: (file: string) => string
  readonly listen: RunListener
}

/** `failed`: a step or a program under test. `unusable`: a server, a world or a program could not start. */
export type Ending = "passed" | "failed" | "unusable" | "interrupted"

export interface Attempted {
  readonly attempt: Attempt
  readonly ending: Ending
}

/** The whole scenario took too long. */
class TookTooLong extends Data.TaggedError("TookTooLong")<{ readonly timeout_ms: number }> {}

type Trouble = StageFailed | AppFailed | AppMisbehaved | StageLost | StepFailure | TookTooLong

/** Never fails. Calls `settle` in any case, even when interrupted, after everything that was started has stopped. */
export const play = (
  loaded: LoadedScenario,
  options: AttemptOptions,
  playing: Playing,
  settle: (attempted: Attempted) => void
): Effect.Effect<void, never, Stages> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const began = elapsedOf(clock)
    const notes: Notes = { began: clock.currentTimeMillisUnsafe(), apps: [] }
    const real_ms = () => elapsedOf(clock) - began
    return Effect.scoped(course(loaded, options, playing, notes)).pipe(
      Effect.onExit((exit) => Effect.sync(() => settle(assemble(loaded, notes, exit, real_ms())))),
      Effect.ignore,
      // A bug of Backlot fails only this scenario, and its report shows it.
      Effect.catchDefect(() => Effect.void)
    )
  })

/** What is known so far. */
interface Notes {
  /** When the player was made, or the attempt if there is none; in milliseconds since 1970. */
  began: number
  player?: Player.Player
  readonly apps: Array<() => AppOutput>
  world_before?: unknown
  world_after?: unknown
  traces?: ReadonlyArray<unknown>
  keeper?: Keeper | undefined
}

const course = Effect.fnUntraced(function* (
  loaded: LoadedScenario,
  options: AttemptOptions,
  playing: Playing,
  notes: Notes
): Effect.fn.Return<void, Trouble, Stages | Scope.Scope> {
  const { scenario, world } = loaded
  const { clock = "frozen", limits, seed = options.seed, ids = options.ids } = scenario
  const { environment, storage = scenario.storage ?? "memory", shown = (file: string) => file } = options
  const { listen } = options
  const stages = yield* Stages
  const opening = stages.open({ world, clock, storage, limits, seed, ids })
  const open = yield* Effect.mapError(opening, located(loaded, shown))
  const http = yield* NodeHttp.make
  notes.world_before = yield* exportWorld(http, open.stage)
  const timeout = millisOf(scenario.timeout ?? "") ?? options.timeout_ms ?? BOUNDS.scenario.value
  const played = Effect.gen(function* () {
    const player = yield* makePlayer(loaded, open, yield* lastRefused(controlOf(http, open.stage)))
    notes.player = player
    if (options.screens === true) notes.keeper = keeper(controlOf(http, open.stage), notes.world_before, loaded.steps)
    notes.began = player.began_at
    const onOutput = (output: () => AppOutput) => notes.apps.push(output)
    const onApp = (application: string, command: string) =>
      listen({ type: "app.starting", playing, application, command })
    const apps = { stage: open.stage, http, environment, onApp, onOutput }
    const running = yield* startApps(loaded, apps)
    const steps = playSteps(loaded, { player, keeper: notes.keeper }, playing, listen)
    if (scenario.allow?.includes("exit") === true) yield* steps
    else {
      yield* Effect.raceFirst(steps, running.broken)
      // Also after the last step: it may have made the program end.
      yield* running.settled
    }
    yield* judgeApp({ allow: scenario.allow, unit: "step" }, player)
  }).pipe(Effect.timeoutOrElse({ duration: timeout, orElse: () => new TookTooLong({ timeout_ms: timeout }) }))
  const exit = yield* Effect.exit(played)
  notes.world_after = yield* Effect.orElseSucceed(exportWorld(http, open.stage), () => undefined)
  if (options.traces === true) notes.traces = yield* tracesOf(http, open.stage, notes.player?.played() ?? [])
  yield* exit
})

/** Leaves out what the server no longer answers. */
const tracesOf = (http: StageHttp, stage: Stage, played: ReadonlyArray<Player.PlayedStep>) => {
  const ids = new Set(played.flatMap(({ outcome }) => outcome?.interaction_id ?? []))
  const control = controlOf(http, stage)
  return Effect.map(
    Effect.forEach(ids, (id) => Effect.option(control("GET", `/interactions/${id}`))),
    (answers) => answers.flatMap((answer) => (Option.isSome(answer) ? [answer.value.body] : []))
  )
}

const makePlayer = (
  { scenario, file, steps, variables }: LoadedScenario,
  { stage, restart }: OpenStage,
  refused_before: number
) => {
  const looksAtGateway = ({ expect, wait }: Step): boolean =>
    expect?.gateway !== undefined || (typeof wait === "object" && wait.gateway !== undefined)
  const watch = steps.some(({ step }) => looksAtGateway(step))
  const answers_within_ms = millisOf(scenario.answers_within ?? "")
  const { application } = scenario
  const folder = dirname(file)
  return Player.make({ stage, restart, variables, application, answers_within_ms, refused_before, folder, watch })
}

const playSteps = Effect.fnUntraced(function* (
  loaded: LoadedScenario,
  { player, keeper }: Pick<Notes, "keeper"> & { readonly player: Player.Player },
  playing: Playing,
  listen: RunListener
) {
  if (keeper !== undefined) yield* keeper.after(0, undefined)
  for (const [index, step] of loaded.steps.entries()) {
    listen({ type: "step.began", playing, title: titleOf(loaded, index) })
    const report = Effect.sync(() => {
      const played = player.played()[index]
      if (played !== undefined) listen({ type: "step.ended", playing, step: resultOf(loaded, step, played, index) })
    })
    const performed = Effect.ensuring(player.perform(step.step), report)
    const seen = Effect.suspend(() => keeper?.after(index + 1, player.played()[index]) ?? Effect.void)
    yield* Effect.andThen(
      Effect.tapError(performed, () => seen),
      seen
    )
  }
})

/** The step in progress, if any, after these words. */
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
  const results = loaded.steps.map((step, index) => resultOf(loaded, step, played[index], index))
  const ofSteps = results.map((step) => step.failure)
  const { ending, reason, failure } = judge(exit, ofSteps, (words) => whereOf(loaded, player, words))
  const { world_before, world_after, traces } = notes
  const screens = notes.keeper?.result()
  const apps = notes.apps.map((output) => output())
  const played_steps = withReason(results, player?.transcript() ?? [], reason)
  const began = formatTime(notes.began)
  const attempt = {
    began,
    ...played_steps,
    failure,
    apps,
    world_before,
    world_after,
    ...defined({ traces, screens }),
    real_ms
  }
  return { attempt, ending }
}

interface Judged {
  readonly ending: Ending
  readonly failure: string | undefined
  /** Why a step in progress ended. */
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
    // Without the program's output, which the attempt holds separately.
    const [reason = ""] = trouble.message.split("\n")
    return { ending, failure: `${reason}${trouble.when === "playing" ? where(" It was in") : ""}`, reason }
  }
  // A step already shows this failure.
  return { ending, failure: ofSteps.some((one) => one === trouble) ? undefined : trouble.message }
}

const endingOf = (trouble: Trouble): Ending => {
  if (trouble._tag === "AppFailed") return trouble.when === "starting" ? "unusable" : "failed"
  return trouble._tag === "StageFailed" || trouble._tag === "StageLost" ? "unusable" : "failed"
}
