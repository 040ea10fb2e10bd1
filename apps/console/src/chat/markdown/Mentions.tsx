/** People, roles, channels and commands that a text names. */
import { Hash, Slash } from "lucide-react"
import type { CSSProperties } from "react"
import { setDraft } from "../../state/Draft.ts"
import { useScreen } from "../../state/Screen.ts"
import { below, useChat } from "../context/Chat.ts"
import classes from "./Markdown.module.css"

export const UserMention = ({ id }: { readonly id: string }) => {
  const { people, openPerson } = useChat()
  return (
    <button
      type="button"
      className={classes["mention"]}
      onClick={(event) => openPerson(id, below(event.currentTarget))}
    >
      @{people.users.get(id)?.name ?? "unknown user"}
    </button>
  )
}

export const RoleMention = ({ id }: { readonly id: string }) => {
  const role = useChat().people.roles.get(id)
  const colour = role?.colour
  return (
    <span
      className={`${classes["mention"]} ${colour === undefined ? "" : "role"}`}
      style={colour === undefined ? undefined : ({ "--role": colour } as CSSProperties)}
    >
      @{role?.name ?? "unknown role"}
    </span>
  )
}

export const ChannelMention = ({ id }: { readonly id: string }) => {
  const channel = useChat().people.channels.get(id)
  if (channel === undefined) return <span className={classes["mention"]}># unknown</span>
  const { guild_id } = channel
  return (
    <button
      type="button"
      className={classes["mention"]}
      onClick={() => useScreen.getState().go({ guild_id, channel_id: id })}
    >
      <Hash size={13} aria-hidden />
      {channel.name}
    </button>
  )
}

export const EveryoneMention = ({ name }: { readonly name: string }) => (
  <span className={classes["mention"]}>{name}</span>
)

/** Puts the command into the composer. */
export const CommandMention = ({ name, id }: { readonly name: string; readonly id: string }) => {
  const { user_id, channel_id } = useChat()
  return (
    <button
      type="button"
      className={classes["mention"]}
      title={`Use /${name} (${id})`}
      onClick={() => setDraft(user_id, channel_id, { insert: `/${name} ` })}
    >
      <Slash size={12} aria-hidden />
      {name}
    </button>
  )
}

export const Emoji = ({ name, id }: { readonly name: string; readonly id: string }) => (
  <span className={classes["emoji"]} title={`Custom emoji ${id}`}>
    :{name}:
  </span>
)

const PLACES: Readonly<Record<string, string>> = {
  customize: "Channels & Roles",
  browse: "Browse Channels",
  guide: "Server Guide",
  home: "Server Guide"
}

export const GuildMention = ({ name }: { readonly name: string }) => (
  <span className={classes["mention"]}>{PLACES[name] ?? name}</span>
)
