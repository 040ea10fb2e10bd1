/** What a random run came to. Source: product.md "Scenario files" (`--random`). */

import type { Scenario } from "@backlot/scenario/Scenario"
import type { Effect } from "effect"

/** What a run is made of; everything has a default. */
export interface RandomOptions {
  /** The first world and its operations; the next world takes the next seed. */
  readonly seed: number
  /** Operations over all worlds. Default: 2000; without a bound where `duration_ms` is given. */
  readonly steps?: number | undefined
  /** Real time after which no further world is begun and the current one ends. Default: none. */
  readonly duration_ms?: number | undefined
  /** Operations in one world before the next is made. Default: 500. */
  readonly steps_per_world?: number | undefined
  /** Default: 6. */
  readonly users?: number | undefined
  /** Default: 2. */
  readonly guilds?: number | undefined
  /** Default: file, which crashes need. */
  readonly storage?: "memory" | "file" | undefined
  /** Whether the server is killed and restarted now and then. Default: on file storage. */
  readonly crashes?: boolean | undefined
  /** Real time for making a failure smaller. Default: 60 s. */
  readonly shrink_ms?: number | undefined
  readonly onProgress?: ((progress: RandomProgress) => void) | undefined
  /** Told of what there is when the run is interrupted. */
  readonly onCut?: ((result: RandomResult) => Effect.Effect<void>) | undefined
}

export interface RandomProgress {
  readonly phase: "playing" | "shrinking"
  /** Of the world that is played. */
  readonly seed: number
  /** Operations so far; while shrinking, tries so far. */
  readonly done: number
  /** Operations in all; while shrinking, how many the smallest failing play has. Undefined where only time bounds. */
  readonly of: number | undefined
  /** Real time since the run began. */
  readonly real_ms: number
}

/** A step on which the service and the model differ. */
export interface RandomFailure {
  /** `simulate --random --seed` with it meets the failure in its first world. */
  readonly seed: number
  readonly storage: "memory" | "file"
  /** Position of the operation in its world, from 1. */
  readonly step: number
  /** What was done, as a sentence. */
  readonly act: string
  /** What the model says must come of it, a line each. */
  readonly said: ReadonlyArray<string>
  /** What the service did instead, a line each. */
  readonly did: ReadonlyArray<string>
  /** Rules of the model that the operation stands on. */
  readonly rules: ReadonlyArray<string>
  /** The smallest play that was found to fail, as a scenario whose last step fails. */
  readonly scenario: Scenario
  readonly operations_before: number
  readonly operations_after: number
  /** Whether the shrunk play failed again on a server of its own; undefined where the run was interrupted before. */
  readonly reproduced: boolean | undefined
}

export interface RandomResult {
  readonly seed: number
  readonly worlds: number
  /** Operations that were played and judged. */
  readonly steps: number
  readonly real_ms: number
  /** Whether it ended before it should. */
  readonly interrupted: boolean
  /** How often each kind of operation was played. */
  readonly operations: Readonly<Record<string, number>>
  /** How often each rule of the model decided; 0 for those that never did. */
  readonly rules: Readonly<Record<string, number>>
  /** Undefined where service and model agree. */
  readonly failure: RandomFailure | undefined
}
