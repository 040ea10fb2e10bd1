/** What is played, and what is told of it. */

export interface Files {
  readonly scenario: { readonly name: string; readonly text: string }
  readonly world: { readonly name: string; readonly text: string }
}

export interface StepAt {
  readonly title: string
  /** Where it is written, from 1. */
  readonly line: number
}

export interface StepState {
  readonly status: "pending" | "playing" | "passed" | "failed"
  /** Real milliseconds. */
  readonly took?: number
  /** One line each. */
  readonly failure?: ReadonlyArray<string>
}

export interface Listener {
  readonly began: (steps: ReadonlyArray<StepAt>) => void
  readonly step: (index: number, state: StepState) => void
  /** `failure`: what no step shows; empty where a step shows it. */
  readonly over: (end: { readonly failure: ReadonlyArray<string> | undefined }) => void
}
