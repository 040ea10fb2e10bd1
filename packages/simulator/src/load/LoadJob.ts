/** A load that is ready to be played, and what it reports meanwhile. */
import type { StageRequest } from "@backlot/player/stage/Stage"
import type { Effect } from "effect"
import type { Allowed } from "../run/AppVerdict.ts"
import type { LoadCourse } from "./LoadCourse.ts"
import type { LoadReport, LoadSecond } from "./LoadReport.ts"
import type { LoadStep } from "./LoadStep.ts"
import type { Before } from "./LoadVerdict.ts"
import type { Threshold } from "./Threshold.ts"

/** A valid load. */
export interface LoadJob {
  /** Absolute. */
  readonly file: string
  readonly scenario: string
  readonly course: LoadCourse
  /** By row of the table of examples; plays rotate through the rows. At least one. */
  readonly rows: ReadonlyArray<ReadonlyArray<LoadStep>>
  readonly thresholds: ReadonlyArray<Threshold>
  /** The application that steps with `app` speak for. */
  readonly application: string | undefined
  /** Misdeeds of the app that are accepted. */
  readonly allow: Allowed | undefined
  /** The longest real time to an app's first answer, where the file says one. */
  readonly answers_within_ms: number | undefined
  /** The requested server; the caller chooses the seed. */
  readonly stage: StageRequest
}

/** Reported once per second, about the last one. */
export interface LoadProgress extends LoadSecond {
  /** Whole seconds since the load began, and how many there will be. */
  readonly second: number
  readonly seconds: number
  readonly isWarmingUp: boolean
  /** Of everything counted so far. */
  readonly count: number
  readonly failed: number
}

export interface LoadOptions {
  /** Decides think times. */
  readonly seed: number
  /** What apps did before counts for nothing. Default: what they did before the load. */
  readonly before?: Before | undefined
  /** Synchronous, and quick. */
  readonly onSecond?: ((progress: LoadProgress) => void) | undefined
  /** Receives the counts so far when the load is interrupted: an interrupted effect has no result. */
  readonly onCut?: ((report: LoadReport) => Effect.Effect<void>) | undefined
}
