/**
 * The soundboard of a guild over REST. Reading needs membership alone, but only who may make sounds sees who made them.
 * Source: official OpenAPI document, soundboard; the platform's documentation of the soundboard.
 */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { soundOf } from "@backlot/domain/base/SoundFile"
import { sound as limits } from "@backlot/domain/base/SoundLimits"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { mostAt } from "@backlot/domain/guild/Boost"
import { defaultSound } from "@backlot/domain/guild/DefaultSound"
import { bytesIn, newSound, soundEdit } from "@backlot/domain/guild/SoundBody"
import { soundObject } from "@backlot/domain/guild/SoundWire"
import type { SoundboardSound } from "@backlot/domain/record/World"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import { type BotInGuild, type BotOfGuild, inGuild } from "../access/BotEntry.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Pictures from "../store/Pictures.ts"
import { existing, inTransaction, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { CREATE, makersOf, requireChange } from "./ExpressionRights.ts"

/** All sounds by id. */
export const list = operation(
  "Sounds.list",
  transacting(function* (bot: BotOfGuild) {
    const there = yield* inGuild(bot)
    return { items: yield* shown(there, yield* Collections.soundboardSounds.list([bot.guild_id])) }
  })
)

export const get = operation("Sounds.get", (bot: BotOfGuild, soundId: Snowflake) =>
  inTransaction(() => one(bot, soundId))
)

export const create = operation(
  "Sounds.create",
  Effect.fnUntraced(function* (bot: BotOfGuild, sent: unknown) {
    const id = yield* (yield* Ids).next
    const wish = function* () {
      const { guild } = yield* inGuild(bot, CREATE)
      const { length } = yield* Collections.soundboardSounds.list([bot.guild_id])
      const max = guild.features.includes("MORE_SOUNDBOARD") ? limits.held : mostAt("sounds", guild)
      if (length >= max) return yield* new ServiceError.TooManySounds({ max })
      const read = newSound(sent)
      yield* requireShort(read)
      yield* requireEmoji(bot, read)
      const body = { ...read.body, user_id: bot.application.bot.id }
      return [{ method: "put" as const, target: target(bot, id), ...read, body }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, id))
  })
)

export const edit = operation(
  "Sounds.edit",
  Effect.fnUntraced(function* (bot: BotOfGuild, soundId: Snowflake, sent: unknown) {
    const wish = function* () {
      yield* requireOwn(bot, soundId)
      const read = soundEdit(sent)
      yield* requireEmoji(bot, read)
      return [{ method: "patch" as const, target: target(bot, soundId), ...read }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(bot, soundId))
  })
)

export const remove = operation("Sounds.remove", (bot: BotOfGuild, soundId: Snowflake) =>
  WorldEdits.remove(target(bot, soundId), () => requireOwn(bot, soundId))
)

/** The data URI of the file of any sound; null for silence. */
export const file = operation(
  "Sounds.file",
  Effect.fnUntraced(function* (soundId: string) {
    if (!isSnowflake(soundId)) return yield* new ServiceError.NotFound()
    return yield* inTransaction(() => existing(fileOf(soundId), ServiceError.NotFound))
  })
)

const fileOf = function* (id: Snowflake) {
  const [found] = yield* Pictures.sounds.whole(yield* Collections.soundboardSounds.by("id", id))
  if (found !== undefined) return found.sound ?? null
  return defaultSound(id) === undefined ? undefined : null
}

const target = ({ guild_id }: BotOfGuild, sound_id: Snowflake): WorldTarget => ({
  kind: "soundboard_sound",
  guild_id,
  sound_id
})

/** Other rules report bytes that are no sound. */
const requireShort = function* (read: ElementBody) {
  const bytes = bytesIn(read)
  if (bytes === undefined) return
  if (bytes.length > limits.soundBytes) return yield* new ServiceError.SoundTooLarge()
  const { seconds = 0 } = soundOf(bytes) ?? {}
  if (seconds > limits.maxSeconds) return yield* new ServiceError.SoundTooLong()
}

/** A custom emoji is one of the guild. */
const requireEmoji = function* ({ guild_id }: BotOfGuild, { body: { emoji_id } }: ElementBody) {
  if (isSnowflake(emoji_id)) yield* existing(Collections.emojis.get(guild_id, emoji_id), ServiceError.UnknownEmoji)
}

/** A sound that the bot may change. */
const requireOwn = function* (bot: BotOfGuild, soundId: Snowflake) {
  const there = yield* inGuild(bot)
  const found = yield* existing(Collections.soundboardSounds.get(bot.guild_id, soundId), ServiceError.UnknownSound)
  yield* requireChange(bot, there, found)
}

const one = function* (bot: BotOfGuild, soundId: Snowflake) {
  const there = yield* inGuild(bot)
  const found = yield* existing(Collections.soundboardSounds.get(bot.guild_id, soundId), ServiceError.UnknownSound)
  const [whole] = yield* shown(there, [found])
  return whole ?? (yield* new ServiceError.UnknownSound())
}

const shown = function* (there: BotInGuild, sounds: ReadonlyArray<SoundboardSound>) {
  const users = yield* makersOf(there, sounds)
  return sounds.map((sound) => soundObject(sound, users.get(sound.user_id ?? "")))
}
