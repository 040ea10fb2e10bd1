/**
 * The custom emojis of a guild over REST. Reading needs membership alone, but only who may make emojis sees who made them.
 * Source: official OpenAPI document, emojis of guilds; the platform's documentation of emojis.
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { NotFound, TooManyAnimatedEmojis, TooManyEmojis, UnknownEmoji } from "@backlot/domain/error/ServiceError"
import { mostAt } from "@backlot/domain/guild/Boost"
import { emojiEdit, isAnimated, newEmoji } from "@backlot/domain/guild/EmojiBody"
import { emojiObject } from "@backlot/domain/guild/EmojiWire"
import type { Emoji } from "@backlot/domain/record/World"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { type BotInGuild, type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Pictures from "../store/Pictures.ts"
import { existing, inTransaction, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { CREATE, makersOf, requireChange } from "./ExpressionRights.ts"

/** All emojis by id. */
export const list = operation(
  "Emojis.list",
  transacting(function* (bot: BotOfGuild) {
    return yield* shown(yield* inGuild(bot), yield* Collections.emojis.list([bot.guild_id]))
  })
)

export const get = operation("Emojis.get", (bot: BotOfGuild, emojiId: Snowflake) =>
  inTransaction(() => one(bot, emojiId))
)

export const create = operation(
  "Emojis.create",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const id = yield* (yield* Ids).next
    const wish = function* () {
      const { guild } = yield* inGuild(bot, CREATE)
      const read = newEmoji(sent)
      const moves = isAnimated(read)
      const alike = (yield* Collections.emojis.list([bot.guild_id])).filter(({ animated }) => animated === moves)
      const max = mostAt("emojis", guild)
      if (alike.length >= max) return yield* moves ? new TooManyAnimatedEmojis({ max }) : new TooManyEmojis({ max })
      const body = { ...read.body, user_id: bot.application.bot.id }
      return [{ method: "put" as const, target: target(bot, id), ...read, body }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, id))
  })
)

export const edit = operation(
  "Emojis.edit",
  Effect.fnUntraced(function* (bot: BotOfGuild, emojiId: Snowflake, sent: unknown) {
    const wish = function* () {
      yield* requireOwn(bot, emojiId)
      return [{ method: "patch" as const, target: target(bot, emojiId), ...emojiEdit(sent) }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, emojiId))
  })
)

export const remove = operation("Emojis.remove", (bot: BotOfGuild, emojiId: Snowflake) =>
  WorldEdits.remove(target(bot, emojiId), () => requireOwn(bot, emojiId))
)

/** The data URI of the picture of any emoji; null for the default picture. */
export const picture = operation(
  "Emojis.picture",
  Effect.fnUntraced(function* (emojiId: string) {
    if (!isSnowflake(emojiId)) return yield* new NotFound()
    return yield* inTransaction(() => existing(Pictures.uriOf(emojiId), NotFound))
  })
)

const target = ({ guild_id }: BotOfGuild, emoji_id: Snowflake): WorldTarget => ({ kind: "emoji", guild_id, emoji_id })

/** An emoji that the bot may change. */
const requireOwn = function* (bot: BotOfGuild, emojiId: Snowflake) {
  const there = yield* inGuild(bot)
  const found = yield* existing(Collections.emojis.get(bot.guild_id, emojiId), UnknownEmoji)
  yield* requireChange(bot, there, found)
}

const one = function* (bot: BotOfGuild, emojiId: Snowflake) {
  const there = yield* inGuild(bot)
  const [found] = yield* shown(there, [yield* existing(Collections.emojis.get(bot.guild_id, emojiId), UnknownEmoji)])
  return found ?? (yield* new UnknownEmoji())
}

const shown = function* (there: BotInGuild, emojis: ReadonlyArray<Emoji>) {
  const users = yield* makersOf(there, emojis)
  return emojis.map((emoji) => emojiObject(emoji, users.get(emoji.user_id ?? "")))
}
