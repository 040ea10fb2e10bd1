/**
 * Bodies that create and edit webhooks. Of a picture only the hash is kept. Our choice: docs/choices.md "Webhooks". Source:
 * official OpenAPI document, `create_webhook`, `update_webhook`, `update_webhook_by_token`.
 */

import { Schema } from "effect"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import * as FormError from "../error/FormError.ts"
import { limits } from "../record/WebhookLimits.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Id, needed, Text } from "../validation/Shape.ts"
import { described, text } from "../validation/ShapeLimits.ts"

const name = text(1, limits.nameMax)
const avatar = field(described(Text, "A picture as a data URI."))

export const NewWebhook = Schema.Struct({ name: needed(name), avatar }).annotate({ identifier: "NewWebhookBody" })

export const WebhookEdit = Schema.Struct({ name: field(name), avatar, channel_id: field(Id) }).annotate({
  identifier: "WebhookEditBody"
})

export const WebhookEditByToken = Schema.Struct({ name: field(name), avatar }).annotate({
  identifier: "WebhookEditByTokenBody"
})

/** The channel that follows another. */
export const Follow = Schema.Struct({ webhook_channel_id: needed(Id) }).annotate({ identifier: "FollowBody" })

export const decodeFollow = decoder(Follow)

const decode = decoder(WebhookEdit)

/** The edit; who has the token alone cannot move the webhook. */
export const webhookBody = (sent: unknown, sha256: (text: string) => string): ElementBody => {
  const { value, faults } = decode(sent)
  const { avatar: picture } = value
  const isPicture = picture == null || isPictureUri(picture)
  return {
    body: said({
      name: unlessNull(value.name),
      channel_id: unlessNull(value.channel_id),
      avatar: picture != null && isPicture ? pictureHash(picture, sha256) : picture
    }),
    faults: [...faults, ...at(["avatar"], isPicture ? undefined : NO_PICTURE)],
    places: {}
  }
}

/** The hash of a picture: of its address, or of its data. */
export const pictureHash = (picture: string, sha256: (text: string) => string): string =>
  sha256(picture).slice(0, HASH_LENGTH)

const HASH_LENGTH = 32

export const isPictureUri = (text: string): boolean => PICTURE.test(text)

const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/

/** Code and text are our choice: docs/choices.md "Webhooks". */
export const NO_PICTURE = FormError.of(
  "IMAGE_INVALID",
  "Must be a picture as a data URI, such as data:image/png;base64,…"
)
