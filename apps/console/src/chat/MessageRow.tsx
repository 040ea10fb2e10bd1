/** One message with everything around it. */
import type { APIMessage } from "discord-api-types/v10"
import { memo, useState } from "react"
import { Avatar } from "../ui/Avatar.tsx"
import { useChat } from "./context/Chat.ts"
import { keyOf, useMarked } from "./context/Marked.ts"
import { authorOf } from "./context/People.ts"
import { fully, timeOnly } from "./context/Times.ts"
import classes from "./MessageRow.module.css"
import { MessageToolbar } from "./menu/MessageToolbar.tsx"
import { Above } from "./message/Above.tsx"
import { isWebhook } from "./message/AuthorName.tsx"
import { EPHEMERAL, has } from "./message/Flags.ts"
import { Head } from "./message/Head.tsx"
import { mentions } from "./message/Mentioned.ts"
import { MessageBody } from "./message/MessageBody.tsx"
import { SystemLine } from "./message/SystemLine.tsx"
import { isSystem } from "./message/SystemText.ts"

interface Of {
  readonly message: APIMessage
  readonly follows: boolean
  readonly day: string | undefined
}

export const MessageRow = memo(({ message, follows, day }: Of) => {
  const chat = useChat()
  const { user_id, people, place, openMenu, openPerson } = chat
  const key = keyOf(user_id, message.id)
  const editing = useMarked((marked) => marked.editing === key)
  const jumped = useMarked((marked) => marked.jumped === key)
  const [active, setActive] = useState(false)
  const { id, name } = authorOf(people, message.author, isWebhook(message))
  const ms = Date.parse(message.timestamp)
  const system = isSystem(message)
  return (
    <>
      {day === undefined ? null : <div className={classes["day"]}>{day}</div>}
      <article
        className={classes["message"]}
        tabIndex={-1}
        data-message={message.id}
        data-follows={follows || undefined}
        data-mentions={mentions(message, user_id, place.guild?.role_ids) || undefined}
        data-only-you={has(message.flags, EPHEMERAL) || undefined}
        data-jumped={jumped || undefined}
        aria-label={`${name}, ${fully(ms)}`}
        onPointerEnter={() => setActive(true)}
        onPointerLeave={() => setActive(false)}
        onContextMenu={(event) => {
          // A link or a selected text has the browser's own menu.
          if (event.target instanceof Element && event.target.closest("a, textarea, img") !== null) return
          event.preventDefault()
          openMenu(message, { x: event.clientX, y: event.clientY })
        }}
      >
        {system ? (
          <SystemLine message={message} />
        ) : (
          <>
            {follows ? null : <Above message={message} />}
            {follows ? (
              <time className={classes["aside"]} dateTime={message.timestamp} title={fully(ms)}>
                {timeOnly(ms)}
              </time>
            ) : (
              <button
                type="button"
                className={classes["picture"]}
                aria-label={`Who is ${name}`}
                onClick={(event) => {
                  const { right, top } = event.currentTarget.getBoundingClientRect()
                  openPerson(id, { x: right + 8, y: top })
                }}
              >
                <Avatar id={id} name={name} size={40} />
              </button>
            )}
            <div className={classes["body"]}>
              {follows ? null : <Head message={message} />}
              <MessageBody message={message} editing={editing} />
            </div>
          </>
        )}
        {active && !editing ? <MessageToolbar message={message} /> : null}
      </article>
    </>
  )
})
