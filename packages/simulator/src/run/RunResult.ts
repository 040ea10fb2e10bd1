/** What a run of scenarios came to: the one shape that every report is made from. */
import type { PlayedStep } from "@backlot/player/Player"
import type { Transcript } from "@backlot/player/Transcript"
import type { FilePlace } from "@backlot/scenario/FilePlace"
import type { Caller } from "@backlot/scenario/file/LoadedScenario"

export interface StepResult extends PlayedStep {
  /** Where the step stands. */
  readonly place: FilePlace
  /** Where it came from a fragment: who ran it, outermost first. */
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
  /** Its output, stdout and stderr as they came; the end of it where it was very long. */
  readonly output: string
  /** The same, line by line. */
  readonly lines: ReadonlyArray<OutputLine>
  /** Undefined while it ran until it was stopped. */
  readonly exit_code: number | undefined
}

/** One play of a scenario. */
export interface Attempt {
  readonly steps: ReadonlyArray<StepResult>
  readonly transcript: Transcript
  /** Of the app under test, and whatever else went wrong outside of a step: could not be started, took too long. */
  readonly failure: string | undefined
  readonly apps: ReadonlyArray<AppOutput>
  /** Of each interaction, as GET /control/v1/interactions/{id} answers it; only where they were asked for. */
  readonly traces?: ReadonlyArray<unknown>
  readonly world_before: unknown
  /** Undefined where the server could not be asked any more. */
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
  /** All but the last failed; empty where it was skipped. */
  readonly attempts: ReadonlyArray<Attempt>
}

export interface RunResult {
  /** ISO 8601, real time. */
  readonly began: string
  readonly real_ms: number
  readonly seed: number
  readonly scenarios: ReadonlyArray<ScenarioResult>
}
