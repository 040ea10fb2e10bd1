/** Soundboard sounds as answers and dispatches carry them. Source: official OpenAPI document, `SoundboardSoundResponse`. */
import { DEFAULTS } from "../record/RecordDefaults.ts"
import type { SoundboardSound } from "../record/World.ts"
import type { UserObject } from "./GuildWire.ts"

/** `user`: who made it, for those who may know. */
export const soundObject = (record: SoundboardSound, user?: UserObject) => {
  const { id, name, volume, emoji_id, emoji_name, guild_id, available = DEFAULTS.soundboard_sound.available } = record
  const own = { name, sound_id: id, volume, emoji_id, emoji_name, guild_id, available }
  return { ...own, ...(user === undefined ? {} : { user }) }
}

/** As guilds show them, and events to whoever may not know: without users. */
export const soundObjects = (sounds: ReadonlyArray<SoundboardSound>) => sounds.map((sound) => soundObject(sound))
