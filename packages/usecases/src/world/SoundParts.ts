/** Loads what an edit of soundboard sounds needs: as `StickerParts`. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target } from "@backlot/domain/element/WorldTarget"
import type { World } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import * as Collections from "../store/Collections.ts"
import * as Pictures from "../store/Pictures.ts"
import { type Asked, accountsOf, field, found, idsIn, listed } from "./PartReads.ts"
import { LISTS } from "./WorldLists.ts"

const withIds = (ids: ReadonlyArray<Snowflake>) =>
  Body.map(
    Body.forEach(ids, (id) => Collections.soundboardSounds.by("id", id)),
    (found) => found.flat()
  )

/** A new sound has an id that no other one has, in a guild that has not too many. */
export const ofSound = function* (
  { guild_id, sound_id }: Target<"soundboard_sound">,
  body: unknown,
  method: Asked["method"]
) {
  const own = yield* Pictures.sounds.whole(yield* found(Collections.soundboardSounds, guild_id, sound_id))
  const isNew = own.length === 0 && method === "put"
  const named = [...own.flatMap((sound) => idsIn(sound.emoji_id)), ...idsIn(field(body, "emoji_id"))]
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    soundboard_sounds: [
      ...own,
      ...(isNew ? yield* withIds([sound_id]) : []),
      ...(isNew ? yield* LISTS.soundboard_sounds.of("guild", guild_id) : [])
    ],
    emojis: yield* Collections.emojis.existing([...new Set(named)].map((emoji) => [guild_id, emoji])),
    ...(yield* accountsOf([...own.flatMap((sound) => idsIn(sound.user_id)), ...idsIn(field(body, "user_id"))]))
  }
}

/** The sounds of a guild, and those of elsewhere that have an id which a body gives: as `withTakenEmojis`. */
export const withTakenSounds = function* ({ soundboard_sounds }: Pick<World, "soundboard_sounds">, body: unknown) {
  if (body !== undefined && field(body, "soundboard_sounds") === undefined) return { soundboard_sounds }
  const ids = new Set(soundboard_sounds.map(({ id }) => id))
  const taken = yield* withIds([...new Set(listed(body, "soundboard_sounds"))].filter((id) => !ids.has(id)))
  return { soundboard_sounds: [...(yield* Pictures.sounds.whole(soundboard_sounds)), ...taken] }
}
