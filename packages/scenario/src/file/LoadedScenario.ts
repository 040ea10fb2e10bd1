/** A scenario as it is played: read from its file, checked, its fragments and its table of examples spread out. */
import type { Path } from "@backlot/domain/error/Fault"
import { Data } from "effect"
import type { FilePlace, Related } from "../FilePlace.ts"
import type { Step } from "../step/Step.ts"
import type { Scenario } from "./Scenario.ts"

/** A `run` step whose fragment a step came from. */
export interface Caller {
  readonly fragment: string
  /** Of the `run` step, where it has one. */
  readonly name?: string
  /** Of the `run` step. */
  readonly place: FilePlace
}

export interface LoadedStep {
  /**
   * Checked. What is known from the file (variables, the row of examples, `with`) is already put in place; `${…}` that is
   * left is captured by a step before, and is put in place by the player right before the step is played
   * (`StepVariables.placeVariables`). Paths of files are absolute.
   */
  readonly step: Step
  /** Of the step; of a fragment's step: in the fragment. */
  readonly place: FilePlace
  /** Of a part of the step, or the nearest place above it that is written in the file; absent where there is no file. */
  readonly locate?: (path: Path) => FilePlace
  /** Where the step came from a fragment: who ran it, outermost first. Never empty. */
  readonly via?: ReadonlyArray<Caller>
}

/** One row of a table of examples. */
export interface Example {
  /** Position in `examples`, from 0. */
  readonly row: number
  readonly values: Readonly<Record<string, unknown>>
}

/** One thing to play: a scenario, or one row of its examples. */
export interface LoadedScenario {
  /** Absolute. */
  readonly file: string
  /** Of the scenario in its file: where its name stands. */
  readonly place: FilePlace
  /** Of a part of the file, such as `["app", "application"]`, or the nearest place above it; absent where there is no file. */
  readonly locate?: (path: Path) => FilePlace
  /** As decoded, its variables put in place outside `steps` and `fragments`. `steps` below are those to play. */
  readonly scenario: Scenario
  /** The scenario's name; of a row with its values: `adopt a pet (animal: Dog, name: Rex)`. Unique within a file. */
  readonly name: string
  readonly example?: Example
  readonly tags: ReadonlyArray<string>
  readonly only: boolean
  /** The world's value, read from its file or written in the scenario; undefined: the demo world. Its faults are the server's to tell. */
  readonly world: unknown
  /** Where a part of the world is written, or the nearest above it; absent for the demo world. */
  readonly locateWorld?: (path: Path) => FilePlace
  /** The variables known before the first step: those of the file, of the row and of the command line. */
  readonly variables: Readonly<Record<string, unknown>>
  /** At least one. */
  readonly steps: ReadonlyArray<LoadedStep>
}

/** A file and what it holds. */
export interface LoadedFile {
  /** Absolute. */
  readonly file: string
  /** One, or one for each row of examples; none where the file has only fragments for others. */
  readonly scenarios: ReadonlyArray<LoadedScenario>
  /**
   * All files it was made of, absolute, itself first: world, imports, and what modules import by a path. A change of one of
   * them asks for loading it again.
   */
  readonly sources: ReadonlyArray<string>
  /** Variables that it defines or uses: those that the command line may give. Columns of its table are not among them. */
  readonly settable: ReadonlyArray<string>
}

/** One fault of a file. */
export interface ScenarioFault extends FilePlace {
  /** e.g. `steps[0].expect.state`; empty for the file as a whole. */
  readonly path: string
  readonly message: string
  /** Another place that it may be the fault of. */
  readonly related?: Related
}

/** The file cannot be played. `message` has one line for each fault: `file:line:column path: message`. */
export class ScenarioFileBroken extends Data.TaggedError("ScenarioFileBroken")<{
  readonly file: string
  /** All of them, in the order of the text; never empty. */
  readonly faults: ReadonlyArray<ScenarioFault>
  readonly message: string
  /** As of a sound file, those too that are not there. */
  readonly sources: ReadonlyArray<string>
  /** By what its only scenario would be chosen, as far as that can be known of a broken file. */
  readonly scenario?: Pick<LoadedScenario, "name" | "tags">
}> {}
