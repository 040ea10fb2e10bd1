/** A scenario ready to play: read from its file and checked, with its fragments and its table of examples expanded. */
import type { Path } from "@backlot/domain/error/Fault"
import { Data } from "effect"
import type { FilePlace, Related } from "../FilePlace.ts"
import type { Step } from "../step/Step.ts"
import type { Scenario } from "./Scenario.ts"

/** The `run` step that a step came from. */
export interface Caller {
  readonly fragment: string
  readonly name?: string
  readonly place: FilePlace
}

export interface LoadedStep {
  /**
   * The checked step with known variables in place and absolute paths of files. The player replaces what remains:
   * `${…}` of captured values (`StepVariables.placeVariables`).
   */
  readonly step: Step
  /** The place of the step; in the fragment if it came from one. */
  readonly place: FilePlace
  /** The place of a part of the step, or of the nearest part above it in the file. Absent if there is no file. */
  readonly locate?: (path: Path) => FilePlace
  /** The runs of fragments that led to the step, outermost first. Never empty. */
  readonly via?: ReadonlyArray<Caller>
}

export interface Example {
  /** Position in `examples`, from 0. */
  readonly row: number
  readonly values: Readonly<Record<string, unknown>>
}

/** One thing to play: a scenario, or one row of its examples. */
export interface LoadedScenario {
  /** Absolute. */
  readonly file: string
  /** The place of its name in the file. */
  readonly place: FilePlace
  /** The place of a part, such as `["app", "application"]`, or of the nearest above it. Absent if there is no file. */
  readonly locate?: (path: Path) => FilePlace
  /** With variables replaced outside `steps` and `fragments`. The steps to play are in `steps` below. */
  readonly scenario: Scenario
  /** Unique within a file; that of a row has its values: `adopt a pet (animal: Dog, name: Rex)`. */
  readonly name: string
  readonly example?: Example
  readonly tags: ReadonlyArray<string>
  readonly only: boolean
  /** The world as a value; undefined: the demo world. The server reports its faults. */
  readonly world: unknown
  /** The place of a part of the world, or of the nearest part above it; absent for the demo world. */
  readonly locateWorld?: (path: Path) => FilePlace
  /** The variables known before the first step: those of the file, the row and the command line. */
  readonly variables: Readonly<Record<string, unknown>>
  /** At least one. */
  readonly steps: ReadonlyArray<LoadedStep>
}

export interface LoadedFile {
  /** Absolute. */
  readonly file: string
  /** One, or one for each row of examples; none for a file that only has fragments. */
  readonly scenarios: ReadonlyArray<LoadedScenario>
  /** All files that it was made of, absolute, itself first. After a change of one, it must be loaded again. */
  readonly sources: ReadonlyArray<string>
  /** Variables that the file defines or uses, and that the command line may set: no columns of its table. */
  readonly settable: ReadonlyArray<string>
}

export interface ScenarioFault extends FilePlace {
  /** For example `steps[0].expect.state`; empty for the file as a whole. */
  readonly path: string
  readonly message: string
  /** Another place that may have caused it. */
  readonly related?: Related
}

/** The file cannot be played. `message` has one line for each fault: `file:line:column path: message`. */
export class ScenarioFileBroken extends Data.TaggedError("ScenarioFileBroken")<{
  readonly file: string
  /** All faults in the order of the text; never empty. */
  readonly faults: ReadonlyArray<ScenarioFault>
  readonly message: string
  /** As for a sound file, including files that are missing. */
  readonly sources: ReadonlyArray<string>
  /** How its only scenario would be selected, if the broken file shows that. */
  readonly scenario?: Pick<LoadedScenario, "name" | "tags">
}> {}
