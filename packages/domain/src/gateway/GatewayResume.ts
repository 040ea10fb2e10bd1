/** Whether a session can be resumed. Source: wire-interactions.md §3.7. */

/**
 * `replay` the dispatches after `seq`; `gone`: some are no longer kept; `ahead`: `seq` was never sent (4007). The session
 * keeps the dispatches from `oldest` to `last`; without any, `oldest` is `last + 1`.
 */
export const judgeResume = (
  seq: number,
  { last, oldest }: { readonly last: number; readonly oldest: number }
): "replay" | "gone" | "ahead" => (seq > last ? "ahead" : seq + 1 < oldest ? "gone" : "replay")
