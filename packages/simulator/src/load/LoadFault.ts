/** Reasons why a scenario cannot be played as load. */
import type { FilePlace } from "@backlot/scenario/FilePlace"
import { Data } from "effect"

export interface LoadFault {
  /** e.g. `load.stages[0].rate`, `steps[3]`, `--rate`. */
  readonly path: string
  readonly message: string
  /** The position, for a fault of a step. */
  readonly place?: FilePlace
}

/** `message` has one line per fault. The command line or the file is wrong: exit code 2. */
export class LoadRefused extends Data.TaggedError("LoadRefused")<{
  readonly faults: ReadonlyArray<LoadFault>
  readonly message: string
}> {}

/** The server or its world is unusable: exit code 3. */
export class LoadLost extends Data.TaggedError("LoadLost")<{ readonly message: string }> {}

export const refusedBy = (faults: ReadonlyArray<LoadFault>): LoadRefused =>
  new LoadRefused({ faults, message: faults.map((fault) => format(fault)).join("\n") })

export const messageOf = (failure: unknown): string =>
  typeof failure === "object" && failure !== null && "message" in failure ? String(failure.message) : String(failure)

/** `shown` formats file names. */
export const format = ({ path, message, place }: LoadFault, shown = (file: string): string => file): string =>
  place === undefined ? `${path}: ${message}` : `${shown(place.file)}:${place.line}:${place.column} ${path}: ${message}`
