/**
 * Embeds that a message gets because of links in its text. They stand behind the embeds that were sent. Source: the
 * platform's documentation of embeds. Our choice: docs/choices.md "Embeds of links".
 */
import { limits } from "../record/LinkEmbed.ts"
import type { EmbedObject } from "./Embed.ts"
import { MessageFlag, type MessageObject, type MessageRecord } from "./Message.ts"
import { hasFlag } from "./MessageFlags.ts"

/** Text between angle brackets is no link to embed. */
const ADDRESS = /(<?)(https?:\/\/[^\s<>]+)(>?)/g

/** The first addresses in a message that may have embeds. */
export const addressesIn = ({ content, flags }: Pick<MessageObject, "content" | "flags">): ReadonlyArray<string> => {
  if (!content.includes("://") || hasFlag(flags, MessageFlag.SUPPRESS_EMBEDS | MessageFlag.IS_COMPONENTS_V2)) return []
  const found = new Set<string>()
  for (const text of outside(content, "```").flatMap((part) => outside(part, "`"))) {
    for (const { 1: before, 2: address = "", 3: after, index } of text.matchAll(ADDRESS)) {
      if (before === "<" && after === ">") continue
      const isSlanted = text[index - 1] === "_" && address.endsWith("_")
      found.add(withoutEnd(isSlanted ? address.slice(0, -1) : address))
      if (found.size === limits.perMessage) return [...found]
    }
  }
  return [...found]
}

/** The parts of a text that stand outside of pairs of a mark. */
const outside = (text: string, mark: string): ReadonlyArray<string> => {
  const parts = text.split(mark)
  return parts.filter((_, i) => i % 2 === 0 || i === parts.length - 1)
}

/** A link ends before marks of the sentence, and before a parenthesis that it does not open. */
const withoutEnd = (address: string): string => {
  let end = address.length
  let opened = 0
  for (const char of address) opened += char === "(" ? 1 : char === ")" ? -1 : 0
  for (; end > 0; end--) {
    const last = address[end - 1] ?? ""
    if (last === ")" && opened < 0) opened++
    else if (!MARKS.has(last)) break
  }
  return address.slice(0, end)
}

const MARKS: ReadonlySet<string> = new Set(".,:;!?\"'*|~]")

/** The embeds of a message that were sent with it. */
export const sentEmbeds = ({ message, link_embeds = 0 }: MessageRecord): ReadonlyArray<EmbedObject> =>
  link_embeds === 0 ? message.embeds : message.embeds.slice(0, -link_embeds)

/** The embeds that its links have made. */
export const linkEmbeds = ({ message, link_embeds = 0 }: MessageRecord): ReadonlyArray<EmbedObject> =>
  link_embeds === 0 ? [] : message.embeds.slice(-link_embeds)

/** A message that has none yet, with embeds of its links. */
export const withLinkEmbeds = (record: MessageRecord, made: ReadonlyArray<EmbedObject>): MessageRecord => ({
  ...record,
  message: { ...record.message, embeds: [...record.message.embeds, ...made] },
  link_embeds: made.length
})
