/** The one menu, picker or card that is open in a conversation. */
import type { APIMessage } from "discord-api-types/v10"
import { useCallback, useState } from "react"
import { react } from "../message/Reactions.tsx"
import { type Point, useChat } from "../talk/Chat.ts"
import { EmojiPicker } from "./EmojiPicker.tsx"
import { MessageMenu } from "./MessageMenu.tsx"
import { ThreadStart } from "./ThreadStart.tsx"
import { UserMenu } from "./UserMenu.tsx"

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

export const Menus = ({ menus: { opened, close } }: { readonly menus: ReturnType<typeof useMenus> }) => {
  const chat = useChat()
  if (opened === undefined) return null
  // Closing a menu may come after it opened the next thing.
  const onClose = () => close(opened)
  switch (opened.kind) {
    case "message":
      return <MessageMenu message={opened.message} at={opened.at} onClose={onClose} />
    case "reactions":
      return (
        <EmojiPicker
          at={opened.at}
          onClose={onClose}
          onChoose={(emoji) => void react(chat, opened.message.id, emoji)}
        />
      )
    case "thread":
      return <ThreadStart message={opened.message} at={opened.at} onClose={onClose} />
    case "person":
      return (
        <UserMenu
          user_id={chat.user_id}
          place={chat.place}
          person_id={opened.person_id}
          at={opened.at}
          onClose={onClose}
        />
      )
  }
}
