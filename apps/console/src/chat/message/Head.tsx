/** Author, tags and time of a message. */

import type { APIMessage } from "discord-api-types/v10"
import { BellOff } from "lucide-react"
import { useChat } from "../context/Chat.ts"
import { authorOf } from "../context/People.ts"
import { fully } from "../context/Times.ts"
import { AuthorName, isWebhook } from "./AuthorName.tsx"
import { CROSSPOSTED, has, IS_CROSSPOST, SUPPRESS_NOTIFICATIONS } from "./Flags.ts"
import classes from "./Head.module.css"
import { When } from "./When.tsx"

export const Head = ({ message }: { readonly message: APIMessage }) => {
  const { people } = useChat()
  const { bot } = authorOf(people, message.author, isWebhook(message))
  return (
    <header className={classes["head"]}>
      <AuthorName message={message} />
      {bot ? <em>APP</em> : null}
      <time dateTime={message.timestamp} title={fully(Date.parse(message.timestamp))}>
        <When timestamp={message.timestamp} />
      </time>
      {has(message.flags, SUPPRESS_NOTIFICATIONS) ? <BellOff size={12} aria-label="Sent silently" /> : null}
      {has(message.flags, CROSSPOSTED) ? <small>Published</small> : null}
      {has(message.flags, IS_CROSSPOST) ? <small>From a followed channel</small> : null}
    </header>
  )
}
