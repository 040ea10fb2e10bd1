/**
 * The stickers of a new message. A bot sends those of the channel's guild. A person also sends those of packs, and those
 * of other guilds that they are a member of, which needs USE_EXTERNAL_STICKERS. Inside a transaction. Source: official OpenAPI
 * document, `MessageCreateRequest`; our choice: docs/choices.md "Stickers".
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { InvalidSticker } from "@backlot/domain/error/ServiceError"
import { standardNamed, standardSticker } from "@backlot/domain/guild/StickerPack"
import { type StickerItem, stickerItem } from "@backlot/domain/guild/StickerWire"
import * as Body from "@backlot/ports/Body"
import * as Collections from "../store/Collections.ts"
import * as Speaker from "./Speaker.ts"

/** Fails with 50081 for a sticker that there is not, or that the speaker may not use. */
export const usable = (speaker: Speaker.Speaker, ids: ReadonlyArray<Snowflake>) =>
  Body.forEach([...new Set(ids)], (id) => usableOne(speaker, id))

const usableOne = function* (speaker: Speaker.Speaker, id: Snowflake) {
  const isBot = "bot" in speaker.author
  const [found] = yield* Collections.stickers.by("id", id)
  if (found === undefined) {
    const standard = standardSticker(id)
    if (standard === undefined) return yield* new InvalidSticker({ because: `no sticker has the id ${id}` })
    if (isBot) return yield* new InvalidSticker({ because: `bots send no stickers of packs, such as ${standard.name}` })
    return stickerItem(standard) satisfies StickerItem as StickerItem
  }
  const { guild_id, name, available = true } = found
  if (!available) return yield* new InvalidSticker({ because: `the sticker ${name} is not available` })
  if (guild_id === speaker.guild_id) return stickerItem(found)
  if (isBot) return yield* new InvalidSticker({ because: `the sticker ${name} is of another guild` })
  if ((yield* Collections.members.get(guild_id, speaker.author.id)) === undefined) {
    return yield* new InvalidSticker({ because: `the sticker ${name} is of a guild without this user` })
  }
  if (speaker.guild_id !== null) yield* Speaker.require(speaker, "USE_EXTERNAL_STICKERS")
  return stickerItem(found)
}

/** The ids of stickers that a person calls by id or by name: those of the channel's guild come first, then packs. */
export const named = function* ({ guild_id }: Speaker.Speaker, names: ReadonlyArray<string>) {
  const own = guild_id === null || names.length === 0 ? [] : yield* Collections.stickers.list([guild_id])
  return names.map((name) => {
    const alike = own.find((one) => one.id === name) ?? own.find((one) => one.name === name)
    return alike?.id ?? standardNamed(name)?.id ?? name
  })
}
