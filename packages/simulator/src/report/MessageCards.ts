/**
 * The messages and modals of an outcome as a reader sees them in a client, for the page to draw. Source:
 * wire-interactions.md §4.3 (message flags), §4.5 (components).
 */
import { ComponentType as T } from "@backlot/domain/component/ComponentFields"
import { MessageFlag } from "@backlot/domain/message/Message"
import { defined, field, isObject, listOf, textOf } from "@backlot/scenario/Fields"
import type { Outcome } from "@backlot/scenario/Outcome"

export interface Card {
  /** The author, or the application that owes an answer. */
  readonly author: string
  readonly bot: boolean
  /** Service time, ISO 8601. */
  readonly at?: string
  /** `only this user sees it`, `edited`. */
  readonly marks: ReadonlyArray<string>
  /** What stands where the message would be, or below it. */
  readonly state?: { readonly tone: "waiting" | "failed"; readonly text: string }
  readonly content: string
  readonly embeds: ReadonlyArray<Embed>
  readonly parts: ReadonlyArray<Part>
  /** Files, a poll, reactions. */
  readonly extras: ReadonlyArray<string>
}

export interface Embed {
  /** `#rrggbb`. */
  readonly colour?: string
  readonly author?: string
  readonly title?: string
  readonly description?: string
  readonly fields: ReadonlyArray<{ readonly name: string; readonly value: string; readonly inline: boolean }>
  readonly images: ReadonlyArray<string>
  readonly footer?: string
}

/** A component; `parts` are below it. */
export interface Part {
  readonly kind: "row" | "button" | "select" | "text" | "media" | "separator" | "box" | "input" | "modal"
  readonly label?: string
  /** Of buttons: 1 to 6, as on the wire. */
  readonly style?: number
  readonly disabled?: boolean
  readonly options?: ReadonlyArray<{ readonly label: string; readonly chosen: boolean }>
  readonly colour?: string
  readonly parts?: ReadonlyArray<Part>
}

/** `nameOf` gives the name of an application. */
export const cardsOf = (outcome: Outcome, nameOf: (id: string) => string | undefined): ReadonlyArray<Card> => {
  const { message, messages = [], body, modal, application_id = "", response } = outcome
  const state = stateOf(outcome)
  const answer = message === undefined ? EMPTY : cardOf(message)
  const isAnswered = message !== undefined || modal !== undefined || state !== undefined
  const answered = {
    ...answer,
    ...(message === undefined ? { author: nameOf(application_id) ?? "The app" } : {}),
    marks: message === undefined && response?.ephemeral === true ? [ONLY] : answer.marks,
    parts: modal === undefined ? answer.parts : [...answer.parts, modalOf(modal)],
    ...defined({ state: state ?? answer.state })
  }
  return [
    ...(isAnswered ? [answered] : []),
    ...messages.slice(-MESSAGES).map(cardOf),
    ...(isMessage(body) ? [cardOf(body)] : [])
  ]
}

/** The newest ones; the outcome in full has the others. */
const MESSAGES = 50

const EMPTY: Card = { author: "", bot: true, marks: [], content: "", embeds: [], parts: [], extras: [] }

const isMessage = (body: unknown): boolean => isObject(field(body, "author")) && field(body, "channel_id") !== undefined

/** What became of the interaction, if the message does not show it. */
const stateOf = ({ state, error }: Outcome): Card["state"] => {
  const known = STATES[state ?? ""]
  if (known === undefined) return error === undefined ? undefined : { tone: "failed", text: error }
  return error === undefined ? known : { ...known, text: `${known.text}: ${error}` }
}

const STATES: Readonly<Record<string, NonNullable<Card["state"]>>> = {
  pending: { tone: "waiting", text: "not answered yet" },
  deferred: { tone: "waiting", text: "deferred: is thinking…" },
  failed: { tone: "failed", text: "the interaction failed" },
  timed_out: { tone: "failed", text: "the application did not respond in time" }
}

const ONLY = "only this user sees it"

export const cardOf = (message: unknown): Card => {
  const author = field(message, "author")
  const flags = Number(field(message, "flags") ?? 0)
  const isPrivate = field(message, "ephemeral") === true || (flags & MessageFlag.EPHEMERAL) !== 0
  const marks = [
    ...(isPrivate ? [ONLY] : []),
    ...(textOf(message, "edited_timestamp") === undefined ? [] : ["edited"]),
    ...(field(message, "pinned") === true ? ["pinned"] : [])
  ]
  return {
    author: textOf(author, "global_name") ?? textOf(author, "username") ?? "somebody",
    bot: field(author, "bot") === true || textOf(message, "webhook_id") !== undefined,
    ...defined({ at: textOf(message, "timestamp") }),
    ...((flags & MessageFlag.LOADING) === 0 ? {} : { state: { tone: "waiting", text: "is thinking…" } as const }),
    marks,
    content: textOf(message, "content") ?? "",
    embeds: listOf(message, "embeds").map(embedOf),
    parts: listOf(message, "components").map(partOf),
    extras: [
      ...listOf(message, "attachments").map(fileText),
      ...pollTexts(message),
      ...listOf(message, "reactions").map(reactionText)
    ]
  }
}

