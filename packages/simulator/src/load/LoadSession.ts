/** A load from its first look at the world to its report. */
import { dirname } from "node:path"
import type { Stage } from "@backlot/player/stage/Stage"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { formatMillis } from "@backlot/scenario/Duration"
import { Clock, Effect } from "effect"
import type { LoadCourse } from "./LoadCourse.ts"
import { runCourse, stopwatch } from "./LoadEngine.ts"
import type { LoadLost, LoadRefused } from "./LoadFault.ts"
import { healthOf, probe } from "./LoadHealth.ts"
import type { LoadJob, LoadOptions, LoadProgress } from "./LoadJob.ts"
import { LoadMeter } from "./LoadMeter.ts"
import { countText, millisText } from "./LoadNumbers.ts"
import { player } from "./LoadPlayer.ts"
import { readAll, usersOf } from "./LoadPool.ts"
import type { LoadReport } from "./LoadReport.ts"
import { reportOf } from "./LoadReporting.ts"
import { targetOf } from "./LoadRequests.ts"
import * as LoadScene from "./LoadScene.ts"
import { thinking } from "./LoadThink.ts"
import { usesOf } from "./LoadUses.ts"
import * as LoadWire from "./LoadWire.ts"

/** Plays a job to its end. Fails before the first play if names do not resolve in the world of the stage. */
export const runJob = (
  job: LoadJob,
  stage: Stage,
  options: LoadOptions
): Effect.Effect<LoadReport, LoadRefused | LoadLost> => Effect.scoped(session(job, stage, options))

const session = Effect.fnUntraced(function* (job: LoadJob, stage: Stage, { seed, onSecond, onCut }: LoadOptions) {
  const { course, rows } = job
  const scene = yield* LoadScene.read(stage, { application: job.application, folder: dirname(job.file) })
  const target = targetOf(stage)
  const uses = usesOf(scene, target)
  const users = yield* usersOf(job, scene)
  yield* readAll(job, scene, uses, users)
  const connections = Math.min(BOUNDS.loadConnections.value, Math.ceil(course.most))
  const wire = yield* LoadWire.make(connections)
  const meter = new LoadMeter({ ...course, steps: Math.max(...rows.map((row) => row.length)) })
  const now = yield* Clock.currentTimeMillis
  const elapsed = yield* stopwatch
  const strain = probe(elapsed)
  yield* Effect.forkScoped(Effect.andThen(Effect.sleep(course.warmup_ms), Effect.sync(strain.restart)))
  const play = player({
    ...{ scene, uses, target, wire, meter, elapsed, rows, users },
    model: course.model,
    until: course.duration_ms,
    think: thinking(course, seed)
  })
  const tick = Effect.sync(() => {
    meter.tick()
    onSecond?.(progressOf(job, meter))
  })
  // Reports show real time as ISO text.
  const began = new Date(now).toISOString()
  const report = (played: LoadJob, remarks: ReadonlyArray<string>) => {
    const health = healthOf(strain.read(), meter, course, connections)
    const warnings = [...remarks, ...health.warnings]
    return reportOf(played, meter, { began, seed, health: { ...health, warnings }, server: stage.url })
  }
  const cut = Effect.suspend(() => {
    const played_ms = elapsed()
    meter.tick()
    const cutShort = { ...course, duration_ms: Math.max(played_ms, course.warmup_ms + 1) }
    return onCut?.(report({ ...job, course: cutShort }, remarksOn(course, meter, played_ms))) ?? Effect.void
  })
  yield* Effect.onInterrupt(runCourse(course, elapsed, meter, play, tick), () => cut)
  return report(job, [])
})

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

const progressOf = ({ course }: LoadJob, { series, steps, playing, inFlight }: LoadMeter): LoadProgress => {
  const second = series.ended.length
  const sum = (of: "count" | "errors") => steps.reduce((all, step) => all + step[of], 0)
  return {
    second,
    seconds: Math.ceil(course.duration_ms / 1000),
    isWarmingUp: second * 1000 <= course.warmup_ms,
    due: series.due.at(-1) ?? 0,
    ended: series.ended.at(-1) ?? 0,
    errors: series.errors.at(-1) ?? 0,
    playing,
    in_flight: inFlight,
    p50: series.p50.at(-1) ?? null,
    p95: series.p95.at(-1) ?? null,
    p99: series.p99.at(-1) ?? null,
    count: sum("count"),
    failed: sum("errors")
  }
}
