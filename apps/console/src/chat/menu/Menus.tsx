/** Draws the menu, picker or card that is open. The page loads them after the conversation. */
import { useChat } from "../context/Chat.ts"
import { react } from "../message/Reactions.tsx"
import { EmojiPicker } from "./EmojiPicker.tsx"
import { MessageMenu } from "./MessageMenu.tsx"
import type { useMenus } from "./Opened.ts"
import { ThreadStart } from "./ThreadStart.tsx"
import { UserMenu } from "./UserMenu.tsx"

const Menus = ({ menus: { opened, close } }: { readonly menus: ReturnType<typeof useMenus> }) => {
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

export default Menus
