/** What a message says and shows. */
import type { APIMessage } from "discord-api-types/v10"
import { TriangleAlert } from "lucide-react"
import { useCallback } from "react"
import { Components } from "../component/Components.tsx"
import { partsOf } from "../component/Part.ts"
import { useNow } from "../context/Now.ts"
import { fully } from "../context/Times.ts"
import { Markdown } from "../markdown/MarkdownView.tsx"
import { Attachments } from "../media/Attachments.tsx"
import { EditBox } from "./EditBox.tsx"
import { Embeds } from "./Embeds.tsx"
import { Forwarded, Launched, OnlyYou, Stickers, ThreadCard } from "./Extras.tsx"
import { EPHEMERAL, HAS_THREAD, has, LOADING, SOURCE_DELETED, SUPPRESS_EMBEDS } from "./Flags.ts"
import classes from "./MessageBody.module.css"
import { Poll } from "./Poll.tsx"
import { Reactions } from "./Reactions.tsx"

export const MessageBody = ({ message, editing }: { readonly message: APIMessage; readonly editing: boolean }) => {
  const { flags, id } = message
  // The first message of a thread shows the one that the thread started from.
  const shown = message.type === 21 ? (message.referenced_message ?? message) : message
  const parts = partsOf(shown.components)
  const attachments = shown.attachments ?? []
  const stickers = shown.sticker_items ?? []
  return (
    <>
      {editing ? <EditBox message={message} /> : <Content message={shown} />}
      {has(flags, SOURCE_DELETED) ? <i className={classes["gone"]}>The original message was deleted.</i> : null}
      {"activity_instance" in message ? <Launched /> : null}
      {message.message_snapshots === undefined ? null : <Forwarded snapshots={message.message_snapshots} />}
      {/* Components of the second generation show the files that they name. */}
      {attachments.length === 0 ? null : <Attachments attachments={unnamed(shown, attachments)} />}
      {has(shown.flags, SUPPRESS_EMBEDS) ? null : <Embeds embeds={shown.embeds ?? []} />}
      {stickers.length === 0 ? null : <Stickers stickers={stickers} />}
      {shown.poll === undefined ? null : <Poll poll={shown.poll} message_id={id} />}
      {parts.length === 0 ? null : <Components parts={parts} message_id={id} />}
      <Reactions message={message} />
      {has(flags, HAS_THREAD) ? <ThreadCard message_id={id} /> : null}
      {has(flags, EPHEMERAL) ? <OnlyYou message={message} /> : null}
    </>
  )
}

/** Files of a message whose components show none of them: with components of the second generation, nothing else may. */
const unnamed = ({ flags }: APIMessage, attachments: APIMessage["attachments"]): APIMessage["attachments"] =>
  ((flags ?? 0) & (1 << 15)) === 0 ? attachments : []

/** As long as the token of an interaction lives. */
const ANSWERED_MS = 15 * 60_000

const Content = ({ message }: { readonly message: APIMessage }) => {
  const { content, edited_timestamp: edited } = message
  if (has(message.flags, LOADING)) return <Thinking message={message} />
  if (content === "" && edited == null) return null
  const mark =
    edited == null ? undefined : (
      <small className={classes["edited"]} title={fully(Date.parse(edited))}>
        (edited)
      </small>
    )
  return content === "" ? mark : <Markdown text={content} end={mark} />
}

const Thinking = ({ message }: { readonly message: APIMessage }) => {
  const sent = Date.parse(message.timestamp)
  const late = useNow(useCallback((now) => now - sent > ANSWERED_MS, [sent]))
  if (late)
    return (
      <p className={classes["failed"]}>
        <TriangleAlert size={15} aria-hidden /> The application did not respond
      </p>
    )
  return (
    <p className={classes["thinking"]}>
      <span aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {message.author.username} is thinking …
    </p>
  )
}
