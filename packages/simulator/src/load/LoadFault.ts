/** Why a scenario can not be played as load. */

import type { FilePlace } from "@backlot/scenario/FilePlace"
import { Data } from "effect"

export interface LoadFault {
  /** e.g. `load.stages[0].rate`, `steps[3]`, `--rate`. */
  readonly path: string
  readonly message: string
  /** Where it stands, for a fault of a step. */
  readonly place?: FilePlace
}

/** `message` has one line for each fault. The command line or the file is wrong: exit code 2. */
export class LoadRefused extends Data.TaggedError("LoadRefused")<{
  readonly faults: ReadonlyArray<LoadFault>
  readonly message: string
}> {}

/** The server or its world can not be played: exit code 3. */
export class LoadLost extends Data.TaggedError("LoadLost")<{ readonly message: string }> {}

export const refusedBy = (faults: ReadonlyArray<LoadFault>): LoadRefused =>
  new LoadRefused({ faults, message: faults.map((fault) => format(fault)).join("\n") })

/** `shown` says how a file is named. */
export const format = (
  { path, message, place }: LoadFault,
  shown: (file: string) => string = (file) => file
): string =>
  place === undefined ? `${path}: ${message}` : `${shown(place.file)}:${place.line}:${place.column} ${path}: ${message}`
