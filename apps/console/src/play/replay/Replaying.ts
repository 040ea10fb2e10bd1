/** The play of this window, as it goes on. */
import { create } from "zustand"
import type { Files, StepAt, StepState } from "./Replayed.ts"

export interface Replaying {
  readonly phase: "none" | "playing" | "passed" | "failed"
  readonly steps: ReadonlyArray<StepAt & StepState>
  readonly failure: ReadonlyArray<string>
}

const NONE: Replaying = { phase: "none", steps: [], failure: [] }

export const useReplaying = create<Replaying>()(() => NONE)

let current: AbortController | undefined

export const playAgain = async (files: Files): Promise<void> => {
  current?.abort()
  const own = new AbortController()
  current = own
  useReplaying.setState({ ...NONE, phase: "playing" })
  // A play that was stopped, or followed by another, says nothing more.
  const set = (change: Partial<Replaying> | ((now: Replaying) => Partial<Replaying>)) => {
    if (current === own) useReplaying.setState(change)
  }
  const { replay } = await import("./Replay.ts")
  await replay(
    files,
    {
      began: (steps) => set({ steps: steps.map((step) => ({ ...step, status: "pending" })) }),
      step: (index, state) =>
        set(({ steps }) => ({ steps: steps.map((step, at) => (at === index ? { ...step, ...state } : step)) })),
      over: ({ failure }) => set({ phase: failure === undefined ? "passed" : "failed", failure: failure ?? [] })
    },
    own.signal
  ).catch((error: unknown) => set({ phase: "failed", failure: [String(error)] }))
}

export const stopPlaying = (): void => current?.abort()

/** Forgets what was played, because the text is another now. */
export const forgetPlay = (): void => {
  current?.abort()
  current = undefined
  useReplaying.setState(NONE)
}
