/** The name of an author in the colour of their highest role. A click shows who they are. */
import type { APIMessage } from "discord-api-types/v10"
import type { CSSProperties } from "react"
import { below, useChat } from "../context/Chat.ts"
import { authorOf } from "../context/People.ts"
import classes from "./AuthorName.module.css"

export const AuthorName = ({
  message
}: {
  readonly message: Pick<APIMessage, "author" | "webhook_id" | "application_id">
}) => {
  const { people, openPerson } = useChat()
  const { id, name, colour } = authorOf(people, message.author, isWebhook(message))
  return (
    <button
      type="button"
      className={`${classes["name"]} ${colour === undefined ? "" : "role"}`}
      style={colour === undefined ? undefined : ({ "--role": colour } as CSSProperties)}
      onClick={(event) => openPerson(id, below(event.currentTarget))}
    >
      {name}
    </button>
  )
}

/** Answers to interactions have a webhook, too, but their app is the author. */
export const isWebhook = ({ webhook_id, application_id }: Pick<APIMessage, "webhook_id" | "application_id">): boolean =>
  webhook_id !== undefined && application_id === undefined
