/** Translates uses of commands, presses, selections and submits, messages, reactions and lobby acts into steps. */
import { CommandType } from "@backlot/domain/record/ApplicationCommand"
import type { RecordedEntry } from "@backlot/protocol/control/ControlRecording"
import { defined, fieldsOf } from "@backlot/scenario/Fields"
import type { Step } from "@backlot/scenario/Step"
import { escapeVariables } from "@backlot/scenario/variable/Interpolation"
import { Result } from "effect"
import {
  applicationBeside,
  bodyOf,
  idText,
  messageRef,
  type Translation,
  type TranslationContext,
  translated
} from "./RecordedAct.ts"
import { expectationOf } from "./RecordedExpectation.ts"
import { textOf } from "./RecordedText.ts"

export const used: Translation = (entry, context) => {
  const act = actOf(entry, context)
  return act === undefined ? undefined : { ...spoken(entry), ...act, ...expected(entry, context) }
}

/**
 * A press on something that had disappeared cannot be repeated, so it is left out. Our choice: docs/choices.md
 * "Recording".
 */
const wasGone = ({ answer }: RecordedEntry): boolean => fieldsOf(answer)["reason"] === "unknown"

export const pressed: Translation = (entry, context) => {
  if (wasGone(entry)) return undefined
  const { custom_id, values } = bodyOf(entry)
  const name = escapeVariables(String(custom_id))
  const act = Array.isArray(values)
    ? { select: name, values: values.map((value) => String(translated(value, context))) }
    : { press: name }
  const on = messageRef(entry.params["message_id"], entry, context)
  return { ...spoken(entry), ...act, on, ...expected(entry, context) }
}

export const submitted: Translation = (entry, context) => {
  if (wasGone(entry)) return undefined
  const { fields, attachments } = bodyOf(entry)
  const interaction = entry.params["interaction_id"] ?? ""
  const isOpen = context.modals.get(entry.user_id ?? "") === interaction
  return {
    ...spoken(entry),
    // Fields by custom_id, with the values that the user entered.
    submit: translated(fields ?? {}, context) as Readonly<Record<string, unknown>>,
    ...(isOpen ? {} : { on: idText(interaction, context) }),
    ...(filesOf<{ readonly field: string }>(attachments) as Pick<Step, "attachments">),
    ...expected(entry, context)
  }
}

const spoken = (entry: RecordedEntry) => {
  const { locale } = bodyOf(entry)
  return typeof locale === "string" ? { locale } : {}
}

const expected = (entry: RecordedEntry, { names }: TranslationContext) => {
  const expect = expectationOf(entry, names)
  return expect === undefined || Object.keys(expect).length === 0 ? {} : { expect }
}

const actOf: Translation = (entry, context) => {
  const { text, autocomplete, attachments } = bodyOf(entry)
  const files = filesOf<{ readonly option: string }>(attachments)
  const written = typeof text === "string" ? text : typedText(entry, context)
  if (written !== undefined) {
    const typed = escapeVariables(written)
    if (autocomplete === true) return { type: typed }
    return { use: files.attachments === undefined ? typed : { text: typed, ...files, ...versionOf(entry) } }
  }
  const { command } = entry
  // An unregistered command has no name, so nobody could use it.
  if (command === undefined) return undefined
  return command.type === CommandType.USER || command.type === CommandType.MESSAGE
    ? menuOf(entry, context)
    : partsOf(entry, context)
}

const typedText = (entry: RecordedEntry, context: TranslationContext): string | undefined => {
  const { options, autocomplete } = bodyOf(entry)
  if (entry.command === undefined || isStale(entry)) return undefined
  const names = context.names.now()
  const isHere = ({ id }: { readonly id: string }) => id === entry.params["channel_id"]
  const guild_id = names.world.guilds.find(({ channels }) => channels.some(isHere))?.id
  // The contract requires fewer keys of a stored command than the domain does.
  const command = entry.command as Parameters<typeof textOf>[0]["command"]
  return textOf({ command, options, autocomplete: autocomplete === true, names, guild_id })
}

const menuOf = (entry: RecordedEntry, context: TranslationContext): Step => {
  const { target_id } = bodyOf(entry)
  const { command } = entry
  const on =
    command?.type === CommandType.USER ? context.names.user(String(target_id)) : messageRef(target_id, entry, context)
  return { menu: commandName(entry, context), on }
}

/** In wire shape. Choice requests are left out: only the service knows which option is focused. */
const partsOf: Translation = (entry, context) => {
  const { options, attachments, autocomplete } = bodyOf(entry)
  if (autocomplete === true) return undefined
  const parts = defined({ command: commandName(entry, context), options: translated(options, context) })
  return { use: { ...parts, ...versionOf(entry), ...filesOf<{ readonly option: string }>(attachments) } }
}

/** The name if it means only this command, otherwise the id. */
const commandName = ({ command }: RecordedEntry, { names }: TranslationContext): string => {
  if (command === undefined) return ""
  const { id, name, type, application_id, guild_id } = command
  const types = type === CommandType.CHAT_INPUT ? [1, 4] : [type]
  const found = names.now().command(name, { guild_id, application_id, types })
  const others = names.now().world.commands.filter((one) => one.name === name && types.includes(one.type))
  const isAlone = others.every((one) => one.id === id)
  const means = Result.isSuccess(found) && found.success.id === id
  return isAlone || means ? escapeVariables(name) : id
}

/** A use that was refused for its old version keeps that version. */
const isStale = ({ answer }: RecordedEntry): boolean => fieldsOf(answer)["reason"] === "stale"

const versionOf = (entry: RecordedEntry) => {
  const { version } = bodyOf(entry)
  return isStale(entry) && typeof version === "string" ? { version } : {}
}

/** Files as they were sent. */
const filesOf = <Owner>(attachments: unknown) =>
  Array.isArray(attachments) && attachments.length > 0
    ? // What the control plane took is what a step gives it.
      { attachments: attachments as ReadonlyArray<Owner & { readonly filename: string; readonly base64: string }> }
    : {}

export const said: Translation = (entry, context) => {
  const { content, reply_to, attachments, stickers } = bodyOf(entry)
  const text = typeof content === "string" ? escapeVariables(content) : undefined
  const more = defined({
    reply_to: reply_to === undefined ? undefined : messageRef(reply_to, entry, context),
    attachments: Array.isArray(attachments) && attachments.length > 0 ? attachments : undefined,
    stickers:
      Array.isArray(stickers) && stickers.length > 0 ? stickers.map((name) => escapeVariables(String(name))) : undefined
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

export const forwarded: Translation = (entry, context) => {
  const to = String(bodyOf(entry)["channel_id"])
  return {
    forward: context.ids.reference(to) ?? context.names.channel(to, entry.user_id),
    on: messageRef(entry.params["message_id"], entry, context)
  }
}

export const pinned =
  (act: "pin" | "unpin"): Translation =>
  (entry, context) => ({ [act]: messageRef(entry.params["message_id"], entry, context) })

/** Answers by their numbers. */
export const voted: Translation = (entry, context) => {
  const { answer_ids } = bodyOf(entry)
  const answers = Array.isArray(answer_ids) ? answer_ids.filter((id) => typeof id === "number") : []
  const on = messageRef(entry.params["message_id"], entry, context)
  const [one] = answers
  if (one === undefined) return { unvote: true, on }
  return { vote: answers.length === 1 ? one : answers, on }
}

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
