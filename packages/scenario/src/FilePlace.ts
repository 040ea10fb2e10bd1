/** Where something is written in a file. Lines and columns count from 1. */
export interface FilePlace {
  /** Absolute. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A second place that a fault is about, and its part in the fault: `run by`, `the other is at`. */
export interface Related {
  readonly what: "run by" | "the other is at"
  readonly place: FilePlace
}
