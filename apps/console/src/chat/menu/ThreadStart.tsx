/** Asks for the name of a thread that begins at a message. */
import type { APIMessage } from "discord-api-types/v10"
import { useState } from "react"
import { Button, Form, Input, Label, TextField } from "react-aria-components"
import { control } from "../../api/Control.ts"
import { queries, viewQuery } from "../../api/Queries.ts"
import { useScreen } from "../../state/Screen.ts"
import { PointPopover } from "../../ui/PointPopover.tsx"
import { act } from "../../use/Uses.ts"
import { type Point, useChat } from "../context/Chat.ts"
import { wordsOf } from "../markdown/Mark.ts"
import { marksOf } from "../markdown/Markdown.ts"
import classes from "./ThreadStart.module.css"

interface Of {
  readonly message: APIMessage
  readonly at: Point
  readonly onClose: () => void
}

export const ThreadStart = ({ message, at, onClose }: Of) => {
  const { user_id, channel_id } = useChat()
  const [name, setName] = useState(() => wordsOf(marksOf(message.content)).replace(/\s+/g, " ").trim().slice(0, 40))
  const start = async () => {
    onClose()
    await act({ user_id, channel_id }, `Start the thread ${name}`, async () => {
      await control("start_thread_of_message", { user_id, channel_id, message_id: message.id }, { body: { name } })
      await queries.invalidateQueries({ queryKey: viewQuery(user_id).queryKey })
      useScreen.getState().go({ channel_id: message.id })
    })
  }
  return (
    <PointPopover label="Start a thread" at={at} onClose={onClose}>
      <Form
        className={classes["form"] ?? ""}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== "") void start()
        }}
      >
        <TextField value={name} onChange={setName} maxLength={100} autoFocus isRequired>
          <Label>Name of the thread</Label>
          <Input />
        </TextField>
        <Button type="submit">Start the thread</Button>
      </Form>
    </PointPopover>
  )
}
