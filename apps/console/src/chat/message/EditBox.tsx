/** Changes the text of an own message in its place. */
import type { APIMessage } from "discord-api-types/v10"
import { useEffect, useRef, useState } from "react"
import { control } from "../../api/Control.ts"
import { sentenceOf } from "../../api/ControlFailure.ts"
import { useChat } from "../context/Chat.ts"
import { edit } from "../context/Marked.ts"
import classes from "./EditBox.module.css"

export const EditBox = ({ message }: { readonly message: APIMessage }) => {
  const { user_id, channel_id } = useChat()
  const [text, setText] = useState(message.content)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(message.content.length, message.content.length)
  }, [message.content])

  const close = () => {
    const row = field.current?.closest("article")
    edit(undefined)
    row?.focus()
  }
  const save = async () => {
    try {
      if (text !== message.content)
        await control("edit_said", { user_id, channel_id, message_id: message.id }, { body: { content: text } })
      close()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <form
      className={classes["edit"]}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <textarea
        ref={field}
        value={text}
        rows={1}
        aria-label="Edit the message"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === "Escape") close()
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void save()
        }}
      />
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <small>
        Escape to{" "}
        <button type="button" onClick={close}>
          cancel
        </button>{" "}
        · Enter to <button type="submit">save</button>
      </small>
    </form>
  )
}
