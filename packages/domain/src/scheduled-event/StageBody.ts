/** Bodies about stages. Source: official OpenAPI document, `create_stage_instance`, `update_stage_instance`. */
import { Schema } from "effect"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import * as FormError from "../error/FormError.ts"
import { limits } from "../record/EventLimits.ts"
import { at } from "../validation/Rule.ts"
import { Bool, decoder, field, Id, Int, needed } from "../validation/Shape.ts"
import { described, oneOf, text } from "../validation/ShapeLimits.ts"

const topic = text(1, limits.topicMax)
const privacy_level = field(described(oneOf(Int, [1, 2]), "1 public (deprecated), 2 members of the guild only."))

export const NewStage = Schema.Struct({
  topic: needed(topic),
  channel_id: needed(Id),
  privacy_level,
  guild_scheduled_event_id: field(Id),
  send_start_notification: field(described(Bool, "Needs MENTION_EVERYONE. Nobody is notified."))
}).annotate({ identifier: "NewStageBody" })

export const StageEdit = Schema.Struct({ topic: field(topic), privacy_level }).annotate({ identifier: "StageBody" })

const decodeNew = decoder(NewStage)
const decodeEdit = decoder(StageEdit)

export const newStage = (sent: unknown) => {
  const { value, faults } = decodeNew(sent)
  return {
    channel_id: unlessNull(value.channel_id),
    event_id: unlessNull(value.guild_scheduled_event_id),
    notifies: value.send_start_notification === true,
    body: said({
      topic: unlessNull(value.topic),
      channel_id: unlessNull(value.channel_id),
      privacy_level: unlessNull(value.privacy_level),
      guild_scheduled_event_id: unlessNull(value.guild_scheduled_event_id)
    }),
    faults: [
      ...faults,
      ...at(["topic"], FormError.presence(value.topic)),
      ...at(["channel_id"], FormError.presence(value.channel_id))
    ]
  }
}

export const stageEdit = (sent: unknown): ElementBody => {
  const { value, faults } = decodeEdit(sent)
  const body = said({ topic: unlessNull(value.topic), privacy_level: unlessNull(value.privacy_level) })
  return { body, faults, places: {} }
}
