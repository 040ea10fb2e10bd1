/**
 * The stickers of a guild over REST, and those of packs. Reading needs membership alone, but only who may make stickers
 * sees who made them. Source: official OpenAPI document, stickers; the platform's documentation of stickers.
 */

import { bytesOf } from "@backlot/domain/base/Picture"
import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { FORMAT, stickerOf } from "@backlot/domain/base/StickerFile"
import { LOTTIE_FEATURES, sticker as limits } from "@backlot/domain/base/StickerLimits"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { mostAt } from "@backlot/domain/guild/Boost"
import { newSticker, stickerEdit } from "@backlot/domain/guild/StickerBody"
import { PACKS, standardSticker } from "@backlot/domain/guild/StickerPack"
import { stickerObject } from "@backlot/domain/guild/StickerWire"
import type { Sticker } from "@backlot/domain/record/World"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { type BotInGuild, type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Pictures from "../store/Pictures.ts"
import { existing, inTransaction, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { CREATE, makersOf, requireChange } from "./ExpressionRights.ts"

/** All stickers by id. */
export const list = operation(
  "Stickers.list",
  transacting(function* (bot: BotOfGuild) {
    return yield* shown(yield* inGuild(bot), yield* Collections.stickers.list([bot.guild_id]))
  })
)

export const get = operation("Stickers.get", (bot: BotOfGuild, stickerId: Snowflake) =>
  inTransaction(() => one(bot, stickerId))
)

/** `file`: the picture of the form. */
export const create = operation(
  "Stickers.create",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown, file: FormFile | undefined) {
    const id = yield* (yield* Ids).next
    const wish = function* () {
      const { guild } = yield* inGuild(bot, CREATE)
      const { length } = yield* Collections.stickers.list([bot.guild_id])
      const max = guild.features.includes("MORE_STICKERS") ? limits.held : mostAt("stickers", guild)
      if (length >= max) return yield* new ServiceError.TooManyStickers({ max })
      if (file !== undefined && file.size > limits.pictureBytes) return yield* new ServiceError.StickerTooLarge()
      const read = newSticker(sent, file)
      if (isLottie(read) && !LOTTIE_FEATURES.some((feature) => guild.features.includes(feature))) {
        const because = `only guilds with the feature ${LOTTIE_FEATURES.join(" or ")} have Lottie stickers`
        return yield* new ServiceError.InvalidAsset({ because })
      }
      const body = { ...read.body, user_id: bot.application.bot.id }
      return [{ method: "put" as const, target: target(bot, id), ...read, body }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, id))
  })
)

export const edit = operation(
  "Stickers.edit",
  Effect.fnUntraced(function* (bot: BotOfGuild, stickerId: Snowflake, sent: unknown) {
    const wish = function* () {
      yield* requireOwn(bot, stickerId)
      return [{ method: "patch" as const, target: target(bot, stickerId), ...stickerEdit(sent) }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, stickerId))
  })
)

export const remove = operation("Stickers.remove", (bot: BotOfGuild, stickerId: Snowflake) =>
  WorldEdits.remove(target(bot, stickerId), () => requireOwn(bot, stickerId))
)

/** Any sticker, of a guild or a pack, without who made it. */
export const any = operation(
  "Stickers.any",
  transacting(function* (stickerId: Snowflake) {
    const [found] = yield* Collections.stickers.by("id", stickerId)
    if (found !== undefined) return stickerObject(found)
    return standardSticker(stickerId) ?? (yield* new ServiceError.UnknownSticker())
  })
)

export const packs = () => Effect.succeed({ sticker_packs: PACKS })

export const pack = (packId: Snowflake) => {
  const found = PACKS.find(({ id }) => id === packId)
  return found === undefined ? Effect.fail(new ServiceError.UnknownStickerPack()) : Effect.succeed(found)
}

/** The data URI of the picture of any sticker; null for the default picture. */
export const picture = operation(
  "Stickers.picture",
  Effect.fnUntraced(function* (stickerId: string) {
    if (!isSnowflake(stickerId)) return yield* new ServiceError.NotFound()
    return yield* inTransaction(() => existing(pictureOf(stickerId), ServiceError.NotFound))
  })
)

const pictureOf = function* (id: Snowflake) {
  const [found] = yield* Pictures.stickers.whole(yield* Collections.stickers.by("id", id))
  if (found !== undefined) return found.image ?? null
  return standardSticker(id) === undefined ? undefined : null
}

const target = ({ guild_id }: BotOfGuild, sticker_id: Snowflake): WorldTarget => ({
  kind: "sticker",
  guild_id,
  sticker_id
})

/** Whether the picture of a body is Lottie; other rules report one that is none. */
const isLottie = ({ body: { image } }: ElementBody): boolean => {
  const bytes = typeof image === "string" ? bytesOf(image) : undefined
  return bytes !== undefined && stickerOf(bytes)?.format_type === FORMAT.LOTTIE
}

/** A sticker that the bot may change. */
const requireOwn = function* (bot: BotOfGuild, stickerId: Snowflake) {
  const there = yield* inGuild(bot)
  const found = yield* existing(Collections.stickers.get(bot.guild_id, stickerId), ServiceError.UnknownSticker)
  yield* requireChange(bot, there, found)
}

const one = function* (bot: BotOfGuild, stickerId: Snowflake) {
  const there = yield* inGuild(bot)
  const found = yield* existing(Collections.stickers.get(bot.guild_id, stickerId), ServiceError.UnknownSticker)
  const [whole] = yield* shown(there, [found])
  return whole ?? (yield* new ServiceError.UnknownSticker())
}

const shown = function* (there: BotInGuild, stickers: ReadonlyArray<Sticker>) {
  const users = yield* makersOf(there, stickers)
  return stickers.map((sticker) => stickerObject(sticker, users.get(sticker.user_id ?? "")))
}
