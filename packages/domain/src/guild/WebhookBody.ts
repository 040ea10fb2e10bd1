/**
 * Bodies that create and edit webhooks. Source:
 * official OpenAPI document, `create_webhook`, `update_webhook`, `update_webhook_by_token`.
 */

import { Schema } from "effect"
import { profile } from "../base/ProfileLimits.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { limits } from "../record/WebhookLimits.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Id, needed, Text } from "../validation/Shape.ts"
import { described, text } from "../validation/ShapeLimits.ts"
import { sentPicture } from "./PictureBody.ts"

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
  const avatar = sentPicture(value.avatar, profile.pictureBytes, sha256)
  return {
    body: said({
      name: unlessNull(value.name),
      channel_id: unlessNull(value.channel_id),
      avatar: avatar.hash
    }),
    faults: [...faults, ...at(["avatar"], avatar.error)],
    places: {},
    pictures: avatar.kept
  }
}
