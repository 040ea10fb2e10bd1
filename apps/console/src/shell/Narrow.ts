/** Whether the window has room for one thing alone: a conversation or the inspector. */
import { useSyncExternalStore } from "react"

const query = matchMedia("(width < 640px)")

const follow = (changed: () => void) => {
  query.addEventListener("change", changed)
  return () => query.removeEventListener("change", changed)
}

export const useNarrow = (): boolean => useSyncExternalStore(follow, () => query.matches)
