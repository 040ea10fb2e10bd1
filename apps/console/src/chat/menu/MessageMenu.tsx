/** What can be done with a message: by right click, Shift+F10 or the toolbar. */
import type { APIMessage } from "discord-api-types/v10"
import {
  Copy,
  Forward,
  Hash,
  Link,
  Pencil,
  Pin,
  PinOff,
  Reply,
  SmilePlus,
  Spool,
  TextSearch,
  Trash2
} from "lucide-react"
import { Separator } from "react-aria-components"
import { begin } from "../../act/Acting.ts"
import { isThread } from "../../place/Channels.ts"
import { useScreen } from "../../state/Screen.ts"
import { MenuBranch, MenuRow } from "../../ui/MenuRow.tsx"
import { PointMenu } from "../../ui/PointMenu.tsx"
import { type Point, useChat } from "../context/Chat.ts"
import { authorOf } from "../context/People.ts"
import { isWebhook } from "../message/AuthorName.tsx"
import { EPHEMERAL, HAS_THREAD, has } from "../message/Flags.ts"
import { runOn, useAppCommands } from "./AppCommands.ts"
import { type Act, doAct } from "./MessageActs.ts"

interface Of {
  readonly message: APIMessage
  readonly at: Point
  readonly onClose: () => void
}

export const MessageMenu = ({ message, at, onClose }: Of) => {
  const chat = useChat()
  const { user_id, place, openReactions, openThread } = chat
  const commands = useAppCommands(chat, 3)
  const own = message.author.id === user_id
  const secret = has(message.flags, EPHEMERAL)
  const { channel } = place
  const canThread = !secret && channel !== undefined && !isThread(channel) && !has(message.flags, HAS_THREAD)
  const used = message.interaction_metadata?.id
  const onAction = (key: string) => {
    if (key === "react") openReactions(message, at)
    else if (key === "thread") openThread(message, at)
    else if (key === "forward") begin("forward", { user_id, channel_id: place.id, message_id: message.id })
    else if (key === "inspect") useScreen.getState().inspect(`interaction/${used}`)
    else void doAct(key as Act, chat, message)
  }
  const onCommand = (id: string) => {
    const command = commands?.find((each) => each.id === id)
    const { name } = authorOf(chat.people, message.author, isWebhook(message))
    if (command !== undefined) void runOn(chat, command, message.id, `the message of ${name}`)
  }
  return (
    <PointMenu label="Message" at={at} onClose={onClose} onAction={onAction}>
      {secret ? null : <MenuRow id="react" icon={SmilePlus} label="Add a reaction" keys="+" />}
      {secret ? null : <MenuRow id="reply" icon={Reply} label="Reply" keys="R" />}
      {secret ? null : <MenuRow id="forward" icon={Forward} label="Forward the message …" />}
      {own ? <MenuRow id="edit" icon={Pencil} label="Edit the message" keys="E" /> : null}
      {canThread ? <MenuRow id="thread" icon={Spool} label="Start a thread" /> : null}
      {secret ? null : message.pinned ? (
        <MenuRow id="unpin" icon={PinOff} label="Unpin the message" />
      ) : (
        <MenuRow id="pin" icon={Pin} label="Pin the message" keys="P" />
      )}
      <MenuBranch id="apps" label="Apps" onAction={onCommand}>
        {commands === undefined || commands.length === 0 ? (
          <MenuRow
            id="none"
            label={commands === undefined ? "Loading …" : "No app has a command for messages here"}
            disabled
          />
        ) : (
          commands.map(({ id, name_localized, application_name }) => (
            <MenuRow key={id} id={id} label={name_localized} note={application_name} />
          ))
        )}
      </MenuBranch>
      <Separator />
      {message.content === "" ? null : <MenuRow id="copy-text" icon={Copy} label="Copy text" />}
      <MenuRow id="copy-link" icon={Link} label="Copy link" />
      <MenuRow id="copy-id" icon={Hash} label="Copy message ID" />
      {used === undefined ? null : <MenuRow id="inspect" icon={TextSearch} label="Open in the inspector" />}
      {secret ? (
        <MenuRow id="dismiss" icon={Trash2} label="Dismiss the message" />
      ) : (
        <MenuRow id="delete" icon={Trash2} label="Delete the message" keys="Del" danger />
      )}
    </PointMenu>
  )
}