const embedOf = (embed: unknown): Embed => ({
  ...defined({
    colour: colourOf(field(embed, "color")),
    author: textOf(embed, "author", "name"),
    title: textOf(embed, "title"),
    description: textOf(embed, "description"),
    footer: textOf(embed, "footer", "text")
  }),
  fields: listOf(embed, "fields").map((one) => ({
    name: textOf(one, "name") ?? "",
    value: textOf(one, "value") ?? "",
    inline: field(one, "inline") === true
  })),
  images: ["image", "thumbnail"].flatMap((name) => textOf(embed, name, "url") ?? [])
})

const colourOf = (value: unknown): string | undefined =>
  typeof value === "number" ? `#${(value & 0xffffff).toString(16).padStart(6, "0")}` : undefined

const fileText = (file: unknown): string => `📎 ${textOf(file, "filename") ?? "a file"}`

const pollTexts = (message: unknown): ReadonlyArray<string> => {
  const question = textOf(message, "poll", "question", "text")
  const answers = listOf(message, "poll", "answers").map((answer) => textOf(answer, "poll_media", "text") ?? "?")
  return question === undefined ? [] : [`📊 ${question}: ${answers.join(", ")}`]
}

const reactionText = (one: unknown): string =>
  `${textOf(one, "emoji", "name") ?? "?"} ${String(field(one, "count") ?? "")}`

const modalOf = (modal: unknown): Part => ({
  kind: "modal",
  label: textOf(modal, "title") ?? "a modal",
  parts: listOf(modal, "components").map(partOf)
})

const partOf = (it: unknown): Part => {
  const kind = Number(field(it, "type"))
  return PARTS[kind]?.(it) ?? { kind: "text", label: `component of type ${kind}` }
}

const below = (it: unknown) => listOf(it, "components").map(partOf)

const namedBy = (it: unknown, ...names: ReadonlyArray<string>): string =>
  names.flatMap((name) => textOf(it, name) ?? []).at(0) ?? ""

const buttonOf = (it: unknown): Part => {
  const emoji = textOf(it, "emoji", "name")
  const url = textOf(it, "url")
  const label = namedBy(it, "label", ...(emoji === undefined ? ["custom_id"] : []))
  return {
    kind: "button",
    label: [emoji, label, url === undefined ? undefined : "↗"]
      .filter((part) => part !== undefined && part !== "")
      .join(" "),
    style: Number(field(it, "style") ?? 2),
    disabled: field(it, "disabled") === true
  }
}

const selectOf = (it: unknown): Part => ({
  kind: "select",
  label: namedBy(it, "placeholder", "custom_id"),
  disabled: field(it, "disabled") === true,
  options: listOf(it, "options").map((option) => ({
    label: [textOf(option, "emoji", "name"), textOf(option, "label")].filter((part) => part !== undefined).join(" "),
    chosen: field(option, "default") === true
  }))
})

const mediaOf = (it: unknown, name: string): Part => {
  const url = textOf(it, name, "url") ?? ""
  return { kind: "media", label: textOf(it, "description") ?? textOf(it, "name") ?? url }
}

const inputOf = (it: unknown): Part => ({
  kind: "input",
  label: namedBy(it, "label", "custom_id"),
  options: textOf(it, "value") === undefined ? [] : [{ label: textOf(it, "value") ?? "", chosen: true }]
})

const PARTS: Readonly<Record<number, (it: unknown) => Part>> = {
  [T.ACTION_ROW]: (it) => ({ kind: "row", parts: below(it) }),
  [T.BUTTON]: buttonOf,
  [T.STRING_SELECT]: selectOf,
  [T.USER_SELECT]: selectOf,
  [T.ROLE_SELECT]: selectOf,
  [T.MENTIONABLE_SELECT]: selectOf,
  [T.CHANNEL_SELECT]: selectOf,
  [T.TEXT_INPUT]: inputOf,
  [T.SECTION]: (it) => ({ kind: "row", parts: [...below(it), partOf(field(it, "accessory"))] }),
  [T.TEXT_DISPLAY]: (it) => ({ kind: "text", label: textOf(it, "content") ?? "" }),
  [T.THUMBNAIL]: (it) => mediaOf(it, "media"),
  [T.MEDIA_GALLERY]: (it) => ({ kind: "row", parts: listOf(it, "items").map((item) => mediaOf(item, "media")) }),
  [T.FILE]: (it) => mediaOf(it, "file"),
  [T.SEPARATOR]: () => ({ kind: "separator" }),
  [T.CONTAINER]: (it) => ({
    kind: "box",
    parts: below(it),
    ...defined({ colour: colourOf(field(it, "accent_color")) })
  }),
  [T.LABEL]: (it) => ({ kind: "box", label: textOf(it, "label") ?? "", parts: [partOf(field(it, "component"))] }),
  [T.FILE_UPLOAD]: inputOf,
  [T.RADIO_GROUP]: selectOf,
  [T.CHECKBOX_GROUP]: selectOf,
  [T.CHECKBOX]: inputOf
}
