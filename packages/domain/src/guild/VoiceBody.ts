/**
 * Bodies about voice: what a bot edits in a stage channel, and how a user connects. Source: official OpenAPI document,
 * `UpdateSelfVoiceStateRequestPartial`, `UpdateVoiceStateRequestPartial`.
 */
import { Schema } from "effect"
import { parseTime } from "../base/IsoTime.ts"
import { type Fault, fault } from "../error/Fault.ts"
import { notTime } from "../error/FormError.ts"
import { Bool, decoder, field, Id, Text } from "../validation/Shape.ts"
import { described } from "../validation/ShapeLimits.ts"

const stage = {
  channel_id: field(described(Id, "The stage channel that they are connected to.")),
  suppress: field(described(Bool, "True: listens only."))
}

export const VoiceStateEdit = Schema.Struct(stage).annotate({ identifier: "VoiceStateEditBody" })

export const OwnVoiceStateEdit = Schema.Struct({
  ...stage,
  request_to_speak_timestamp: field(described(Text, "A date and time of ISO 8601; null: no longer asks to speak."))
}).annotate({ identifier: "OwnVoiceStateEditBody" })

/** How a user is connected. What is left out is false. */
export const VoiceConnection = Schema.Struct({
  self_mute: field(Bool),
  self_deaf: field(Bool),
  self_stream: field(described(Bool, "Shares their screen: needs STREAM.")),
  self_video: field(described(Bool, "Shows their camera: needs STREAM.")),
  request_to_speak: field(described(Bool, "In a stage channel: asks to speak, which needs REQUEST_TO_SPEAK."))
}).annotate({ identifier: "VoiceConnectionBody" })

const decodeOther = decoder(VoiceStateEdit)
const decodeOwn = decoder(OwnVoiceStateEdit)
const decodeConnection = decoder(VoiceConnection)

/** Fields that are absent stay as they are. */
export interface StageEdit {
  readonly channel_id?: string | null | undefined
  readonly suppress?: boolean | null | undefined
  readonly request_to_speak_timestamp?: string | null | undefined
  readonly faults: ReadonlyArray<Fault>
}

export const voiceStateEdit = (sent: unknown): StageEdit => {
  const { value, faults } = decodeOther(sent)
  return { ...value, faults }
}

export const ownVoiceStateEdit = (sent: unknown): StageEdit => {
  const { value, faults } = decodeOwn(sent)
  const asked = value.request_to_speak_timestamp
  const broken = asked != null && parseTime(asked) === undefined
  return { ...value, faults: broken ? [...faults, fault(["request_to_speak_timestamp"], notTime(asked))] : faults }
}

/** What somebody chooses about their own connection. */
export interface Connecting {
  readonly self_mute: boolean
  readonly self_deaf: boolean
  readonly self_stream: boolean
  readonly self_video: boolean
  readonly request_to_speak: boolean
}

export const connectionBody = (
  sent: unknown
): { readonly connecting: Connecting; readonly faults: ReadonlyArray<Fault> } => {
  const { value, faults } = decodeConnection(sent)
  const { self_mute, self_deaf, self_stream, self_video, request_to_speak } = value
  return {
    connecting: {
      self_mute: self_mute ?? false,
      self_deaf: self_deaf ?? false,
      self_stream: self_stream ?? false,
      self_video: self_video ?? false,
      request_to_speak: request_to_speak ?? false
    },
    faults
  }
}
