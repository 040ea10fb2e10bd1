/**
 * The sounds that everybody can play everywhere. Source: the platform's documentation of the soundboard, default sounds.
 * Our choice: docs/choices.md "Soundboard".
 */
import type { Snowflake } from "../base/Snowflake.ts"

const sound = (sound_id: Snowflake, name: string, emoji_name: string) => ({
  name,
  sound_id,
  volume: 1,
  emoji_id: null,
  emoji_name,
  available: true
})

export const DEFAULT_SOUNDS = [
  sound("1", "quack", "\u{1F986}"),
  sound("2", "airhorn", "\u{1F50A}"),
  sound("3", "cricket", "\u{1F997}"),
  sound("4", "golf clap", "\u{1F44F}"),
  sound("5", "sad horn", "\u{1F3BA}"),
  sound("7", "ba dum tss", "\u{1F941}")
] as const

export const defaultSound = (id: Snowflake) => DEFAULT_SOUNDS.find(({ sound_id }) => sound_id === id)

/** The default sound with this name, in any case. */
export const defaultNamed = (name: string) => DEFAULT_SOUNDS.find((one) => one.name === name.toLowerCase())
