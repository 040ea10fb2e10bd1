/** What stands above the text: the message that is replied to or edited, a command that changed, what went wrong. */
import { CornerUpRight, Pencil, RefreshCw, TriangleAlert, X } from "lucide-react"
import { memo } from "react"
import { Button } from "react-aria-components"
import { useConversation } from "../api/Messages.ts"
import { nameOf, type Place } from "../place/Places.ts"
import { keyOfDraft, setDraft, useDrafts } from "../state/Draft.ts"
import { IconButton } from "../ui/IconButton.tsx"
import type { At } from "../use/Uses.ts"
import classes from "./Bars.module.css"
import { type Row, shownPath } from "./Picked.ts"
import { reload, stopEdit } from "./Sending.ts"
import type { Voice } from "./Silence.ts"
import { type Written, write } from "./Written.ts"

interface Of {
  readonly at: At
  readonly place: Place
  readonly editing: Written["editing"]
  readonly stale: Written["stale"]
  readonly problem: Written["problem"]
  readonly row: Row | undefined
  readonly voice: Voice
}

export const Bars = memo(({ at, place, editing, stale, problem, row, voice }: Of) => {
  const reply_to = useDrafts((drafts) => drafts[keyOfDraft(at.user_id, at.channel_id)]?.reply_to)
  const note = voice.silent ?? voice.note
  return (
    <>
      {note === undefined || place.channel === undefined ? null : (
        <p className={classes["note"]} role="status">
          {note}
        </p>
      )}
      {problem === undefined ? null : (
        <div className={classes["bar"]} data-bad role="alert">
          <TriangleAlert size={15} aria-hidden />
          <span>{problem}</span>
          <IconButton icon={X} size={15} label="Dismiss" onPress={() => write(at, { problem: undefined })} />
        </div>
      )}
      {stale === undefined || row === undefined ? null : (
        <div className={classes["bar"]} data-warn role="alert">
          <RefreshCw size={15} aria-hidden />
          <span>
            <b>This command has changed.</b> /{shownPath(row)} was registered again since you opened it, so the service
            refused it{versionsOf(row.version, stale.command)}.
          </span>
          <Button className={classes["act"] ?? ""} onPress={() => void reload(at)}>
            Reload the command
          </Button>
        </div>
      )}
      {reply_to === undefined ? null : <ReplyBar at={at} reply_to={reply_to} />}
      {editing === undefined ? null : (
        <div className={classes["bar"]}>
          <Pencil size={15} aria-hidden />
          <span>
            Editing your message. <kbd>Enter</kbd> saves, <kbd>Esc</kbd> cancels.
          </span>
          <IconButton icon={X} size={15} label="Cancel editing" onPress={() => stopEdit(at)} />
        </div>
      )}
    </>
  )
})

const versionsOf = (known: string, command: Readonly<Record<string, unknown>> | null | undefined): string => {
  const now = command?.["version"]
  return typeof now === "string" ? `: you have version ${known}, it is at ${now}` : ""
}

const ReplyBar = ({ at, reply_to }: { readonly at: At; readonly reply_to: string }) => {
  const { data } = useConversation(at.user_id, at.channel_id)
  const message = data?.messages.find(({ id }) => id === reply_to)
  return (
    <div className={classes["bar"]}>
      <CornerUpRight size={15} aria-hidden />
      <span className={classes["cut"]}>
        Replying to <b>{message === undefined ? "a message" : nameOf(message.author)}</b>{" "}
        <i>{message?.content.slice(0, 200)}</i>
      </span>
      <IconButton
        icon={X}
        size={15}
        label="Cancel the reply"
        onPress={() => setDraft(at.user_id, at.channel_id, undefined)}
      />
    </div>
  )
}
