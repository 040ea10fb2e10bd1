/** A load that is about to be played, and what it tells while it is. */

import type { StageRequest } from "@backlot/player/stage/Stage"
import type { Effect } from "effect"
import type { LoadCourse } from "./LoadCourse.ts"
import type { LoadReport } from "./LoadReport.ts"
import type { LoadStep } from "./LoadStep.ts"
import type { Threshold } from "./Threshold.ts"

/** A load that makes sense, ready to be played. */
export interface LoadJob {
  /** Absolute. */
  readonly file: string
  readonly scenario: string
  readonly course: LoadCourse
  /** By row of the table of examples; plays take them in turn. At least one. */
  readonly rows: ReadonlyArray<ReadonlyArray<LoadStep>>
  readonly thresholds: ReadonlyArray<Threshold>
  /** Whom calls of `app` speak for. */
  readonly application: string | undefined
  /** What it wants of its server; the seed is the caller's. */
  readonly stage: StageRequest
}

/** What is told each second, for whoever shows it. */
export interface LoadProgress {
  /** Whole seconds since the load began, of so many. */
  readonly second: number
  readonly seconds: number
  readonly isWarmingUp: boolean
  /** Of the last second. */
  readonly due: number
  readonly ended: number
  readonly errors: number
  readonly playing: number
  readonly in_flight: number
  /** Milliseconds; null where nothing ended. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  /** Of all that counts so far. */
  readonly count: number
  readonly failed: number
}

export interface LoadOptions {
  /** Decides think times. */
  readonly seed: number
  /** Synchronous, and quick. */
  readonly onSecond?: ((progress: LoadProgress) => void) | undefined
  /** Told what was counted where the load is interrupted: who waited for it has no other result then. */
  readonly onCut?: ((report: LoadReport) => Effect.Effect<void>) | undefined
}
