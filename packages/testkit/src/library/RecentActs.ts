/** The end of a transcript for a failure; `backlot.transcript()` has all of it. */
import { formatNoted, type Transcript } from "@backlot/player/Transcript"

/** A test seldom has more acts, and acts of earlier tests explain nothing. */
export const SHOWN = 30

/** The last acts with numbers above `after`, and the number of acts before them. */
export const recentActs = (transcript: Transcript, after: number): string => {
  const shown = transcript.filter(({ number }) => number > after).slice(-SHOWN)
  const before = transcript.length - shown.length
  const left = `… ${before} ${before === 1 ? "act" : "acts"} before: backlot.transcript() has everything`
  return [...(before === 0 ? [] : [left]), ...(shown.length === 0 ? [] : [formatNoted(shown)])].join("\n")
}
