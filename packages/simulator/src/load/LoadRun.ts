/**
 * Plays a scenario as load: from its rows and the load flags to a report. The caller provides the server and the
 * programs under test. Source: product.md "Scenario files" (`--users N --duration 30s --rate 200/s`).
 */

import { dirname } from "node:path"
import type { Stage, StageRequest } from "@backlot/player/stage/Stage"
import { readRefused } from "@backlot/player/turn/Misdeeds"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { formatMillis, millisOf } from "@backlot/scenario/Duration"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { Clock, Effect, Array as Lists, Result } from "effect"
import { mulberry32 } from "../model/Chance.ts"
import { courseOf, type LoadCourse } from "./LoadCourse.ts"
import { runCourse, stopwatch, type Turn } from "./LoadEngine.ts"
import { type LoadFault, type LoadRefused, refusedBy } from "./LoadFault.ts"
import { type LoadFlags, planOf } from "./LoadFlags.ts"
import { healthOf, probe } from "./LoadHealth.ts"
import type { LoadJob, LoadOptions, LoadProgress } from "./LoadJob.ts"
import { LoadMeter, sumOf } from "./LoadMeter.ts"
import { countText, millisText } from "./LoadNumbers.ts"
import { playTurn } from "./LoadPlayer.ts"
import { readAll, usersOf } from "./LoadPool.ts"
import type { LoadReport, LoadSecond } from "./LoadReport.ts"
import { reportOf } from "./LoadReporting.ts"
import * as LoadScene from "./LoadScene.ts"
import { isCalled, loadSteps } from "./LoadStep.ts"
import { usesOf } from "./LoadUses.ts"
import * as LoadVerdict from "./LoadVerdict.ts"
import * as LoadWire from "./LoadWire.ts"
import { thresholdsOf } from "./Threshold.ts"

/** Groups the rows of each scenario, in the order of the files: each group is one load. */
export const scenariosOf = (loaded: ReadonlyArray<LoadedScenario>) =>
  Object.values(Lists.groupBy(loaded, ({ file, place }) => `${file}:${place.line}:${place.column}`))

/** Reports all faults of a load before a server is started. `rows` belong to one scenario. */
export const jobOf = (
  rows: readonly [LoadedScenario, ...ReadonlyArray<LoadedScenario>],
  flags: LoadFlags
): Result.Result<LoadJob, LoadRefused> => {
  const [first] = rows
  const { scenario } = first
  const planned = planOf(scenario.load, flags)
  if (Result.isFailure(planned)) return Result.fail(refusedBy(planned.failure))
  const course = courseOf(planned.success)
  const steps = rows.map(loadSteps)
  const played = steps.filter(Result.isSuccess).map(({ success }) => success)
  const thresholds = thresholdsOf(planned.success.thresholds ?? {}, (word) =>
    played.some((row) => row.some((step) => isCalled(step, word)))
  )
  // Rows differ only in values: a fault of all rows is reported once.
  const faults = [
    ...[course, ...steps.slice(0, 1)].flatMap(faultsOf),
    ...(played.length === 0 ? [] : faultsOf(thresholds))
  ]
  const all = faults.length > 0 ? faults : steps.flatMap(faultsOf)
  if (Result.isFailure(course) || Result.isFailure(thresholds) || all.length > 0) return Result.fail(refusedBy(all))
  return Result.succeed({
    file: first.file,
    scenario: scenario.name,
    course: course.success,
    rows: played,
    thresholds: thresholds.success,
    application: scenario.application,
    allow: scenario.allow,
    answers_within_ms: millisOf(scenario.answers_within ?? ""),
    stage: stageOf(first)
  })
}

/** On a server started for the load, rate limits only count, unless the file says otherwise. */
export const ownServer = (request: StageRequest): StageRequest => ({ ...request, limits: request.limits ?? "observe" })

const faultsOf = (result: Result.Result<unknown, ReadonlyArray<LoadFault>>): ReadonlyArray<LoadFault> =>
  Result.isFailure(result) ? result.failure : []

/** Under load, time is real unless the file says otherwise. */
const stageOf = ({ world, scenario }: LoadedScenario): StageRequest => ({
  world,
  clock: scenario.clock ?? "real",
  storage: scenario.storage ?? "memory",
  limits: scenario.limits,
  ids: scenario.ids,
  seed: scenario.seed
})

/** Plays a job to its end. Fails before the first play if names do not resolve in the world of the stage. */
export const run = (job: LoadJob, stage: Stage, options: LoadOptions) =>
  Effect.suspend(() => {
    const ended: Ended = {}
    // An interruption while the connections are closed comes after the report: it is told all the same.
    return Effect.onInterrupt(played(job, stage, options, ended), () => told(options, ended.report))
  })

