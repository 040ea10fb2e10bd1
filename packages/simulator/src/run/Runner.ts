/**
 * Plays scenarios, several at a time if requested, each on its own server, and collects the results. Source: product.md
 * "Scenario files" (`simulate`).
 */
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { formatTime } from "@backlot/domain/base/IsoTime"
import type { Stages } from "@backlot/player/stage/Stage"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { Clock, Effect } from "effect"
import { type Attempted, type AttemptOptions, type Ending, play as playOnce } from "./Attempt.ts"
import type { Playing, RunResult, ScenarioResult } from "./RunResult.ts"

export interface RunOptions extends AttemptOptions, Selection {
  /** How many are played at the same time. */
  readonly parallel: number
  /** After the first failure nothing more begins. */
  readonly bail: boolean
  /** How often a failed scenario is retried; if it then passes, it is flaky. */
  readonly retries: number
}

export const make = Effect.fnUntraced(function* (scenarios: ReadonlyArray<LoadedScenario>, options: RunOptions) {
  const clock = yield* Clock.Clock
  const began = elapsedOf(clock)
  const real_ms = () => elapsedOf(clock) - began
  const chosen = choose(scenarios, options)
  const entries = scenarios.map((loaded, index): Entry => ({ loaded, index, played: [] }))
  const toPlay = entries.filter(({ index }) => chosen[index])
  const { listen, parallel, seed } = options
  const play = Effect.suspend(() => {
    listen({ type: "run.began", scenarios: toPlay.length, skipped: entries.length - toPlay.length, parallel, seed })
    const isBailed = () => options.bail && entries.some((other) => hasFailed(other, options))
    const begin = (entry: Entry) => Effect.suspend(() => (isBailed() ? Effect.void : playEntry(entry, options)))
    let isOver = false
    const over = Effect.sync(() => {
      isOver = true
    })
    const all = Effect.forEach(toPlay, begin, { concurrency: parallel, discard: true })
    // Reported at once, because stopping takes time.
    const interrupted = Effect.sync(() => {
      if (!isOver) listen({ type: "run.interrupted" })
    })
    return Effect.raceFirst(
      Effect.ensuring(all, over),
      Effect.onInterrupt(Effect.never, () => interrupted)
    )
  }).pipe(Effect.onExit(() => Effect.sync(() => listen({ type: "run.ended", real_ms: real_ms() }))))
  const iso = formatTime(clock.currentTimeMillisUnsafe())
  return {
    /** How many scenarios are selected. */
    chosen: toPlay.length,
    /** Never fails. When interrupted, it stops everything it started before it ends. */
    play,
    /** The current state: during the run, what has ended. */
    result: (): RunResult => ({ began: iso, real_ms: real_ms(), seed, scenarios: entries.map(resultOf) }),
    verdict: (): Ending => verdictOf(entries.flatMap(({ played }) => played.at(-1)?.ending ?? []))
  }
})

interface Entry {
  readonly loaded: LoadedScenario
  readonly index: number
  readonly played: Array<Attempted>
}

/** For good: a retried one may still pass. */
const hasFailed = ({ played }: Entry, options: RunOptions): boolean =>
  (played.at(-1)?.ending ?? "passed") !== "passed" && !isAgain(played, options)

const isAgain = (played: Entry["played"], { retries }: RunOptions): boolean => {
  const ending = played.at(-1)?.ending ?? "passed"
  return ending !== "passed" && ending !== "interrupted" && played.length <= retries
}

/** Retries while allowed. */
const playEntry = (entry: Entry, options: RunOptions): Effect.Effect<void, never, Stages> =>
  Effect.suspend(() => {
    const { loaded, index, played } = entry
    const { listen } = options
    const playing: Playing = { index, file: loaded.file, name: loaded.name, attempt: played.length + 1 }
    listen({ type: "attempt.began", playing, steps: loaded.steps.length })
    const once = playOnce(loaded, options, playing, (attempted) => {
      played.push(attempted)
      const again = isAgain(played, options)
      listen({ type: "attempt.ended", playing, failed: attempted.ending !== "passed", again })
      if (!again) listen({ type: "scenario.ended", playing, result: resultOf(entry) })
    })
    return Effect.flatMap(once, () => (isAgain(played, options) ? playEntry(entry, options) : Effect.void))
  })

const resultOf = ({ loaded, played }: Entry): ScenarioResult => ({
  file: loaded.file,
  name: loaded.name,
  example: loaded.example && loaded.example.row + 1,
  tags: loaded.tags,
  status: statusOf(played.map(({ ending }) => ending)),
  attempts: played.map(({ attempt }) => attempt)
})

const statusOf = (endings: ReadonlyArray<Ending>): ScenarioResult["status"] => {
  if (endings.length === 0) return "skipped"
  if (endings.at(-1) !== "passed") return "failed"
  return endings.length === 1 ? "passed" : "flaky"
}

/** By the last attempt of each scenario. `unusable`: nothing failed, but a server, a world or a program could not start. */
const verdictOf = (endings: ReadonlyArray<Ending>): Ending =>
  (["interrupted", "failed", "unusable"] as const).find((one) => endings.includes(one)) ?? "passed"

/** Source: `only` and `tags` of scenario/Scenario.ts; `simulate --grep`, `--tags`. */
export interface Selection {
  /** Matches the file's path and the name; a /pattern/ too. Undefined matches all. */
  readonly grep?: RegExp | undefined
  /** `a`, `!b`: a scenario needs one of the plain tags, and none of those after `!`. */
  readonly tags?: ReadonlyArray<string> | undefined
}

/** Whether each is selected, in the order of `scenarios`. */
export const choose = (
  scenarios: ReadonlyArray<LoadedScenario>,
  { grep, tags = [] }: Selection
): ReadonlyArray<boolean> => {
  const wanted = tags.filter((tag) => !tag.startsWith("!"))
  const unwanted = tags.filter((tag) => tag.startsWith("!")).map((tag) => tag.slice(1))
  const onlySome = scenarios.some(({ only }) => only)
  return scenarios.map(
    (scenario) =>
      (!onlySome || scenario.only) &&
      (grep === undefined || grep.test(`${scenario.file} ${scenario.name}`)) &&
      (wanted.length === 0 || wanted.some((tag) => scenario.tags.includes(tag))) &&
      !unwanted.some((tag) => scenario.tags.includes(tag))
  )
}
