/** The result of a random run. Source: product.md "Scenario files" (`--random`). */
import type { Scenario } from "@backlot/scenario/Scenario"
import type { Effect } from "effect"

/** All options have defaults. */
export interface RandomOptions {
  /** For the first world and its operations; the next world takes the next seed. */
  readonly seed: number
  /** Operations over all worlds. Default: 2000, or unlimited with `duration_ms`. */
  readonly steps?: number | undefined
  /** Real time after which the current world ends and no further one begins. Default: none. */
  readonly duration_ms?: number | undefined
  /** Operations in one world before the next one. Default: 500. */
  readonly steps_per_world?: number | undefined
  /** Default: 6. */
  readonly users?: number | undefined
  /** Default: 2. */
  readonly guilds?: number | undefined
  /** Default: file, which crashes need. */
  readonly storage?: "memory" | "file" | undefined
  /** Whether the server is sometimes killed and restarted. Default: on file storage. */
  readonly crashes?: boolean | undefined
  /** Whether rate-limit windows outlive a server that is killed or restarted. Default: no. */
  readonly keeps_windows?: boolean | undefined
  /** Real time for shrinking a failure. Default: 60 s. */
  readonly shrink_ms?: number | undefined
  readonly onProgress?: ((progress: RandomProgress) => void) | undefined
  /** Receives the result so far when the run is interrupted. */
  readonly onCut?: ((result: RandomResult) => Effect.Effect<void>) | undefined
}

export interface RandomProgress {
  readonly phase: "playing" | "shrinking"
  /** Of the current world. */
  readonly seed: number
  /** Operations so far; while shrinking, tries so far. */
  readonly done: number
  /**
   * Total operations; while shrinking, the length of the smallest failing play. Undefined if only time limits the run.
   */
  readonly of: number | undefined
  /** Real time since the run began. */
  readonly real_ms: number
}

/** A step where service and model differ. */
export interface RandomFailure {
  /** `simulate --random --seed` with it meets the failure in its first world. */
  readonly seed: number
  readonly storage: "memory" | "file"
  /** Position of the operation in its world, from 1. */
  readonly step: number
  /** What was done, as a sentence. */
  readonly act: string
  /** What the model expects, one line each. */
  readonly said: ReadonlyArray<string>
  /** What the service did instead, one line each. */
  readonly did: ReadonlyArray<string>
  /** The rules of the model behind the expectation. */
  readonly rules: ReadonlyArray<string>
  /** The smallest failing play, as a scenario whose last step fails. */
  readonly scenario: Scenario
  readonly operations_before: number
  readonly operations_after: number
  /** Whether the shrunk play failed again on its own server; undefined if the run was interrupted before. */
  readonly reproduced: boolean | undefined
}

export interface RandomResult {
  readonly seed: number
  readonly worlds: number
  /** Operations that were played and judged. */
  readonly steps: number
  readonly real_ms: number
  /** Whether it was interrupted. */
  readonly interrupted: boolean
  /** How often each kind of operation was played. */
  readonly operations: Readonly<Record<string, number>>
  /** How often each rule of the model decided; 0 if it never did. */
  readonly rules: Readonly<Record<string, number>>
  /** Undefined if service and model agree. */
  readonly failure: RandomFailure | undefined
}
