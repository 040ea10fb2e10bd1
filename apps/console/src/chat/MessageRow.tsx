/** One message. */
import type { APIMessage } from "discord-api-types/v10"
import { memo } from "react"
import { nameOf, type Place } from "../place/Places.ts"
import { Avatar } from "../ui/Avatar.tsx"
import classes from "./MessageRow.module.css"

interface Of {
  readonly message: APIMessage
  readonly follows: boolean
  readonly user_id: string
  readonly place: Place
}

export const MessageRow = memo(({ message, follows }: Of) => (
  <article
    className={classes["message"]}
    data-follows={follows || undefined}
    aria-label={`${nameOf(message.author)} said`}
  >
    {follows ? (
      <time className={classes["aside"]}>{timeOf(message)}</time>
    ) : (
      <Avatar id={message.author.id} name={nameOf(message.author)} size={40} />
    )}
    <div>
      {follows ? null : (
        <header className={classes["head"]}>
          <b>{nameOf(message.author)}</b>
          {message.author.bot === true ? <em>APP</em> : null}
          <time dateTime={message.timestamp}>{timeOf(message)}</time>
        </header>
      )}
      <div className={classes["content"]}>{message.content}</div>
    </div>
  </article>
))

const timeOf = ({ timestamp }: APIMessage): string =>
  new Date(timestamp).toLocaleTimeString(undefined, { timeStyle: "short" })
