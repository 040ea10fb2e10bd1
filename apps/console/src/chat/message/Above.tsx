/** The line above a message: what it replies to, or who used what. */

import type { APIMessage, APIMessageInteractionMetadata } from "discord-api-types/v10"
import { CornerLeftUp, CornerUpRight, TextSearch } from "lucide-react"
import { nameOf } from "../../place/Places.ts"
import { useScreen } from "../../state/Screen.ts"
import { Avatar } from "../../ui/Avatar.tsx"
import { below, useChat } from "../context/Chat.ts"
import { authorOf } from "../context/People.ts"
import { Words } from "../markdown/MarkdownView.tsx"
import classes from "./Above.module.css"
import { AuthorName, isWebhook } from "./AuthorName.tsx"

export const Above = ({ message }: { readonly message: APIMessage }) => {
  const { interaction_metadata: use } = message
  if (message.type === 19) return <ReplyLine message={message} />
  return use === undefined ? null : <UsedLine use={use} message={message} />
}

const ReplyLine = ({ message }: { readonly message: APIMessage }) => {
  const { people, jump } = useChat()
  const { referenced_message: replied } = message
  if (replied == null)
    return (
      <div className={classes["above"]}>
        <CornerUpRight size={14} aria-hidden className={classes["turn"]} />
        <i>The message was deleted</i>
      </div>
    )
  const { id, name } = authorOf(people, replied.author, isWebhook(replied))
  return (
    <div className={classes["above"]}>
      <span className={classes["spine"]} aria-hidden />
      <Avatar id={id} name={name} size={16} />
      <AuthorName message={replied} />
      <button type="button" className={classes["preview"]} title="Go to that message" onClick={() => jump(replied.id)}>
        <span className="hidden">Replies to </span>
        {replied.content === "" ? <i>{attachedTo(replied)}</i> : <Words text={replied.content} />}
      </button>
      {message.interaction_metadata === undefined ? null : <Inspect interaction_id={message.interaction_metadata.id} />}
    </div>
  )
}

const attachedTo = ({ attachments, embeds, components, poll }: APIMessage): string => {
  if ((attachments ?? []).length > 0) return "A file"
  if ((embeds ?? []).length > 0) return "An embed"
  if (poll !== undefined) return "A poll"
  return (components ?? []).length > 0 ? "Components" : "A message without text"
}

interface OfUse {
  readonly use: APIMessageInteractionMetadata
  readonly message: APIMessage
}

/** Its numbers are those of interactions: 2 a command, 3 a component, 5 a modal. */
const UsedLine = ({ use, message }: OfUse) => {
  const { people, openPerson, jump } = useChat()
  const { id, name } = authorOf(people, use.user, false)
  const from = use.type === 3 ? use.interacted_message_id : undefined
  return (
    <div className={classes["above"]}>
      <span className={classes["spine"]} aria-hidden />
      <Avatar id={id} name={name} size={16} />
      <button type="button" className={classes["who"]} onClick={(event) => openPerson(id, below(event.currentTarget))}>
        {name}
      </button>
      <span className={classes["did"]}>
        {from === undefined || from === message.id ? (
          <Did use={use} />
        ) : (
          <button type="button" className={classes["back"]} onClick={() => jump(from)}>
            <Did use={use} /> <CornerLeftUp size={12} aria-label="Go to it" />
          </button>
        )}
      </span>
      <Inspect interaction_id={use.id} />
    </div>
  )
}

const Inspect = ({ interaction_id }: { readonly interaction_id: string }) => (
  <button
    type="button"
    className={classes["inspect"]}
    title="Show this interaction in the inspector"
    aria-label="Show this interaction in the inspector"
    onClick={() => useScreen.getState().inspect(`interaction/${interaction_id}`)}
  >
    <TextSearch size={13} aria-hidden />
  </button>
)

const Did = ({ use }: { readonly use: APIMessageInteractionMetadata }) => {
  switch (use.type) {
    case 2: {
      // Fields of the platform that the types lack on some kinds.
      const { name, command_type, target_user } = use as { name?: string; command_type?: number } & Pick<
        Extract<APIMessageInteractionMetadata, { target_user?: unknown }>,
        "target_user"
      >
      const target = target_user == null ? "" : ` on ${nameOf(target_user)}`
      return (
        <>
          used <b>{`${command_type === 2 || command_type === 3 ? "" : "/"}${name ?? "a command"}`}</b>
          {target}
        </>
      )
    }
    case 3:
      return "used a component"
    case 5:
      return "submitted a modal"
    default:
      return "did something"
  }
}
