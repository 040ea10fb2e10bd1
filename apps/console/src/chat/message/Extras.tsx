/** Smaller parts of a message: stickers, a thread, forwarded messages, notes below. */
import type { APIMessage } from "discord-api-types/v10"
import { ChevronRight, Eye, Forward, Rocket, Spool, Sticker } from "lucide-react"
import { useScreen } from "../../state/Screen.ts"
import { useChat } from "../context/Chat.ts"
import { dismissMessage, keyOf } from "../context/Marked.ts"
import { Markdown } from "../markdown/MarkdownView.tsx"
import { Attachments } from "../media/Attachments.tsx"
import { Embeds } from "./Embeds.tsx"
import classes from "./Extras.module.css"

export const Stickers = ({ stickers }: { readonly stickers: NonNullable<APIMessage["sticker_items"]> }) => (
  <div className={classes["stickers"]}>
    {stickers.map(({ id, name }) => (
      <span key={id} className={classes["sticker"]} title={`Sticker ${id}`}>
        <Sticker size={36} aria-hidden />
        <small>{name}</small>
      </span>
    ))}
  </div>
)

/** A thread has the id of the message that it started from. */
export const ThreadCard = ({ message_id }: { readonly message_id: string }) => {
  const thread = useChat().people.channels.get(message_id)
  return (
    <button
      type="button"
      className={classes["thread"]}
      onClick={() => useScreen.getState().go({ channel_id: message_id })}
    >
      <Spool size={18} aria-hidden />
      <b>{thread?.name ?? "Thread"}</b>
      <span>
        Open the thread <ChevronRight size={14} aria-hidden />
      </span>
    </button>
  )
}

export const Forwarded = ({ snapshots }: { readonly snapshots: NonNullable<APIMessage["message_snapshots"]> }) => (
  <>
    {snapshots.map(({ message }, at) => (
      <section key={at} className={classes["forwarded"]} aria-label="Forwarded message">
        <small>
          <Forward size={13} aria-hidden /> Forwarded
        </small>
        {message.content === "" ? null : <Markdown text={message.content} />}
        <Attachments attachments={message.attachments ?? []} />
        <Embeds embeds={message.embeds ?? []} />
      </section>
    ))}
  </>
)

export const Launched = () => (
  <p className={classes["note"]}>
    <Rocket size={13} aria-hidden /> An Activity was launched
  </p>
)

export const OnlyYou = ({ message }: { readonly message: APIMessage }) => {
  const { user_id } = useChat()
  return (
    <p className={classes["note"]}>
      <Eye size={13} aria-hidden /> Only you can see this ·{" "}
      <button type="button" onClick={() => dismissMessage(keyOf(user_id, message.id))}>
        Dismiss message
      </button>
    </p>
  )
}
