/** What the tools work on: a server, the app beside it, and what was done so far. */
import type { Effect } from "effect"
import type { ControlServer } from "../control/ControlAsk.ts"
import type { Variables } from "../given/Given.ts"
import type { ToolRefused } from "./ToolRefused.ts"

export interface Place {
  readonly server: ControlServer
  /** Our own environment. */
  readonly variables: Variables
  /** The app that was named behind `--`. */
  readonly app: AppUnderTest | undefined
  readonly transcript: Notes
}

export interface AppUnderTest {
  readonly command: string
  /** Waits until it can be played against; fails with what it wrote if it cannot. */
  readonly ready: Effect.Effect<void, ToolRefused>
  /** Stops it, starts it again, and waits until it is ready. */
  readonly restart: Effect.Effect<void, ToolRefused>
  readonly state: () => AppState
}

export interface AppState {
  readonly state: "starting" | "running" | "ended" | "not started"
  readonly exit_code: number | undefined
  readonly lines: ReadonlyArray<string>
}

/** The newest acts with their outcomes, as text. */
export interface Notes {
  readonly add: (lines: ReadonlyArray<string>) => void
  readonly text: () => string
}

/** Acts that are kept. */
const KEPT = 200

export const notes = (): Notes => {
  let kept: ReadonlyArray<string> = []
  return {
    add: (lines) => {
      kept = [...kept, lines.join("\n")].slice(-KEPT)
    },
    text: () => (kept.length === 0 ? "Nobody has done anything yet." : kept.join("\n\n"))
  }
}
