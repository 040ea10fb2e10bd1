/** Fields that belong a level lower: `expect: { content }` means `expect: { message: { content } }`. */
import { Expectation } from "../Expectation.ts"
import type { OpenedModal, SeenMessage } from "../Outcome.ts"

/** By field: how it is written where it belongs. */
export type Lower = ReadonlyMap<string, string>

const OF_MESSAGE = [
  "content",
  "embeds",
  "components",
  "attachments",
  "author",
  "flags",
  "mentions",
  "mention_roles",
  "mention_everyone",
  "reactions",
  "pinned",
  "tts",
  "poll",
  "sticker_items",
  "thread",
  "edited_timestamp",
  "timestamp",
  "webhook_id",
  "channel_id",
  "interaction_metadata",
  "message_reference",
  "referenced_message"
] as const satisfies ReadonlyArray<keyof SeenMessage>

const OF_MODAL = ["title", "custom_id"] as const satisfies ReadonlyArray<keyof OpenedModal>

const within = (holder: string, fields: Iterable<readonly [field: string, written: string]>): Lower =>
  new Map(Array.from(fields, ([field, written]) => [field, `${holder}: { ${written} }`]))

const plain = (fields: ReadonlyArray<string>) => fields.map((field) => [field, field] as const)

const inMessage = within("message", plain(OF_MESSAGE))

const inExpectation: Lower = new Map([...inMessage, ...within("modal", plain(OF_MODAL))])

export const inStep: Lower = within("expect", [...inExpectation, ...plain(Object.keys(Expectation.fields))])

/** By identifier of a schema. */
export const LOWER: ReadonlyMap<string, Lower> = new Map([
  ["Expectation", inExpectation],
  ["Wait", inMessage]
])
