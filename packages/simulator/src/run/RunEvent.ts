/** Events of a run, for progress displays. */
import type { ScenarioResult, StepResult } from "./RunResult.ts"

/** Identifies one attempt among those in progress. */
export interface Playing {
  /** Index in `RunResult.scenarios`. */
  readonly index: number
  readonly file: string
  readonly name: string
  /** From 1; above 1 is a retry. */
  readonly attempt: number
}

export type RunEvent =
  /** `scenarios`: how many will be played; `skipped`: how many were not selected. */
  | {
      readonly type: "run.began"
      readonly scenarios: number
      readonly skipped: number
      readonly parallel: number
      readonly seed: number
    }
  /** `steps`: their number. The server is about to start. */
  | { readonly type: "attempt.began"; readonly playing: Playing; readonly steps: number }
  /** A program is about to start. */
  | { readonly type: "app.starting"; readonly playing: Playing; readonly application: string; readonly command: string }
  /** `title`: what the step does. */
  | { readonly type: "step.began"; readonly playing: Playing; readonly title: string }
  | { readonly type: "step.ended"; readonly playing: Playing; readonly step: StepResult }
  /** `again`: it failed and is retried. */
  | { readonly type: "attempt.ended"; readonly playing: Playing; readonly failed: boolean; readonly again: boolean }
  | { readonly type: "scenario.ended"; readonly playing: Playing; readonly result: ScenarioResult }
  /** The first stop signal: the attempts in progress end. */
  | { readonly type: "run.interrupted" }
  | { readonly type: "run.ended"; readonly real_ms: number }

/** Synchronous and quick: the run does not wait for it. */
export type RunListener = (event: RunEvent) => void
