/** Whether a session can be resumed. Source: wire-interactions.md §3.7. */

/** What a session has kept for a resume. */
export interface Kept {
  readonly last: number
  /** The `s` of the oldest kept dispatch; `last + 1` without any. */
  readonly oldest: number
}

/** `replay` the dispatches after `seq`; `gone`: some are no longer kept; `ahead`: `seq` was never sent (4007). */
export const judgeResume = (seq: number, { last, oldest }: Kept): "replay" | "gone" | "ahead" =>
  seq > last ? "ahead" : seq + 1 < oldest ? "gone" : "replay"
