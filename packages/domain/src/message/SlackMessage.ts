/**
 * Messages in the form of another service's webhooks, as messages of ours. Source: official OpenAPI document, `SlackWebhook`;
 * the platform's documentation of `Execute Slack-Compatible Webhook`.
 */
import { Result, Schema } from "effect"
import { formatTime } from "../base/IsoTime.ts"
import { isElement } from "../element/WorldTarget.ts"
import { InvalidForm, type InvalidJson } from "../error/ServiceError.ts"
import { given } from "../validation/Given.ts"
import { decodeJson } from "../validation/JsonText.ts"
import * as Shape from "../validation/Shape.ts"
import { LIMITS } from "./ForeignLimits.ts"

const { Text, Int, Bool, field } = Shape

const Field = Schema.Struct({
  name: field(Text),
  title: field(Text),
  value: field(Text),
  inline: field(Bool),
  short: field(Bool)
})

const Attachment = Schema.Struct({
  title: field(Text),
  title_link: field(Text),
  text: field(Text),
  pretext: field(Text),
  color: field(Text),
  ts: field(Int),
  footer: field(Text),
  footer_icon: field(Text),
  author_name: field(Text),
  author_link: field(Text),
  author_icon: field(Text),
  image_url: field(Text),
  thumb_url: field(Text),
  fields: field(Shape.list(Field, LIMITS.items))
})

export const SlackShape = Schema.Struct({
  text: field(Text),
  username: field(Text),
  icon_url: field(Text),
  attachments: field(Shape.list(Attachment, LIMITS.items))
}).annotate({ identifier: "SlackWebhook" })

const decode = Shape.decoder(SlackShape)

/** The body of a message. A form has it as JSON in `payload`, as the other service sends it. */
export const messageOfSlack = (sent: unknown): Result.Result<object, InvalidForm | InvalidJson> => {
  const payload = isElement(sent) ? sent["payload"] : undefined
  const body = typeof payload === "string" ? decodeJson(payload) : Result.succeed(sent)
  return Result.flatMap(body, (body) => {
    const { value, faults } = decode(body)
    if (faults.length > 0) return Result.fail(new InvalidForm({ faults }))
    const { text, username, icon_url, attachments } = value
    return Result.succeed(
      given({ content: text, username, avatar_url: icon_url, embeds: (attachments ?? []).map(embedOf) })
    )
  })
}

const embedOf = (one: typeof Attachment.Type) => {
  const { pretext, text, title, title_link, color, ts, fields } = one
  const lines = [pretext, text].filter((line) => line != null && line !== "")
  return given({
    title,
    url: title_link,
    description: lines.length === 0 ? undefined : lines.join("\n"),
    color: colorOf(color ?? ""),
    timestamp: ts == null || ts < 0 || ts > LIMITS.latestSeconds ? undefined : formatTime(ts * 1_000),
    footer: one.footer == null ? undefined : given({ text: one.footer, icon_url: one.footer_icon }),
    author:
      one.author_name == null
        ? undefined
        : given({ name: one.author_name, url: one.author_link, icon_url: one.author_icon }),
    image: one.image_url == null ? undefined : { url: one.image_url },
    thumbnail: one.thumb_url == null ? undefined : { url: one.thumb_url },
    fields: fields?.map(({ name, title, value, inline, short }) =>
      given({ name: name ?? title, value, inline: inline ?? short })
    )
  })
}

/** `#rgb` and `#rrggbb`; the names of the other service have no colour here. */
const colorOf = (text: string): number | undefined => {
  const [, digits = ""] = /^#((?:[0-9a-fA-F]{3}){1,2})$/.exec(text) ?? []
  const whole = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits
  return whole === "" ? undefined : Number.parseInt(whole, 16)
}
