/**
 * What a search for messages finds. Each test of a message is linear in its text. Source: official OpenAPI document,
 * `guild_search`; the platform's documentation of messages. Our choice: docs/choices.md "Messages".
 */
import { search as limits } from "../base/SearchLimits.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { WEBHOOK_DISCRIMINATOR } from "../guild/UserWire.ts"
import { type MessageObject, refers } from "./Message.ts"

export const AUTHOR_TYPES = ["user", "bot", "webhook", "-user", "-bot", "-webhook"] as const
export const KINDS = ["link", "embed", "file", "image", "video", "sound", "sticker", "poll", "snapshot"] as const
export const HAS = [...KINDS, ...KINDS.map((kind) => `-${kind}` as const)] as const
export const EMBED_TYPES = ["image", "video", "gif", "sound", "article"] as const

/** Empty lists and undefined find everything. */
export interface MessageQuery {
  readonly content: string | undefined
  readonly slop: number
  readonly author_id: ReadonlyArray<Snowflake>
  readonly author_type: ReadonlyArray<string>
  readonly mentions: ReadonlyArray<Snowflake>
  readonly mentions_role_id: ReadonlyArray<Snowflake>
  readonly replied_to_user_id: ReadonlyArray<Snowflake>
  readonly replied_to_message_id: ReadonlyArray<Snowflake>
  readonly mention_everyone: boolean | undefined
  readonly has: ReadonlyArray<string>
  readonly link_hostname: ReadonlyArray<string>
  readonly embed_provider: ReadonlyArray<string>
  readonly embed_type: ReadonlyArray<string>
  readonly attachment_extension: ReadonlyArray<string>
  readonly attachment_filename: ReadonlyArray<string>
  readonly pinned: boolean | undefined
}

/** A message, with the author of the one that it replies to. */
export interface Searched {
  readonly message: MessageObject
  readonly replied_to?: Snowflake | undefined
}

/**
 * Makes a test of messages: it gives how many words stand between those of the content, fewer of which are more relevant;
 * undefined where the message is not found.
 */
export const finder = (query: MessageQuery): ((one: Searched) => number | undefined) => {
  const skipped = phrase(query.content, query.slop)
  return (one) => (isWanted(query, one) ? skipped(one.message.content) : undefined)
}

const isWanted = (query: MessageQuery, { message, replied_to }: Searched): boolean =>
  isAnyOf(query.author_id, [message.author.id]) &&
  isOfType(query.author_type, typeOf(message)) &&
  isAnyOf(
    query.mentions,
    message.mentions.map(({ id }) => id)
  ) &&
  isAnyOf(query.mentions_role_id, message.mention_roles) &&
  isAnyOf(query.replied_to_user_id, replied_to === undefined ? [] : [replied_to]) &&
  isAnyOf(query.replied_to_message_id, refers(message) ? [message.message_reference?.message_id ?? ""] : []) &&
  isSame(query.mention_everyone, message.mention_everyone) &&
  isSame(query.pinned, message.pinned) &&
  query.has.every((name) => (name.startsWith("-") ? !HAVING[name.slice(1)]?.(message) : HAVING[name]?.(message))) &&
  isAnyOf(lower(query.link_hostname), query.link_hostname.length === 0 ? [] : hostsIn(message.content)) &&
  isAnyOf(lower(query.embed_provider), lower(embedTexts(message, ({ provider }) => nameOf(provider)))) &&
  isAnyOf(query.embed_type, embedTexts(message, embedType)) &&
  isAnyOf(lower(query.attachment_extension), message.attachments.map(extensionOf)) &&
  (query.attachment_filename.length === 0 ||
    message.attachments.some((file) =>
      lower(query.attachment_filename).some((part) => lowerOf(file.filename).includes(part))
    ))

const isAnyOf = (wanted: ReadonlyArray<string>, found: ReadonlyArray<string>): boolean =>
  wanted.length === 0 || found.some((one) => wanted.includes(one))

const isSame = (wanted: boolean | undefined, is: boolean): boolean => wanted === undefined || wanted === is

const lower = (texts: ReadonlyArray<string>) => texts.map((text) => text.toLowerCase())

