import { Clock, Effect } from "effect"

/** A runner such as npm passes on what the terminal has sent already: within this time it is one signal. */
const SAME_SIGNAL_MS = 500

/** What says of each signal as it comes whether somebody asks again, impatient with how the first one is obeyed. */
export const furtherSignal = (): (() => boolean) => {
  let first: number | undefined
  return () => {
    const now = Effect.runSync(Clock.currentTimeMillis)
    first ??= now
    return now - first > SAME_SIGNAL_MS
  }
}
