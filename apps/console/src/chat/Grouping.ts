/** The rows of a conversation: messages, those of one author together, and the days on which they begin. */
import type { APIMessage } from "discord-api-types/v10"
import { dayNumber, dayOnly } from "./context/Times.ts"
import { CROSSPOSTED, has, IS_CROSSPOST, LOADING, SUPPRESS_NOTIFICATIONS } from "./message/Flags.ts"

export interface Row {
  readonly key: string
  readonly message: APIMessage
  /** Shown without author, below the one before it. */
  readonly follows: boolean
  /** The day, above its first message. */
  readonly day: string | undefined
}

/** Longer pauses show the author again. */
const TOGETHER_MS = 7 * 60_000

export const rowsOf = (messages: ReadonlyArray<APIMessage>): ReadonlyArray<Row> => {
  let before: APIMessage | undefined
  return messages.map((message) => {
    const isNewDay = before === undefined || dayOf(before) !== dayOf(message)
    const follows = !isNewDay && before !== undefined && isTogether(before, message)
    before = message
    return { key: message.id, message, follows, day: isNewDay ? dayOnly(timeOf(message)) : undefined }
  })
}

const isTogether = (before: APIMessage, message: APIMessage): boolean =>
  before.author.id === message.author.id &&
  before.author.username === message.author.username &&
  isPlain(message) &&
  (before.type === 0 || before.type === 19 || before.type === 20 || before.type === 23) &&
  timeOf(message) - timeOf(before) < TOGETHER_MS

/** Names nobody above the message and has no mark beside its author. */
const isPlain = ({ type, interaction_metadata, message_reference, flags }: APIMessage): boolean =>
  type === 0 && interaction_metadata === undefined && message_reference === undefined && !has(flags, MARKED)

interface Noted {
  readonly ms: number
  readonly day: number
  readonly height: number
}

const MARKED = CROSSPOSTED | IS_CROSSPOST | SUPPRESS_NOTIFICATIONS | LOADING

const notes = new WeakMap<APIMessage, Noted>()

/** Conversations are grouped again at every message; each is looked at once. */
const noted = (message: APIMessage): Noted => {
  const known = notes.get(message)
  if (known !== undefined) return known
  const ms = Date.parse(message.timestamp)
  const note = { ms, day: dayNumber(ms), height: heightOf(message) }
  notes.set(message, note)
  return note
}

const timeOf = (message: APIMessage): number => noted(message).ms
const dayOf = (message: APIMessage): number => noted(message).day

/** Pixels, before the row was drawn. */
export const guessedHeight = ({ message, follows, day }: Row): number =>
  noted(message).height + (follows ? 4 : 36) + (day === undefined ? 0 : 36)

const heightOf = ({ content, embeds, components, attachments, type, interaction_metadata }: APIMessage): number => {
  const lines = content === "" ? 0 : Math.ceil(content.length / 110) + newLines(content)
  const parts = (embeds?.length ?? 0) * 140 + (components?.length ?? 0) * 50 + (attachments?.length ?? 0) * 80
  return lines * 21 + parts + (type === 19 || interaction_metadata !== undefined ? 22 : 0)
}

const newLines = (text: string): number => {
  let count = 0
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++
  return count
}
