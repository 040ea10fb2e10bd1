/**
 * What somebody who is connected to voice lets the others there hear and see: a bot over REST plays a sound of a soundboard, a
 * user over the control plane plays one or sends an emoji. Source: official OpenAPI document, `send_soundboard_sound`; the
 * platform's documentation of the soundboard. Our choice: docs/choices.md "Soundboard".
 */
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { defaultNamed, defaultSound } from "@backlot/domain/guild/DefaultSound"
import { soundSend, voiceEffect } from "@backlot/domain/guild/SoundBody"
import * as Reaction from "@backlot/domain/message/Reaction"
import { isDirect, type SoundboardSound, type VoiceState } from "@backlot/domain/record/World"
import { VOICE_TYPES } from "@backlot/domain/record/WorldVocabulary"
import type { ChannelAddress } from "../access/BotEntry.ts"
import type { UserAddress } from "../access/UserPlace.ts"
import { commit } from "../event/EventLog.ts"
import * as Speaker from "../message/Speaker.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction } from "../store/Transact.ts"
import { usable } from "./MessageReactions.ts"

/** Judges whether the bot may play a sound there, before the body is read; `play` judges it again. */
export const admit = operation("VoiceEffects.admit", (address: ChannelAddress) =>
  inTransaction(function* () {
    yield* requireAudible(yield* connected(yield* Speaker.ofBot(address)))
  })
)

/** A bot plays a sound in the voice channel that it is connected to. */
export const play = operation("VoiceEffects.play", (address: ChannelAddress, sent: unknown) =>
  commit(function* () {
    const here = yield* connected(yield* Speaker.ofBot(address))
    yield* requireAudible(here)
    const { sound_id, source_guild_id, faults } = soundSend(sent)
    if (faults.length > 0) return yield* new ServiceError.InvalidForm({ faults })
    return sentBy(here, yield* effectOf(yield* playable(here, sound_id, source_guild_id)))
  })
)

/** A user plays a sound, by its id or by its name in the guild, or sends an emoji. */
export const sendOfUser = operation("VoiceEffects.sendOfUser", (address: UserAddress, sent: unknown) =>
  commit(function* () {
    const here = yield* connected(yield* Speaker.ofUser(address))
    const { sound, emoji, faults } = voiceEffect(sent)
    if (faults.length > 0) return yield* new ServiceError.InvalidForm({ faults })
    if (sound !== undefined) {
      yield* requireAudible(here)
      return sentBy(here, yield* effectOf(yield* named(here, sound)))
    }
    const known = Reaction.emojiOf(emoji ?? "")
    if (known === undefined) return yield* new ServiceError.UnknownReactionEmoji()
    const { id, name, animated = false } = yield* usable(here.speaker, known)
    return sentBy(here, { emoji: { id, name, animated }, ...ANIMATION })
  })
)

interface Connected {
  readonly speaker: Speaker.Speaker
  readonly state: VoiceState
}

/** Fails with 50024 outside voice, and with 40032 for somebody who is not connected to the channel. */
const connected = function* (speaker: Speaker.Speaker) {
  const { channel } = speaker
  if (isDirect(channel) || !VOICE_TYPES.includes(channel.type)) return yield* new ServiceError.WrongChannelType()
  const state = yield* Collections.voiceStates.get(channel.guild_id, speaker.author.id)
  if (state?.channel_id !== channel.id) return yield* new ServiceError.NotInVoice()
  return { speaker, state } satisfies Connected
}

const SILENT = {
  deaf: "it was deafened by a moderator",
  self_deaf: "it has deafened itself",
  mute: "it was muted by a moderator",
  suppress: "it only listens in the stage channel"
} as const

/** Nobody plays a sound who is deafened, muted by a moderator, or in the audience of a stage. */
const requireAudible = function* ({ speaker, state }: Connected) {
  yield* Speaker.require(speaker, "SPEAK", "USE_SOUNDBOARD")
  for (const [field, because] of Object.entries(SILENT)) {
    if (Reflect.get(state, field) === true) {
      return yield* new ServiceError.MissingPermissions({
        because: `${speaker.author.username} plays nothing: ${because}`
      })
    }
  }
}

/** What a sound of a guild and a default sound have in common. */
type Playable = Pick<SoundboardSound, "volume" | "emoji_id" | "emoji_name"> & {
  /** Default sounds have small numbers, which the event carries as such. */
  readonly sound_id: Snowflake | number
}

/** A default sound, one of the channel's guild, or one of the guild that is given, where the speaker is a member too. */
const playable = function* (here: Connected, soundId: Snowflake, sourceGuildId: Snowflake | undefined) {
  const standard = sourceGuildId === undefined ? defaultSound(soundId) : undefined
  if (standard !== undefined) return { ...standard, sound_id: Number(soundId) } satisfies Playable as Playable
  const { guild_id, user_id } = here.state
  const source = sourceGuildId ?? guild_id
  const found = yield* Collections.soundboardSounds.get(source, soundId)
  const isThere = source === guild_id || (yield* Collections.members.get(source, user_id)) !== undefined
  if (found === undefined || found.available === false || !isThere) return yield* new ServiceError.UnknownSound()
  if (source !== guild_id) yield* Speaker.require(here.speaker, "USE_EXTERNAL_SOUNDS")
  return { ...found, sound_id: found.id } satisfies Playable as Playable
}

/** A sound that a person calls by id or by name: one of the channel's guild, else a default one, else one of elsewhere. */
const named = function* (here: Connected, name: string) {
  const own = yield* Collections.soundboardSounds.list([here.state.guild_id])
  const alike = own.find(({ id }) => id === name) ?? own.find((one) => one.name === name)
  const id = alike?.id ?? defaultNamed(name)?.sound_id ?? name
  const [other] = alike === undefined && isSnowflake(id) ? yield* Collections.soundboardSounds.by("id", id) : []
  return yield* playable(here, id, other?.guild_id)
}

/** The emoji of a sound pops up as it plays. */
const effectOf = function* ({ sound_id, volume, emoji_id, emoji_name }: Playable) {
  const sound = { sound_id, sound_volume: volume }
  if (emoji_id === null && emoji_name === null) return { emoji: null, ...sound }
  const [custom] = emoji_id === null ? [] : yield* Collections.emojis.by("id", emoji_id)
  const { name, animated } = custom ?? { name: emoji_name, animated: false }
  return { emoji: { id: emoji_id, name, animated }, ...ANIMATION, ...sound }
}

/** The basic animation. */
const ANIMATION = { animation_type: 1, animation_id: 0 }

const sentBy = ({ state: { guild_id, channel_id, user_id } }: Connected, effect: object) => ({
  value: undefined,
  events: [{ type: "voice_effect.sent" as const, data: { guild_id, channel_id, user_id, ...effect } }]
})
