/** Translates messages, reactions and lobby acts into steps. */
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import { applicationBeside, bodyOf, idText, messageRef, type Translation } from "./RecordedAct.ts"
import { refusalOf } from "./RecordedExpectation.ts"

export const refusedOr = ({ status, answer }: Parameters<Translation>[0]) => {
  const expect = refusalOf(status, answer)
  return expect === undefined ? {} : { expect }
}

export const said: Translation = (entry, telling) => {
  const { content, reply_to, attachments } = bodyOf(entry)
  const text = typeof content === "string" ? escapeVariables(content) : undefined
  const more = {
    ...(reply_to === undefined ? {} : { reply_to: messageRef(reply_to, entry, telling) }),
    ...(Array.isArray(attachments) && attachments.length > 0 ? { attachments } : {})
  }
  const isText = text !== undefined && Object.keys(more).length === 0
  return { say: isText ? text : { ...(text === undefined ? {} : { content: text }), ...more }, ...refusedOr(entry) }
}

export const revised: Translation = (entry, telling) => ({
  revise: escapeVariables(String(bodyOf(entry)["content"])),
  on: messageRef(entry.params["message_id"], entry, telling),
  ...refusedOr(entry)
})

export const erased: Translation = (entry, telling) => ({
  erase: messageRef(entry.params["message_id"], entry, telling),
  ...refusedOr(entry)
})

export const reacted: Translation = (entry, telling) => reaction("react", entry, telling)

export const unreacted: Translation = (entry, telling) => reaction("unreact", entry, telling)

const reaction = (act: "react" | "unreact", ...[entry, telling]: Parameters<Translation>) => ({
  [act]: escapeVariables(entry.params["emoji_name"] ?? ""),
  on: messageRef(entry.params["message_id"], entry, telling),
  ...refusedOr(entry)
})

export const connected: Translation = (entry, telling) => ({
  connect: idText(entry.params["lobby_id"], telling),
  ...refusedOr(entry)
})

export const disconnected: Translation = (entry, telling) => ({
  disconnect: idText(entry.params["lobby_id"], telling),
  ...refusedOr(entry)
})

export const joined: Translation = (entry, telling) => {
  const { secret, ...more } = bodyOf(entry)
  const beside = { ...more, ...applicationBeside(entry.application_id, telling) }
  const text = escapeVariables(String(secret))
  return { join: Object.keys(beside).length === 0 ? text : { secret: text, ...beside }, ...refusedOr(entry) }
}

export const left: Translation = (entry, telling) => ({
  leave: idText(entry.params["lobby_id"], telling),
  ...refusedOr(entry)
})
