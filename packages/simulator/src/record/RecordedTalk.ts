/** Translates messages, reactions and lobby acts into steps. */
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import { applicationBeside, bodyOf, idText, messageRef, type Translation } from "./RecordedAct.ts"

export const said: Translation = (entry, telling) => {
  const { content, reply_to, attachments } = bodyOf(entry)
  const text = typeof content === "string" ? escapeVariables(content) : undefined
  const more = {
    ...(reply_to === undefined ? {} : { reply_to: messageRef(reply_to, entry, telling) }),
    ...(Array.isArray(attachments) && attachments.length > 0 ? { attachments } : {})
  }
  const isText = text !== undefined && Object.keys(more).length === 0
  return { say: isText ? text : { ...(text === undefined ? {} : { content: text }), ...more } }
}

export const revised: Translation = (entry, telling) => ({
  revise: escapeVariables(String(bodyOf(entry)["content"])),
  on: messageRef(entry.params["message_id"], entry, telling)
})

export const erased: Translation = (entry, telling) => ({
  erase: messageRef(entry.params["message_id"], entry, telling)
})

/** A reaction is added or removed. */
export const reaction =
  (act: "react" | "unreact"): Translation =>
  (entry, telling) => ({
    [act]: escapeVariables(entry.params["emoji_name"] ?? ""),
    on: messageRef(entry.params["message_id"], entry, telling)
  })

/** An act that names only its lobby. */
export const inLobby =
  (act: "connect" | "disconnect" | "leave"): Translation =>
  (entry, telling) => ({ [act]: idText(entry.params["lobby_id"], telling) })

export const joined: Translation = (entry, telling) => {
  const { secret, ...more } = bodyOf(entry)
  const beside = { ...more, ...applicationBeside(entry.application_id, telling) }
  const text = escapeVariables(String(secret))
  return { join: Object.keys(beside).length === 0 ? text : { secret: text, ...beside } }
}