/** Any of those without a minus, and none of those with one. */
const isOfType = (wanted: ReadonlyArray<string>, type: string): boolean => {
  const positive = wanted.filter((name) => !name.startsWith("-"))
  return !wanted.includes(`-${type}`) && (positive.length === 0 || positive.includes(type))
}

const typeOf = ({ author }: MessageObject): string => {
  if (author.discriminator === WEBHOOK_DISCRIMINATOR) return "webhook"
  return "bot" in author ? "bot" : "user"
}

const LINK = /https?:\/\/([^\s/?#<>()[\]]+)/gi

const hostsIn = (content: string): ReadonlyArray<string> =>
  [...content.matchAll(LINK)].map(([, host = ""]) =>
    host
      .toLowerCase()
      .replace(/^[^@]*@/, "")
      .replace(/:\d*$/, "")
  )

const isFileOf = (type: string) => (message: MessageObject) =>
  message.attachments.some(({ content_type }) => lowerOf(content_type).startsWith(`${type}/`))

const hasEmbed = (type: string) => (message: MessageObject) => embedTexts(message, embedType).includes(type)

const HAVING: Readonly<Record<string, (message: MessageObject) => boolean>> = {
  link: ({ content }) => content.search(LINK) >= 0,
  embed: ({ embeds }) => embeds.length > 0,
  file: ({ attachments }) => attachments.length > 0,
  image: (message) => isFileOf("image")(message) || hasEmbed("image")(message),
  video: (message) => isFileOf("video")(message) || hasEmbed("video")(message),
  sound: (message) => isFileOf("audio")(message) || hasEmbed("sound")(message),
  sticker: ({ sticker_items = [] }) => sticker_items.length > 0,
  poll: ({ poll }) => poll !== undefined,
  snapshot: (message) => Array.isArray(Reflect.get(message, "message_snapshots"))
}

type Embed = MessageObject["embeds"][number]

/** What embeds say, of those that say it. */
const embedTexts = ({ embeds }: MessageObject, of: (embed: Embed) => string | undefined): ReadonlyArray<string> =>
  embeds.flatMap((embed) => of(embed) ?? [])

/** Embeds of bots are rich: they count as what they show. */
const embedType = (embed: Embed): string | undefined => {
  const type: string = embed.type
  if (type === "gifv") return "gif"
  if (EMBED_TYPES.some((known) => known === type)) return type
  if (embed["video"] !== undefined) return "video"
  return embed["image"] === undefined ? "article" : "image"
}

const nameOf = (provider: unknown): string | undefined => {
  const name = typeof provider === "object" && provider !== null && "name" in provider ? provider.name : undefined
  return typeof name === "string" ? name : undefined
}

const extensionOf = ({ filename }: { readonly filename: unknown }): string => {
  const name = lowerOf(filename)
  return name.slice(name.lastIndexOf(".") + 1)
}

/** Files in messages of a world may lack texts. */
const lowerOf = (text: unknown): string => (typeof text === "string" ? text.toLowerCase() : "")

/** The words of a text, in small letters. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/**
 * The fewest words that stand between those of the phrase, in their order, if at most `slop`. For each word of the text it
 * knows the latest beginning of each part of the phrase that ends there.
 */
export const phrase = (content: string | undefined, slop: number) => {
  const wanted = wordsOf(content ?? "").slice(0, limits.words)
  const places = new Map<string, Array<number>>()
  for (const [i, word] of wanted.entries()) places.set(word, [i, ...(places.get(word) ?? [])])
  return (text: string): number | undefined => {
    if (wanted.length === 0) return 0
    const begun: Array<number | undefined> = wanted.map(() => undefined)
    let fewest: number | undefined
    for (const [at, word] of wordsOf(text).entries()) {
      for (const i of places.get(word) ?? []) {
        begun[i] = i === 0 ? at : begun[i - 1]
        const from = i === wanted.length - 1 ? begun[i] : undefined
        const between = from === undefined ? slop + 1 : at - from + 1 - wanted.length
        if (between <= slop && (fewest === undefined || between < fewest)) fewest = between
      }
    }
    return fewest
  }
}
