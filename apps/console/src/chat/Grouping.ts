/** The rows of a conversation: messages, those of one author together, and days between them. */
import type { APIMessage } from "discord-api-types/v10"

export type Row =
  | { readonly kind: "day"; readonly key: string; readonly text: string }
  | {
      readonly kind: "message"
      readonly key: string
      readonly message: APIMessage
      /** Shown without author, below the one before it. */
      readonly follows: boolean
    }

/** Longer pauses show the author again. */
const TOGETHER_MS = 7 * 60_000

export const rowsOf = (messages: ReadonlyArray<APIMessage>): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let before: APIMessage | undefined
  for (const message of messages) {
    const day = dayOf(message)
    if (before === undefined || dayOf(before) !== day)
      rows.push({ kind: "day", key: `day ${day}`, text: longDay(message) })
    rows.push({
      kind: "message",
      key: message.id,
      message,
      follows: before !== undefined && isTogether(before, message)
    })
    before = message
  }
  return rows
}

const isTogether = (before: APIMessage, message: APIMessage): boolean =>
  before.author.id === message.author.id &&
  before.webhook_id === message.webhook_id &&
  isPlain(message) &&
  dayOf(before) === dayOf(message) &&
  Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS

/** Neither a reply nor an answer to a command, which name somebody above the message. */
const isPlain = ({ type, interaction_metadata, message_reference }: APIMessage): boolean =>
  type === 0 && interaction_metadata === undefined && message_reference === undefined

const dayOf = ({ timestamp }: APIMessage): string => new Date(timestamp).toDateString()
const longDay = ({ timestamp }: APIMessage): string =>
  new Date(timestamp).toLocaleDateString(undefined, { dateStyle: "long" })
