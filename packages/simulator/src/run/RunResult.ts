/** The result of a run. Every report is made from it. */
import type { PlayedStep } from "@backlot/player/Player"
import type { Transcript } from "@backlot/player/Transcript"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import type { Caller } from "@backlot/scenario/file/LoadedScenario"
import type { Screens } from "./ScreenLog.ts"

export interface StepResult extends PlayedStep {
  /** Where the step is written. */
  readonly place: FilePlace
  /** For a step of a fragment: where it was run, outermost first. */
  readonly via?: ReadonlyArray<Caller>
  readonly skipped: boolean
}

export interface OutputLine {
  /** Real milliseconds since the attempt began. */
  readonly at_ms: number
  readonly stream: "stdout" | "stderr"
  /** Without its line end. */
  readonly text: string
}

export interface AppOutput {
  readonly application: string
  readonly command: string
  /** The output of stdout and stderr in order; if it is very long, only its end. */
  readonly output: string
  /** The same, line by line. */
  readonly lines: ReadonlyArray<OutputLine>
  /** Undefined if it ran until it was stopped. */
  readonly exit_code: number | undefined
}

/** One play of a scenario. */
export interface Attempt {
  /** ISO 8601, real time. The times of steps count from here. */
  readonly began: string
  readonly steps: ReadonlyArray<StepResult>
  readonly transcript: Transcript
  /** Failures of the app under test and others outside of steps: could not start, took too long. */
  readonly failure: string | undefined
  readonly apps: ReadonlyArray<AppOutput>
  /** Each interaction as GET /control/v1/interactions/{id} answers it, if requested. */
  readonly traces?: ReadonlyArray<unknown>
  /** What people saw after each step, if requested. */
  readonly screens?: Screens
  readonly world_before: unknown
  /** Undefined if the server no longer answered. */
  readonly world_after: unknown
  readonly real_ms: number
}

export interface ScenarioResult {
  readonly file: string
  readonly name: string
  /** The row of the table of examples, from 1. */
  readonly example: number | undefined
  readonly tags: ReadonlyArray<string>
  readonly status: "passed" | "failed" | "flaky" | "skipped"
  /** All but the last failed; empty if it was skipped. */
  readonly attempts: ReadonlyArray<Attempt>
}

export interface RunResult {
  /** ISO 8601, real time. */
  readonly began: string
  readonly real_ms: number
  readonly seed: number
  readonly scenarios: ReadonlyArray<ScenarioResult>
}

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
