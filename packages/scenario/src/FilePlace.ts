/** A place in a file. Lines and columns count from 1. */
export interface FilePlace {
  /** Absolute. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A second place of a fault, and its part in it: `run by`, `the other is at`. */
export interface Related {
  readonly what: "run by" | "the other is at"
  readonly place: FilePlace
}