/** The report as soon as it is whole. */
interface Ended {
  report?: LoadReport
}

const told = ({ onCut }: LoadOptions, report: LoadReport | undefined) =>
  onCut === undefined || report === undefined ? Effect.void : onCut(report)

const played = Effect.fnUntraced(function* (job: LoadJob, stage: Stage, options: LoadOptions, ended: Ended) {
  const { seed, before, onSecond } = options
  const { course, rows } = job
  const { application, answers_within_ms } = job
  const scene = yield* LoadScene.read(stage, { application, answers_within_ms, folder: dirname(job.file) })
  const since = before ?? (yield* LoadVerdict.before(scene.playing.control))
  scene.playing.heard.after = since.refused
  const uses = usesOf(scene)
  const users = yield* usersOf(job, scene)
  yield* readAll(job, scene, uses, users)
  const connections = Math.min(BOUNDS.loadConnections.value, Math.ceil(course.most))
  const wire = yield* LoadWire.make(connections)
  const meter = new LoadMeter({ ...course, steps: Math.max(...rows.map((row) => row.length)) })
  const now = yield* Clock.currentTimeMillis
  const elapsed = yield* stopwatch
  const strain = probe(elapsed)
  yield* Effect.forkScoped(Effect.andThen(Effect.sleep(course.warmup_ms), Effect.sync(strain.restart)))
  const settings = { job, scene, uses, wire, meter, elapsed, users, think: thinking(course, seed) }
  const scope = yield* Effect.scope
  const tick = Effect.sync(() => {
    onSecond?.(progressOf(job, meter, meter.tick()))
  }).pipe(Effect.andThen(Effect.forkIn(readRefused(scene.playing), scope)))
  // Reports show real time as ISO text.
  const began = new Date(now).toISOString()
  const report = Effect.fnUntraced(function* (played: LoadJob, remarks: ReadonlyArray<string>) {
    const health = healthOf(strain.read(), meter, course, connections)
    const warnings = [...remarks, ...health.warnings]
    const misdeeds = yield* LoadVerdict.misdeeds(scene.playing, since, job.allow)
    return reportOf(played, meter, { began, seed, health: { ...health, warnings }, server: stage.url, misdeeds })
  })
  const cut = Effect.suspend(() => {
    const played_ms = elapsed()
    meter.tick()
    const cutShort = { ...course, duration_ms: Math.max(played_ms, course.warmup_ms + 1) }
    return report({ ...job, course: cutShort }, remarksOn(course, meter, played_ms))
  })
  let isPlayed = false
  const whole = Effect.suspend(() => {
    isPlayed = true
    return Effect.tap(report(job, []), (last) =>
      Effect.sync(() => {
        ended.report = last
      })
    )
  })
  // One for both: an interruption between them would be told by neither.
  return yield* Effect.onInterrupt(
    Effect.andThen(
      runCourse(course, elapsed, meter, (turn) => playTurn(settings, turn), tick),
      whole
    ),
    () =>
      ended.report === undefined
        ? Effect.flatMap(isPlayed ? report(job, []) : cut, (last) => told(options, last))
        : Effect.void
  )
}, Effect.scoped)

/** Remarks for a load that was cut short: steps that were still waiting are in none of its times. */
const remarksOn = ({ duration_ms }: LoadCourse, meter: LoadMeter, played_ms: number): ReadonlyArray<string> => {
  const { count, longest_ms } = meter.unanswered(played_ms)
  return [
    `the load was ended after ${millisText(played_ms)} of ${formatMillis(duration_ms)}`,
    ...(count === 0
      ? []
      : [`not counted: ${countText(count)} without an answer yet, the first due ${millisText(longest_ms)} before`])
  ]
}

const progressOf = ({ course }: LoadJob, { seconds, steps }: LoadMeter, last: LoadSecond): LoadProgress => ({
  ...last,
  second: seconds.length,
  seconds: Math.ceil(course.duration_ms / 1000),
  isWarmingUp: seconds.length * 1000 <= course.warmup_ms,
  count: sumOf(steps, "count"),
  failed: sumOf(steps, "errors")
})

/**
 * Think times in milliseconds, uniform between minimum and maximum; equal for equal seed and virtual user. Source:
 * product.md "Library use" (seeds).
 */
export const thinking = ({ think }: Pick<LoadCourse, "think">, seed: number): ((turn: Pick<Turn, "vu">) => number) => {
  const { min_ms, max_ms } = think
  if (min_ms === max_ms) return () => min_ms
  const draws = new Map<number, () => number>()
  return ({ vu }) => {
    const draw = draws.get(vu) ?? mulberry32(seed + vu * 0x9e3779b9)
    draws.set(vu, draw)
    return min_ms + (max_ms - min_ms) * draw()
  }
}
