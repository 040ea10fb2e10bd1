/** When a message was sent, beside its author. */
import { useCallback } from "react"
import { useNow } from "../context/Now.ts"
import { besideAuthor } from "../context/Times.ts"

export const When = ({ timestamp }: { readonly timestamp: string }) => {
  const ms = Date.parse(timestamp)
  return useNow(useCallback((now) => besideAuthor(ms, now), [ms]))
}
