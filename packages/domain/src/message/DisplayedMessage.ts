/**
 * What readers see of a stored message: a file that an embed shows is not listed beside it, and embeds that are suppressed
 * are hidden. Source: the platform's documentation of `Message Flags`, `Using Attachments within Embeds`.
 */
import { isElement } from "../element/WorldTarget.ts"
import { type AttachmentObject, MessageFlag, type MessageObject, refers } from "./Message.ts"

type Embeds = MessageObject["embeds"]

export const displayed = <M extends MessageObject>(message: M): M => {
  // A message of a world can lack what messages have.
  const { embeds = [], attachments = [], flags } = message
  if (embeds.length === 0) return message
  const isHidden = shownBy(embeds)
  const listed = attachments.some(isHidden) ? attachments.filter((file) => !isHidden(file)) : attachments
  const suppressed = (flags & MessageFlag.SUPPRESS_EMBEDS) !== 0
  return listed === attachments && !suppressed
    ? message
    : { ...message, attachments: listed, embeds: suppressed ? [] : embeds }
}

/** A message in a response or event: replies include the message that they reply to. */
export interface ReplyObject extends MessageObject {
  /** Its current state, null if deleted; without its own `referenced_message`. */
  readonly referenced_message?: MessageObject | null
}

/** With the thread that started from it. */
export interface ShownMessage extends ReplyObject {
  readonly thread?: object
}

/** The message as readers see it, with the replied-to message, which is never stored as a copy. Our choice: docs/choices.md "Messages". */
export const withReferenced = (message: MessageObject, referenced: MessageObject | undefined): ReplyObject =>
  refers(message)
    ? { ...displayed(message), referenced_message: referenced === undefined ? null : displayed(referenced) }
    : displayed(message)

/** Whether one of these embeds shows a file. An embed of a world can be anything. */
export const shownBy = (embeds: Embeds) => {
  const addresses = new Set(
    embeds.filter(isElement).flatMap((embed) =>
      PARTS.flatMap(([part, field]) => {
        const shown = embed[part]
        const url = isElement(shown) ? shown[field] : undefined
        return typeof url === "string" ? [bare(url)] : []
      })
    )
  )
  // A file of a world can be anything.
  return (file: AttachmentObject): boolean => {
    const url = isElement(file) ? file["url"] : undefined
    return typeof url === "string" && addresses.has(bare(url))
  }
}

const PARTS = [
  ["image", "url"],
  ["thumbnail", "url"],
  ["author", "icon_url"],
  ["footer", "icon_url"]
] as const

/** Without the query, which ends. */
const bare = (url: string): string => url.split("?", 1)[0] ?? url

/** A file that an embed showed goes with the embed, and stays with it though an edit does not list it. */
export const withEmbedded = (
  before: Pick<MessageObject, "embeds" | "attachments">,
  embeds: Embeds,
  after: ReadonlyArray<AttachmentObject>,
  isListed: (file: AttachmentObject) => boolean
): ReadonlyArray<AttachmentObject> => {
  const [wasShown, isShown] = [shownBy(before.embeds), shownBy(embeds)]
  const lost = before.attachments.filter((file) => wasShown(file) && isShown(file) && !after.some(is(file)))
  return [...lost, ...after.filter((file) => !wasShown(file) || isShown(file) || isListed(file))]
}

const is =
  ({ id }: AttachmentObject) =>
  (other: AttachmentObject): boolean =>
    other?.id === id
