/** Does something with a message: from its menu, its toolbar or the keyboard. */
import type { APIMessage } from "discord-api-types/v10"
import { control } from "../../api/Control.ts"
import { setDraft } from "../../state/Draft.ts"
import { act } from "../../use/Uses.ts"
import type { Chat } from "../context/Chat.ts"
import { dismissMessage, edit, keyOf } from "../context/Marked.ts"

export type Act = "reply" | "edit" | "pin" | "unpin" | "delete" | "dismiss" | "copy-text" | "copy-link" | "copy-id"

export const doAct = async (what: Act, { user_id, channel_id, place }: Chat, message: APIMessage): Promise<void> => {
  const at = { user_id, channel_id }
  const message_id = message.id
  switch (what) {
    case "reply":
      return setDraft(user_id, channel_id, { reply_to: message_id })
    case "edit":
      return edit(keyOf(user_id, message_id))
    case "dismiss":
      return dismissMessage(keyOf(user_id, message_id))
    case "delete":
      await act(at, "Delete a message", () => control("delete_said", { ...at, message_id }))
      return
    case "pin":
      await act(at, "Pin a message", () => control("pin_message", { ...at, message_id }))
      return
    case "unpin":
      await act(at, "Unpin a message", () => control("unpin_message", { ...at, message_id }))
      return
    case "copy-text":
      return copy(message.content)
    case "copy-id":
      return copy(message_id)
    case "copy-link":
      // As people paste it to apps.
      return copy(`https://discord.com/channels/${place.guild?.id ?? "@me"}/${channel_id}/${message_id}`)
  }
}

/** Pages without encryption on other machines have no clipboard. */
export const copy = async (text: string): Promise<void> => navigator.clipboard?.writeText(text)
