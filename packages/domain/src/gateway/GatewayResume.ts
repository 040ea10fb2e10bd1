/** Whether a session can go on where its client lost it. Source: wire-interactions.md §3.7. */

/** What a session still has for a resume. */
export interface Kept {
  /** The `s` that was given out last. */
  readonly last: number
  /** The `s` of the oldest dispatch that is kept; `last + 1` when none is. */
  readonly oldest: number
}

/**
 * `replay` what follows `seq`; `gone` when some of that is no longer kept; `ahead` when it was never sent (4007).
 */
export const judgeResume = (seq: number, { last, oldest }: Kept): "replay" | "gone" | "ahead" =>
  seq > last ? "ahead" : seq + 1 < oldest ? "gone" : "replay"
