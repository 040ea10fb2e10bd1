/** The quick acts on a message under the pointer. */
import type { APIMessage } from "discord-api-types/v10"
import { Ellipsis, Pencil, Reply, SmilePlus } from "lucide-react"
import { below, useChat } from "../context/Chat.ts"
import { EPHEMERAL, has } from "../message/Flags.ts"
import { react } from "../message/Reactions.tsx"
import { doAct } from "./MessageActs.ts"
import classes from "./MessageToolbar.module.css"

const QUICK = ["👍", "❤️", "😂"]

export const MessageToolbar = ({ message }: { readonly message: APIMessage }) => {
  const chat = useChat()
  const { openMenu, openReactions } = chat
  const secret = has(message.flags, EPHEMERAL)
  return (
    <div className={classes["bar"]} role="toolbar" aria-label="Message">
      {secret
        ? null
        : QUICK.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={`React with ${emoji}`}
              title={`React with ${emoji}`}
              onClick={() => void react(chat, message.id, { name: emoji })}
            >
              {emoji}
            </button>
          ))}
      {secret ? null : (
        <button
          type="button"
          aria-label="Add a reaction"
          title="Add a reaction"
          onClick={(event) => openReactions(message, below(event.currentTarget))}
        >
          <SmilePlus size={18} aria-hidden />
        </button>
      )}
      {secret ? null : (
        <button type="button" aria-label="Reply" title="Reply (R)" onClick={() => void doAct("reply", chat, message)}>
          <Reply size={18} aria-hidden />
        </button>
      )}
      {message.author.id === chat.user_id ? (
        <button type="button" aria-label="Edit" title="Edit (E)" onClick={() => void doAct("edit", chat, message)}>
          <Pencil size={17} aria-hidden />
        </button>
      ) : null}
      <button
        type="button"
        aria-label="More"
        title="More (right click)"
        onClick={(event) => openMenu(message, below(event.currentTarget))}
      >
        <Ellipsis size={18} aria-hidden />
      </button>
    </div>
  )
}
