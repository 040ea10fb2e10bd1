/** Loads what an edit of stickers needs. Inside a transaction. */
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
    Body.forEach(ids, (id) => Collections.stickers.by("id", id)),
    (found) => found.flat()
  )

/** A new sticker has an id that no other one has, in a guild that has not too many. */
export const ofSticker = function* (
  { guild_id, sticker_id }: Target<"sticker">,
  body: unknown,
  method: Asked["method"]
) {
  const own = yield* Pictures.stickers.whole(yield* found(Collections.stickers, guild_id, sticker_id))
  const isNew = own.length === 0 && method === "put"
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    stickers: [
      ...own,
      ...(isNew ? yield* withIds([sticker_id]) : []),
      ...(isNew ? yield* LISTS.stickers.of("guild", guild_id) : [])
    ],
    ...(yield* accountsOf([...own.flatMap((sticker) => idsIn(sticker.user_id)), ...idsIn(field(body, "user_id"))]))
  }
}

/** The stickers of a guild, and those of elsewhere that have an id which a body gives: as `withTakenEmojis`. */
export const withTakenStickers = function* ({ stickers }: Pick<World, "stickers">, body: unknown) {
  if (body !== undefined && field(body, "stickers") === undefined) return { stickers }
  const ids = new Set(stickers.map(({ id }) => id))
  const taken = yield* withIds([...new Set(listed(body, "stickers"))].filter((id) => !ids.has(id)))
  return { stickers: [...(yield* Pictures.stickers.whole(stickers)), ...taken] }
}
