import { elapsed } from "@backlot/domain/base/Elapsed"
import { Effect } from "effect"

/** Runners such as npm repeat the signal that the terminal has sent: signals within this time count as one. */
const SAME_SIGNAL_MS = 500

/** Returns a function to call on each signal. It is true when the user signals again, impatient with the first one. */
export const furtherSignal = (): (() => boolean) => {
  let first: number | undefined
  return () => {
    const now = Effect.runSync(elapsed)
    first ??= now
    return now - first > SAME_SIGNAL_MS
  }
}
