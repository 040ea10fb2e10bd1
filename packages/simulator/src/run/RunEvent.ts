/** What a run tells while it goes on, for whoever shows its progress. */
import type { ScenarioResult, StepResult } from "./RunResult.ts"

/** Names one play among those that go on at the same time. */
export interface Playing {
  /** Position in the run, from 0: its place in `RunResult.scenarios`. */
  readonly index: number
  readonly file: string
  readonly name: string
  /** From 1; above 1 is a retry. */
  readonly attempt: number
}

export type RunEvent =
  /** `scenarios`: how many will be played; `skipped`: how many were not chosen. */
  | {
      readonly type: "run.began"
      readonly scenarios: number
      readonly skipped: number
      readonly parallel: number
      readonly seed: number
    }
  /** `steps`: how many it has. Its server is about to start. */
  | { readonly type: "attempt.began"; readonly playing: Playing; readonly steps: number }
  /** Its programs are about to start. */
  | { readonly type: "app.starting"; readonly playing: Playing; readonly application: string; readonly command: string }
  /** `title`: what the step does. */
  | { readonly type: "step.began"; readonly playing: Playing; readonly title: string }
  | { readonly type: "step.ended"; readonly playing: Playing; readonly step: StepResult }
  /** `again`: it failed and is retried. */
  | { readonly type: "attempt.ended"; readonly playing: Playing; readonly failed: boolean; readonly again: boolean }
  | { readonly type: "scenario.ended"; readonly playing: Playing; readonly result: ScenarioResult }
  /** The first signal to stop: what plays is ended. */
  | { readonly type: "run.interrupted" }
  | { readonly type: "run.ended"; readonly real_ms: number }

/** Synchronous, and quick: nothing waits for it. */
export type RunListener = (event: RunEvent) => void
