/** Presses a component of a message, and knows while that is under way. */
import { useState } from "react"
import { pressComponent } from "../../use/Uses.ts"
import { useChat } from "../context/Chat.ts"

export const usePressing = (message_id: string) => {
  const { user_id, channel_id } = useChat()
  const [busy, setBusy] = useState(false)
  const press = async (title: string, custom_id: string, values?: ReadonlyArray<string>) => {
    setBusy(true)
    await pressComponent({ user_id, channel_id }, message_id, title, {
      custom_id,
      ...(values === undefined ? {} : { values })
    })
    setBusy(false)
  }
  return { busy, press }
}
