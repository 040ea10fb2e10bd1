/** Translates messages, reactions and lobby acts into steps. */
import { defined } from "@backlot/scenario/Fields"
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import { applicationBeside, bodyOf, idText, messageRef, type Translation } from "./RecordedAct.ts"

export const said: Translation = (entry, context) => {
  const { content, reply_to, attachments } = bodyOf(entry)
  const text = typeof content === "string" ? escapeVariables(content) : undefined
  const more = defined({
    reply_to: reply_to === undefined ? undefined : messageRef(reply_to, entry, context),
    attachments: Array.isArray(attachments) && attachments.length > 0 ? attachments : undefined
  })
  const isText = text !== undefined && Object.keys(more).length === 0
  return { say: isText ? text : { ...defined({ content: text }), ...more } }
}

export const revised: Translation = (entry, context) => ({
  revise: escapeVariables(String(bodyOf(entry)["content"])),
  on: messageRef(entry.params["message_id"], entry, context)
})

export const erased: Translation = (entry, context) => ({
  erase: messageRef(entry.params["message_id"], entry, context)
})

/** A reaction is added or removed. */
export const reaction =
  (act: "react" | "unreact"): Translation =>
  (entry, context) => ({
    [act]: escapeVariables(entry.params["emoji_name"] ?? ""),
    on: messageRef(entry.params["message_id"], entry, context)
  })

/** An act that names only its lobby. */
export const inLobby =
  (act: "connect" | "disconnect" | "leave"): Translation =>
  (entry, context) => ({ [act]: idText(entry.params["lobby_id"], context) })

export const joined: Translation = (entry, context) => {
  const { secret, ...more } = bodyOf(entry)
  const beside = { ...more, ...applicationBeside(entry.application_id, context) }
  const text = escapeVariables(String(secret))
  return { join: Object.keys(beside).length === 0 ? text : { secret: text, ...beside } }
}
