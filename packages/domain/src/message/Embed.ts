/** Rich embeds. Source: wire-interactions.md §4.3 (number and total); the platform's documentation (fields, codes). */
import { Schema } from "effect"
import * as CodePoints from "../base/CodePoints.ts"
import { toTimestamp } from "../base/IsoTime.ts"
import * as Limits from "../base/Limits.ts"
import { isReference, toUri, urlError } from "../component/ComponentUrl.ts"
import { type Fault, fault, type Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { rangeError } from "../validation/NumberRules.ts"
import { at, gather, judgeEach } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { described, text, whole } from "../validation/ShapeLimits.ts"

/** Maximum length of each text in code points, and the maximum number of fields. */
const MAX = { title: 256, description: 4096, fields: 25, name: 256, value: 1024, footer: 2048, author: 256, url: 2048 }
const COLOR_MAX = 0xffffff

/** Libraries send these back from an embed that they have read; the service ignores them. */
const ignored = Shape.field(described(Shape.Any, "Ignored."))

const url = text(0, MAX.url)

const Media = Schema.Struct({
  url: Shape.field(url),
  description: Shape.field(text(0, MAX.description)),
  proxy_url: ignored,
  width: ignored,
  height: ignored
})

export const EmbedShape = Schema.Struct({
  title: Shape.field(text(0, MAX.title)),
  description: Shape.field(text(0, MAX.description)),
  url: Shape.field(url),
  timestamp: Shape.field(described(Shape.Time, "ISO 8601")),
  color: Shape.field(whole(0, COLOR_MAX)),
  footer: Shape.field(
    Schema.Struct({
      text: Shape.field(text(0, MAX.footer)),
      icon_url: Shape.field(url),
      proxy_icon_url: ignored
    })
  ),
  image: Shape.field(Media),
  thumbnail: Shape.field(Media),
  author: Shape.field(
    Schema.Struct({
      name: Shape.field(text(0, MAX.author)),
      url: Shape.field(url),
      icon_url: Shape.field(url),
      proxy_icon_url: ignored
    })
  ),
  fields: Shape.field(
    Shape.list(
      Schema.Struct({
        name: Shape.needed(text(1, MAX.name)),
        value: Shape.needed(text(1, MAX.value)),
        inline: Shape.field(Shape.Bool)
      }),
      MAX.fields
    )
  ),
  type: ignored,
  provider: ignored,
  video: ignored
}).annotate({ identifier: "EmbedBody" })

export type EmbedDraft = typeof EmbedShape.Type

/** An embed in messages: `type` and every field that was given. */
export type EmbedObject = {
  readonly type: "rich" | "poll_result" | "auto_moderation_message" | "image" | "video" | "gifv" | "article" | "link"
} & {
  readonly [field: string]: unknown
}

const mediaOf = (media: typeof Media.Type | null | undefined) =>
  media?.url && { url: uri(media.url), ...(media.description ? { description: media.description } : {}) }

/** Every fault of the list of embeds; paths start at the message. */
export const judgeEmbeds = (embeds: ReadonlyArray<EmbedDraft>): ReadonlyArray<Fault> => {
  const { embeds: max, embedsTotalCharacters: total } = Limits.message
  if (embeds.length > max) return [fault(["embeds"], FormError.maxLength(max))]
  return [
    ...(embeds.reduce((sum, embed) => sum + characters(embed), 0) > total ? [fault(["embeds"], TOO_LARGE)] : []),
    ...judgeEach("embeds", embeds, judgeEmbed)
  ]
}

export const showsSomething = (embed: EmbedObject): boolean =>
  Object.keys(embed).some((key) => key !== "type" && key !== "color")

/**
 * Always a rich embed, whatever the given `type`; `provider`, `video` and proxy fields cannot be set. A footer without
 * text, an author without a name and a picture without an address show nothing, so they are left out. Our choice:
 * docs/choices.md "Messages".
 */
export const embedObject = (draft: EmbedDraft): EmbedObject => {
  const { title, description, url, timestamp, color, footer, image, thumbnail, author, fields } = draft
  return {
    type: "rich",
    ...given({
      title,
      description,
      url: uri(url),
      color,
      footer: footer?.text && { text: footer.text, icon_url: uri(footer.icon_url) },
      image: mediaOf(image),
      thumbnail: mediaOf(thumbnail),
      author: author?.name && { name: author.name, url: uri(author.url), icon_url: uri(author.icon_url) }
    }),
    ...(timestamp == null ? {} : { timestamp: toTimestamp(timestamp) }),
    ...(fields == null || fields.length === 0
      ? {}
      : { fields: fields.map(({ name, value, inline }) => ({ name, value, inline: inline ?? false })) })
  }
}

const TOO_LARGE = FormError.of(
  "MAX_EMBED_SIZE_EXCEEDED",
  `Embed size exceeds maximum size of ${Limits.message.embedsTotalCharacters}`
)
const badTime = (text: string) =>
  FormError.of("DATE_TIME_TYPE_PARSE", `Could not parse ${text.slice(0, 100)}. Should be ISO8601.`)
/** Each text of an embed, with its path and maximum length. */
const TEXTS: ReadonlyArray<{ readonly path: Path; readonly max: number; readonly of: (e: EmbedDraft) => Text }> = [
  { path: ["title"], max: MAX.title, of: (e) => e.title },
  { path: ["description"], max: MAX.description, of: (e) => e.description },
  { path: ["footer", "text"], max: MAX.footer, of: (e) => e.footer?.text },
  { path: ["author", "name"], max: MAX.author, of: (e) => e.author?.name }
]

const LINKS = ["http", "https"]
const MEDIA = [...LINKS, "attachment"]

const URLS: ReadonlyArray<{
  readonly path: Path
  readonly schemes: ReadonlyArray<string>
  readonly of: (e: EmbedDraft) => Text
}> = [
  { path: ["url"], schemes: LINKS, of: (e) => e.url },
  { path: ["author", "url"], schemes: LINKS, of: (e) => e.author?.url },
  { path: ["author", "icon_url"], schemes: MEDIA, of: (e) => e.author?.icon_url },
  { path: ["footer", "icon_url"], schemes: MEDIA, of: (e) => e.footer?.icon_url },
  { path: ["image", "url"], schemes: MEDIA, of: (e) => e.image?.url },
  { path: ["thumbnail", "url"], schemes: MEDIA, of: (e) => e.thumbnail?.url }
]

type Text = string | null | undefined

const judgeEmbed = (embed: EmbedDraft): ReadonlyArray<Fault> => [
  ...gather(TEXTS, ({ path, max, of }) => at(path, tooLong(of(embed), max))),
  ...gather(URLS, ({ path, schemes, of }) => at(path, addressError(of(embed), schemes))),
  ...at(["color"], embed.color == null ? undefined : rangeError(embed.color, 0, COLOR_MAX)),
  ...at(["timestamp"], timeError(embed.timestamp)),
  ...judgeFields(embed.fields ?? [])
]

const judgeFields = (fields: NonNullable<EmbedDraft["fields"]>): ReadonlyArray<Fault> => {
  if (fields.length > MAX.fields) return [fault(["fields"], FormError.maxLength(MAX.fields))]
  return judgeEach("fields", fields, ({ name, value }) => [
    ...at(["name"], unset(name) ?? tooLong(name, MAX.name)),
    ...at(["value"], unset(value) ?? tooLong(value, MAX.value))
  ])
}

const unset = (text: Text) => (text == null || text === "" ? FormError.required : undefined)

const tooLong = (text: Text, max: number) =>
  text != null && CodePoints.count(text) > max ? FormError.maxLength(max) : undefined

const timeError = (text: Text) => (text == null || toTimestamp(text) !== undefined ? undefined : badTime(text))

/** Accepts "" as no URL, and any reference. Our choice: docs/choices.md "Messages". */
const addressError = (text: Text, schemes: ReadonlyArray<string>) => {
  if (text == null || text === "") return undefined
  if (schemes === MEDIA && isReference(text)) return tooLong(text, MAX.url)
  return urlError(text, { schemes, max: MAX.url })
}

const uri = (text: Text) => (text == null || isReference(text) ? text : toUri(text))

const characters = (embed: EmbedDraft): number => {
  const fields = (embed.fields ?? []).flatMap(({ name, value }) => [name, value])
  return [...TEXTS.map(({ of }) => of(embed)), ...fields].reduce((sum, text) => sum + CodePoints.count(text ?? ""), 0)
}

/** The fields that are not empty, two levels deep. */
const given = (fields: object): { readonly [field: string]: unknown } =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      if (value == null || value === "") return []
      return [[key, typeof value === "object" ? given(value) : value]]
    })
  )
