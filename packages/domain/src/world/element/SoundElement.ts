/** A sound of the soundboard of a guild. */

import { bytesOf } from "../../base/Picture.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { soundOf, uriOf } from "../../base/SoundFile.ts"
import { sound as limits } from "../../base/SoundLimits.ts"
import { UnknownSound } from "../../error/ServiceError.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import type { SoundboardSound } from "../../record/World.ts"
import { Bool, Float, Id, Text } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import { isGone } from "../field/Gone.ts"
import { between, length, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { emojiOfGuild } from "../rule/Relation.ts"
import { idsOf } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { atMost, type Element, type GuildKind, withoutGuild } from "./Element.ts"

const own = fieldsOf("soundboard_sound", {
  id: [Id, required],
  name: [Text, required, length(limits.nameMin, limits.nameMax)],
  volume: [Float, between(0, 1)],
  emoji_id: [Id, emojiOfGuild],
  emoji_name: [Text, length(limits.emojiNameMin, limits.emojiNameMax)],
  sound: [Text, Value.sound],
  user_id: [Id, Value.account],
  available: [Bool]
})

type Draft = typeof own.shape.Type

const defaults = { soundboard_sound: { sound: null, user_id: null, ...DEFAULTS.soundboard_sound } }

/** A custom emoji takes the place of a standard one. */
const build = (guild_id: Snowflake, draft: Draft): SoundboardSound => {
  const bytes = draft.sound == null ? undefined : bytesOf(draft.sound)
  const file = bytes && soundOf(bytes)
  return {
    id: draft.id ?? "",
    guild_id,
    name: draft.name ?? "",
    volume: draft.volume ?? defaults.soundboard_sound.volume,
    emoji_id: draft.emoji_id ?? null,
    emoji_name: draft.emoji_id == null ? (draft.emoji_name ?? null) : null,
    user_id: draft.user_id ?? null,
    ...(file && { sound: uriOf(file) }),
    ...beyond(draft, ["available"], DEFAULTS.soundboard_sound)
  }
}

/** It outlives whoever made it, and its emoji. */
const without: Element<SoundboardSound>["without"] = (sound, gone) => {
  const { guild_id, user_id, emoji_id } = sound
  if (isGone(gone, "guilds", guild_id)) return undefined
  const isOrphan = user_id !== null && isGone(gone, "account", user_id)
  const isBare = emoji_id !== null && isGone(gone, "emojis", guild_id, emoji_id)
  if (!isOrphan && !isBare) return sound
  return { ...sound, user_id: isOrphan ? null : user_id, emoji_id: isBare ? null : emoji_id }
}

export const element = {
  list: "soundboard_sounds",
  ...own,
  defaults,
  ids: idsOf("soundboard_sound"),
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  file: "sound",
  collections: ["soundboard_sound", "sound_file"],
  key: (s) => [s.guild_id, s.id],
  indexes: { id: (s) => [s.id], user: (s) => (s.user_id === null ? undefined : [s.user_id]) },
  belongsTo: ["guild", "user"],
  without,
  event: ({ sound: _, ...rest }) => ({ guild_id: rest.guild_id, sound_id: rest.id, soundboard_sound: rest }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownSound,
    siblings: "new",
    kept: ["sound"],
    record: ({ guild_id }, draft) => build(guild_id, draft),
    refused: atMost("soundboard_sounds", limits.held)
  }
} satisfies GuildKind<SoundboardSound, Draft, "soundboard_sound">
