/** The status of a voice channel. Source: official OpenAPI document, `update_voice_channel_status`. */
import { Schema } from "effect"
import { decoder, field } from "../validation/Shape.ts"
import { text } from "../validation/ShapeLimits.ts"

export const STATUS_MAX = 500

export const VoiceStatus = Schema.Struct({ status: field(text(0, STATUS_MAX)) }).annotate({
  identifier: "VoiceStatusBody"
})

const decode = decoder(VoiceStatus)

/** Nothing, null and an empty text remove the status. The rules of the world judge its length. */
export const voiceStatusBody = (sent: unknown) => {
  const { value, faults } = decode(sent)
  return { body: { status: value.status || null }, faults }
}
