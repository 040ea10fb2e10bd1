/** The JSON that the HTML report of a run holds: the report writes it, the scripts of the page read it. */

/** In the element `run`. */
export interface RunPageData {
  readonly scenarios: ReadonlyArray<ScenarioData>
}

/** Its attempts are in the element `scenario-N`, where N is its position from 0: the page reads them on demand. */
export interface ScenarioData {
  readonly name: string
  readonly file: string
  readonly tags: ReadonlyArray<string>
  readonly status: "passed" | "failed" | "flaky" | "skipped"
  /** How many steps the last attempt has. */
  readonly steps: number
  /** Real milliseconds of the last attempt, as all times here. */
  readonly took: number
}

export interface AttemptData {
  readonly status: "passed" | "failed"
  readonly took: number
  readonly failure?: string
  readonly steps: ReadonlyArray<StepData>
  readonly transcript: string
  readonly apps: ReadonlyArray<AppData>
  /** False when the server could no longer export its world after the attempt. */
  readonly asked: boolean
  readonly world: ReadonlyArray<WorldPartData>
}

export interface StepData {
  readonly number: number
  readonly title: string
  readonly status: "passed" | "failed" | "skipped"
  readonly place: string
  /** Since the attempt began. */
  readonly began: number
  readonly took: number
  readonly step: unknown
  readonly lines: ReadonlyArray<string>
  readonly faults: ReadonlyArray<string>
  readonly trace: ReadonlyArray<TraceLine>
  /** Without its trace. */
  readonly outcome?: unknown
  readonly failure?: { readonly kind: string; readonly diff: ReadonlyArray<string> }
}

export interface TraceLine {
  /** Milliseconds of the service clock. */
  readonly at: number
  readonly what: string
  readonly detail: unknown
  readonly hint: string
}

export interface AppData {
  readonly application: string
  readonly command: string
  /** Absent when the app ran until it was stopped. */
  readonly exit_code?: number
  readonly output: ReadonlyArray<{
    readonly at_ms: number
    readonly stream: "stdout" | "stderr"
    readonly text: string
  }>
}

/** The changes of one part of the world; each line starts with `-`, `+` or a space. */
export interface WorldPartData {
  readonly name: string
  readonly added: number
  readonly removed: number
  readonly lines: ReadonlyArray<string>
}
