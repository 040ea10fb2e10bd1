/** Something that the platform says itself: an icon and a sentence. */

import type { APIMessage } from "discord-api-types/v10"
import { ArrowRight, BarChart3, Gem, Info, LogOut, type LucideIcon, Pencil, Pin, Spool } from "lucide-react"
import { useScreen } from "../../state/Screen.ts"
import { useChat } from "../context/Chat.ts"
import { fully } from "../context/Times.ts"
import { AuthorName } from "./AuthorName.tsx"
import { Reactions } from "./Reactions.tsx"
import classes from "./SystemLine.module.css"
import { type SystemText, systemText } from "./SystemText.ts"
import { When } from "./When.tsx"

const ICONS: Readonly<Record<SystemText["icon"], LucideIcon>> = {
  join: ArrowRight,
  leave: LogOut,
  pin: Pin,
  thread: Spool,
  edit: Pencil,
  boost: Gem,
  poll: BarChart3,
  other: Info
}

export const SystemLine = ({ message }: { readonly message: APIMessage }) => {
  const { icon, text } = systemText(message)
  const Icon = ICONS[icon]
  return (
    <>
      <Icon size={18} className={classes["icon"]} data-icon={icon} aria-hidden />
      <div className={classes["line"]}>
        <AuthorName message={message} /> {text} <Leads message={message} />{" "}
        <time dateTime={message.timestamp} title={fully(Date.parse(message.timestamp))}>
          <When timestamp={message.timestamp} />
        </time>
        <Reactions message={message} />
      </div>
    </>
  )
}

/** To the pinned message or the new thread. */
const Leads = ({ message }: { readonly message: APIMessage }) => {
  const { jump } = useChat()
  const { type, message_reference: reference } = message
  const target = reference?.message_id
  if (type === 6 && target !== undefined)
    return (
      <button type="button" className={classes["lead"]} onClick={() => jump(target)}>
        See it
      </button>
    )
  if (type !== 18 || reference === undefined) return null
  return (
    <button
      type="button"
      className={classes["lead"]}
      onClick={() => useScreen.getState().go({ channel_id: reference.channel_id })}
    >
      Open the thread
    </button>
  )
}
