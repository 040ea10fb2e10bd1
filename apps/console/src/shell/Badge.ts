/** The number on the icon of the installed console, and in the title of its window: what mentions the people on screen. */
import { useEffect } from "react"
import { unreadOf, useUnread } from "../live/Unread.ts"
import { useScreen } from "../state/Screen.ts"

export const useBadge = (): void => {
  const unread = useUnread()
  const people = useScreen(({ panes }) => panes.map(({ user_id }) => user_id).join(" "))
  const mentions = [...new Set(people.split(" "))]
    .flatMap((user_id) => Object.keys(unread.news).map((channel_id) => unreadOf(unread, user_id, channel_id).mentions))
    .reduce((sum, count) => sum + count, 0)
  useEffect(() => {
    document.title = mentions === 0 ? "Backlot" : `(${mentions}) Backlot`
    // Only an installed page has an icon, and not every browser marks it.
    if ("setAppBadge" in navigator) {
      void (mentions === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(mentions)).catch(() => undefined)
    }
  }, [mentions])
}
