/** The end of a transcript: what a failure shows, while `backlot.transcript()` has all of it. */
import { formatNoted, type Transcript } from "@backlot/player/Transcript"

/** Ours: a test seldom does more, and what earlier tests did tells nothing of this one. */
export const SHOWN = 30

/** The last of the acts with numbers above `after`, and how many there were before. */
export const recentActs = (transcript: Transcript, after: number): string => {
  const shown = transcript.filter(({ number }) => number > after).slice(-SHOWN)
  const before = transcript.length - shown.length
  const left = `… ${before} ${before === 1 ? "act" : "acts"} before: backlot.transcript() has everything`
  return [...(before === 0 ? [] : [left]), ...(shown.length === 0 ? [] : [formatNoted(shown)])].join("\n")
}
