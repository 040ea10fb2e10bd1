/** The one menu, picker or card that is open in a conversation. */
import type { APIMessage } from "discord-api-types/v10"
import { useCallback, useState } from "react"
import type { Point } from "../context/Chat.ts"

type Opened =
  | { readonly kind: "message" | "reactions" | "thread"; readonly message: APIMessage; readonly at: Point }
  | { readonly kind: "person"; readonly person_id: string; readonly at: Point }

export const useMenus = () => {
  const [opened, setOpened] = useState<Opened>()
  return {
    opened,
    close: useCallback((which: Opened) => setOpened((now) => (now === which ? undefined : now)), []),
    openMenu: useCallback((message: APIMessage, at: Point) => setOpened({ kind: "message", message, at }), []),
    openReactions: useCallback((message: APIMessage, at: Point) => setOpened({ kind: "reactions", message, at }), []),
    openThread: useCallback((message: APIMessage, at: Point) => setOpened({ kind: "thread", message, at }), []),
    openPerson: useCallback((person_id: string, at: Point) => setOpened({ kind: "person", person_id, at }), [])
  }
}
