/** Where a person writes. */
import { useState } from "react"
import { control } from "../api/Control.ts"
import { sentenceOf } from "../api/ControlFailure.ts"
import type { Place } from "../place/Places.ts"
import classes from "./Composer.module.css"

export const Composer = ({ user_id, place }: { readonly user_id: string; readonly place: Place }) => {
  const [text, setText] = useState("")
  const [problem, setProblem] = useState<string>()
  const submit = async () => {
    if (text.trim() === "") return
    setProblem(undefined)
    try {
      if (text.startsWith("/")) {
        await control("use_command", { user_id, channel_id: place.id }, { body: { text } })
      } else {
        await control("say", { user_id, channel_id: place.id }, { body: { content: text } })
      }
      setText("")
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <form
      className={classes["composer"]}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <textarea
        rows={1}
        value={text}
        aria-label={`Message ${place.name}`}
        placeholder={`Message ${place.direct === undefined ? "#" : ""}${place.name}, or / for commands`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void submit()
        }}
      />
    </form>
  )
}
