/**
 * Plays a scenario as load: from its rows and the load flags to a report. The caller provides the server and the
 * programs under test. Source: product.md "Scenario files" (`--users N --duration 30s --rate 200/s`).
 */
import type { StageRequest } from "@backlot/player/stage/Stage"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import { Result } from "effect"
import { courseOf } from "./LoadCourse.ts"
import { type LoadFault, type LoadRefused, refusedBy } from "./LoadFault.ts"
import { type LoadFlags, planOf } from "./LoadFlags.ts"
import type { LoadJob } from "./LoadJob.ts"
import { isCalled, loadSteps } from "./LoadStep.ts"
import { thresholdsOf } from "./Threshold.ts"

export { runJob as run } from "./LoadSession.ts"

/** Groups the rows of each scenario, in the order of the files: each group is one load. */
export const scenariosOf = (
  loaded: ReadonlyArray<LoadedScenario>
): ReadonlyArray<readonly [LoadedScenario, ...ReadonlyArray<LoadedScenario>]> => {
  const groups = new Map<string, [LoadedScenario, ...Array<LoadedScenario>]>()
  for (const one of loaded) {
    const key = `${one.file}:${one.place.line}:${one.place.column}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}

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
  ids: "wall"
})
