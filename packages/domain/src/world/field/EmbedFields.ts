/** Embeds of links, as a world file has them: objects as they are on the wire. */
import { LINK_TYPES, type LinkEmbed } from "../../record/LinkEmbed.ts"
import { Bool, Int, list, Text } from "../../validation/Shape.ts"
import { between, length, oneOf, required, size } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { held, inside, type Placed } from "../rule/Placed.ts"
import * as Value from "../rule/Value.ts"

const url = [Text, Value.httpUrl, length(1, 2_048)] as const
const pixels = [Int, between(0, 0x7fff_ffff)] as const

const Media = fieldsOf("embed_media", {
  url: [Text, required, Value.httpUrl, length(1, 2_048)],
  proxy_url: url,
  width: pixels,
  height: pixels,
  content_type: [Text, length(1, 100)],
  description: [Text, length(0, 1_024)]
})
const Provider = fieldsOf("embed_provider", { name: [Text, required, length(1, 256)], url })
const Author = fieldsOf("embed_author", { name: [Text, required, length(1, 256)], url, icon_url: url })
const Footer = fieldsOf("embed_footer", { text: [Text, required, length(1, 2_048)], icon_url: url })
const Field = fieldsOf("embed_field", {
  name: [Text, required, length(1, 256)],
  value: [Text, required, length(1, 1_024)],
  inline: [Bool]
})

const Embed = fieldsOf("link_embed", {
  type: [Text, oneOf(LINK_TYPES)],
  url,
  title: [Text, length(1, 256)],
  description: [Text, length(1, 4_096)],
  color: [Int, between(0, 0xffffff)],
  timestamp: [Text, Value.time],
  provider: [Provider.shape],
  author: [Author.shape],
  thumbnail: [Media.shape],
  image: [Media.shape],
  video: [Media.shape],
  footer: [Footer.shape],
  fields: [list(Field.shape), size(0, 25)]
})

export const { kind, shape } = Embed
export const rules = {
  ...{ ...Embed.rules, ...Media.rules, ...Provider.rules, ...Author.rules },
  ...{ ...Footer.rules, ...Field.rules }
}
export const defaults = { link_embed: { type: "link", fields: [] }, embed_field: { inline: false } } as const

export type Draft = typeof shape.Type

export const places = (own: ReadonlyArray<Placed<Draft>>) => ({
  link_embed: own,
  embed_media: (["thumbnail", "image", "video"] as const).flatMap((name) => held(own, name, (embed) => embed[name])),
  embed_provider: held(own, "provider", ({ provider }) => provider),
  embed_author: held(own, "author", ({ author }) => author),
  embed_footer: held(own, "footer", ({ footer }) => footer),
  embed_field: inside(own, "fields")
})

/** `address`: the link. Pictures and videos are at their own addresses, also for who wants those of a proxy. */
export const build = (draft: Draft, address: string): LinkEmbed["embed"] => {
  const { type, thumbnail, image, video, provider, author, footer, fields, ...plain } = draft
  const media = (one: Draft["image"]) => one && { url: one.url, proxy_url: one.proxy_url ?? one.url, ...given(one) }
  return {
    type: LINK_TYPES.find((known) => known === type) ?? defaults.link_embed.type,
    url: plain.url ?? address,
    ...given({
      ...plain,
      ...{ provider: provider && given(provider), author: author && given(author), footer: footer && given(footer) },
      ...{ thumbnail: media(thumbnail), image: media(image), video: media(video) }
    }),
    ...(fields == null || fields.length === 0
      ? {}
      : { fields: fields.map(({ inline, ...field }) => ({ ...field, inline: inline ?? defaults.embed_field.inline })) })
  }
}

const given = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
