/**
 * Bodies that create, edit and play soundboard sounds; the rules of the world judge name, volume and sound. Source: official
 * OpenAPI document, `SoundboardCreateRequest`, `SoundboardPatchRequestPartial`, `SoundboardSoundSendRequest`.
 */
import { Schema } from "effect"
import { bytesOf } from "../base/Picture.ts"
import { sound as limits } from "../base/SoundLimits.ts"
import { type ElementBody, said, unlessNull } from "../element/ElementBody.ts"
import { fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import { at } from "../validation/Rule.ts"
import { decoder, field, Id, needed, Text } from "../validation/Shape.ts"
import { decimal, described, text } from "../validation/ShapeLimits.ts"

const name = text(limits.nameMin, limits.nameMax)
const FIELDS = {
  volume: field(decimal(0, 1)),
  emoji_id: field(Id),
  emoji_name: field(text(limits.emojiNameMin, limits.emojiNameMax))
}

export const NewSound = Schema.Struct({
  name: needed(name),
  sound: needed(described(Text, "A data URI of an MP3 or Ogg sound of at most 512 KiB and 5.2 seconds.")),
  ...FIELDS
}).annotate({ identifier: "NewSoundboardSoundBody" })

export const SoundEdit = Schema.Struct({ name: field(name), ...FIELDS }).annotate({
  identifier: "SoundboardSoundBody"
})

const decodeNew = decoder(NewSound)
const decodeEdit = decoder(SoundEdit)

type Draft = Omit<typeof NewSound.Type, "name" | "sound"> & Pick<typeof SoundEdit.Type, "name">

/** A custom emoji and one of the standard exclude each other: whichever is given takes the place of both. */
const fieldsOf = ({ name, volume, emoji_id, emoji_name }: Draft) =>
  said({
    name: unlessNull(name),
    volume: volume === null ? DEFAULTS.soundboard_sound.volume : volume,
    emoji_id: emoji_id == null && emoji_name != null ? null : emoji_id,
    emoji_name: emoji_id != null ? null : emoji_name
  })

export const newSound = (sent: unknown): ElementBody => {
  const { value, faults } = decodeNew(sent)
  const { sound } = value
  return {
    body: { ...fieldsOf(value), ...said({ sound: unlessNull(sound) }) },
    faults: [...faults, ...at(["sound"], FormError.presence(sound))],
    places: {}
  }
}

export const soundEdit = (sent: unknown): ElementBody => {
  const { value, faults } = decodeEdit(sent)
  return { body: fieldsOf(value), faults, places: {} }
}

/** The bytes that a body gives, where they are bytes. */
export const bytesIn = ({ body: { sound } }: ElementBody): Uint8Array | undefined =>
  typeof sound === "string" ? bytesOf(sound) : undefined

/** A name of 32 characters, an id, and what stands between them. */
const EMOJI_MAX = 60

/** Our choice: docs/choices.md "Soundboard". */
const ONE_OF = FormError.of("VOICE_EFFECT_INVALID", "Give either a sound or an emoji.")

export const SoundSend = Schema.Struct({ sound_id: needed(Id), source_guild_id: field(Id) }).annotate({
  identifier: "SendSoundboardSoundBody"
})

const decodeSend = decoder(SoundSend)

export const soundSend = (sent: unknown) => {
  const { value, faults } = decodeSend(sent)
  const { sound_id, source_guild_id } = value
  return {
    sound_id: sound_id ?? "",
    source_guild_id: source_guild_id ?? undefined,
    faults: [...faults, ...at(["sound_id"], FormError.presence(sound_id))]
  }
}

/** What a person lets others in voice hear or see: a sound or an emoji. */
export const VoiceEffect = Schema.Struct({
  sound: field(described(text(1, limits.nameMax), "A sound by id, or by name: of the guild, else a default one.")),
  emoji: field(described(text(1, EMOJI_MAX), "An emoji as reactions name it: a standard one, or name:id."))
}).annotate({ identifier: "VoiceEffectBody" })

const decodeEffect = decoder(VoiceEffect)

export const voiceEffect = (sent: unknown) => {
  const { value, faults } = decodeEffect(sent)
  const { sound, emoji } = value
  const isOne = (sound == null) !== (emoji == null)
  return {
    sound: sound ?? undefined,
    emoji: emoji ?? undefined,
    faults: [...faults, ...(isOne || faults.length > 0 ? [] : [fault([], ONE_OF)])]
  }
}
