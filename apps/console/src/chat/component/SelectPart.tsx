/** A select of a message. One value is sent at once, several when the list closes. */
import { useEffect, useState } from "react"
import { ChoiceField } from "./ChoiceField.tsx"
import { boundsOf, defaultsOf } from "./Choices.ts"
import type { Part } from "./Part.ts"
import { usePressing } from "./Pressing.ts"

export const SelectPart = ({ part, message_id }: { readonly part: Part; readonly message_id: string }) => {
  const { busy, press } = usePressing(message_id)
  const bounds = boundsOf(part)
  const defaults = defaultsOf(part).join("\n")
  const [sent, setSent] = useState(defaults)
  const [chosen, setChosen] = useState<ReadonlyArray<string>>(() => listOf(defaults))
  const [open, setOpen] = useState(false)
  // The app changed the message.
  useEffect(() => {
    setSent(defaults)
    setChosen(listOf(defaults))
  }, [defaults])

  const title = part.placeholder ?? "Select"
  const send = (values: ReadonlyArray<string>) => {
    if (part.custom_id === undefined || values.length < bounds.min) return setChosen(listOf(sent))
    setSent(values.join("\n"))
    void press(`“${title}”`, part.custom_id, values)
  }
  return (
    <ChoiceField
      part={part}
      label={title}
      bounds={bounds}
      chosen={chosen}
      busy={busy}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next && bounds.max > 1 && chosen.join("\n") !== sent) send(chosen)
      }}
      onChange={(values) => {
        setChosen(values)
        if (bounds.max > 1) return
        setOpen(false)
        send(values)
      }}
    />
  )
}

/** Values have no line ends. */
const listOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split("\n"))
