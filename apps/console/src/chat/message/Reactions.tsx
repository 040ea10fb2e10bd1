/** Reactions with their counts. A click adds or takes away the viewer's own. */
import type { APIMessage, APIReaction } from "discord-api-types/v10"
import { SmilePlus } from "lucide-react"
import { control } from "../../api/Control.ts"
import { type At, act } from "../../use/Uses.ts"
import { below, useChat } from "../context/Chat.ts"
import { type AnyEmoji, EmojiText, pathOf } from "../media/EmojiText.tsx"
import classes from "./Reactions.module.css"

export const Reactions = ({ message }: { readonly message: APIMessage }) => {
  const { user_id, channel_id, openReactions } = useChat()
  const reactions = message.reactions ?? []
  if (reactions.length === 0) return null
  return (
    <div className={classes["reactions"]}>
      {reactions.map((reaction) => (
        <Pill key={pathOf(reaction.emoji)} at={{ user_id, channel_id }} message_id={message.id} reaction={reaction} />
      ))}
      <button
        type="button"
        className={classes["add"]}
        aria-label="Add a reaction"
        title="Add a reaction"
        onClick={(event) => openReactions(message, below(event.currentTarget))}
      >
        <SmilePlus size={16} aria-hidden />
      </button>
    </div>
  )
}

interface Of {
  readonly at: At
  readonly message_id: string
  readonly reaction: APIReaction
}

const Pill = ({ at, message_id, reaction: { emoji, count, me } }: Of) => (
  <button
    type="button"
    className={classes["pill"]}
    aria-pressed={me}
    aria-label={`${emoji.name ?? "emoji"}, ${count} ${count === 1 ? "reaction" : "reactions"}`}
    title={emoji.name ?? ""}
    onClick={() => void (me ? unreact : react)(at, message_id, emoji)}
  >
    <EmojiText emoji={emoji} />
    <span>{count}</span>
  </button>
)

export const react = (at: At, message_id: string, emoji: AnyEmoji): Promise<boolean> =>
  act(at, `React with ${emoji.name ?? "emoji"}`, () =>
    control("add_reaction", { ...at, message_id, emoji_name: pathOf(emoji) })
  )

const unreact = (at: At, message_id: string, emoji: AnyEmoji): Promise<boolean> =>
  act(at, `Take the reaction ${emoji.name ?? "emoji"} away`, () =>
    control("remove_reaction", { ...at, message_id, emoji_name: pathOf(emoji) })
  )
