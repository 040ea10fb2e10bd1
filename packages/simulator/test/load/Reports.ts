/** Load reports with given times. */

import type { LoadPlan } from "@backlot/scenario/LoadPlan"
import type { Step } from "@backlot/scenario/Step"
import { Result } from "effect"
import { LoadMeter } from "../../src/load/LoadMeter.ts"
import type { LoadReport } from "../../src/load/LoadReport.ts"
import { reportOf } from "../../src/load/LoadReporting.ts"
import { loadSteps } from "../../src/load/LoadStep.ts"
import { thresholdsOf } from "../../src/load/Threshold.ts"
import { course } from "./Plans.ts"

/** A finished step: its latency and its error. */
export interface Made {
  readonly step?: number
  readonly ms: number
  readonly error?: string
  /** Milliseconds after it was due. */
  readonly sentAfter?: number
}

const place = { file: "/scenarios/adopt.yaml", line: 3, column: 5 }

export const STEPS: ReadonlyArray<Step> = [
  { as: "alice", in: "general", use: "/adopt animal:Dog" },
  { name: "confirm it", press: "confirm" }
]

export const steps = (written: ReadonlyArray<Step> = STEPS) =>
  loadSteps({ steps: written.map((step, index) => ({ step, place: { ...place, line: 3 + index } })) })

export const HEALTHY: LoadReport["health"] = {
  ...{ cpu: 0.2, busy: 0.25, lag_p99_ms: 1, lag_max_ms: 3, late: 0, late_ms: 10, waited: 0, dropped: 0 },
  warnings: []
}

/** Of ten seconds with evenly distributed steps. */
export const report = (
  made: ReadonlyArray<Made>,
  plan: LoadPlan = {},
  health: LoadReport["health"] = HEALTHY
): LoadReport => {
  const row = Result.getOrThrow(steps())
  const shape = course({ rate: "10/s", duration: "10s", ...plan })
  const meter = new LoadMeter({ steps: row.length, ...shape })
  for (let second = 0; second < 10; second++) {
    const from = (made.length * second) / 10
    for (const { step = 0, ms, error, sentAfter = 0 } of made.slice(from, (made.length * (second + 1)) / 10)) {
      const due = second * 1000
      meter.arrived(due, false)
      meter.began(due)
      meter.sentAfter(step, due, sentAfter)
      const underway = meter.begins(step, due, due, due)
      meter.ends(underway, due + ms, error === undefined ? undefined : { kind: error, message: `why ${error}` })
      meter.over(due, error === undefined)
    }
    meter.tick()
  }
  const job = {
    file: "/scenarios/adopt.yaml",
    scenario: "adopt a pet",
    course: shape,
    rows: [row],
    thresholds: Result.getOrThrow(thresholdsOf(plan.thresholds ?? {}, () => true)),
    application: undefined,
    allow: undefined,
    answers_within_ms: undefined,
    stage: { world: undefined, clock: "real", storage: "memory", ids: "wall" }
  } as const
  return reportOf(job, meter, {
    began: "2026-01-01T00:00:00.000Z",
    seed: 7,
    health,
    server: "http://127.0.0.1:6780",
    misdeeds: []
  })
}

export const times = (count: number, ms: (index: number) => number, step = 0): ReadonlyArray<Made> =>
  Array.from({ length: count }, (_, index) => ({ step, ms: ms(index) }))
