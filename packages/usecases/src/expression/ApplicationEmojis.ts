/**
 * The custom emojis of an application over REST: its bot makes them and uses them everywhere. Source: official OpenAPI
 * document, emojis of applications; the platform's documentation of emojis, "Application-Owned Emoji".
 */

import { emoji as limits } from "@backlot/domain/base/EmojiLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { WorldTarget } from "@backlot/domain/element/WorldTarget"
import { fault } from "@backlot/domain/error/Fault"
import { emojisTooLarge } from "@backlot/domain/error/FormError"
import { InvalidForm, TooManyEmojis, UnknownEmoji } from "@backlot/domain/error/ServiceError"
import { applicationEmojiEdit, newApplicationEmoji } from "@backlot/domain/guild/EmojiBody"
import { emojiObject } from "@backlot/domain/guild/EmojiWire"
import { botObject } from "@backlot/domain/guild/UserWire"
import type { Application, ApplicationEmoji } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"

/** All emojis by id. */
export const list = operation("ApplicationEmojis.list", (application: Application) =>
  inTransaction(() =>
    Body.map(Collections.applicationEmojis.list([application.id]), (emojis) => ({
      items: emojis.map((emoji) => shown(application, emoji))
    }))
  )
)

export const get = operation("ApplicationEmojis.get", (application: Application, emojiId: Snowflake) =>
  inTransaction(() => one(application, emojiId))
)

export const create = operation(
  "ApplicationEmojis.create",
  Effect.fnUntraced(function* (application: Application, sent: unknown) {
    const id = yield* (yield* Ids).next
    const wish = function* () {
      const max = limits.perApplication
      const held = yield* Collections.applicationEmojis.list([application.id])
      if (held.length >= max) return yield* new TooManyEmojis({ max })
      if ((yield* Collections.pictures.weight("holder", application.id)) >= limits.weight)
        return yield* new InvalidForm({ faults: [fault(["image"], emojisTooLarge)] })
      return [{ method: "put" as const, target: target(application, id), ...newApplicationEmoji(sent) }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(application, id))
  })
)

export const edit = operation(
  "ApplicationEmojis.edit",
  Effect.fnUntraced(function* (application: Application, emojiId: Snowflake, sent: unknown) {
    const wish = function* () {
      yield* one(application, emojiId)
      return [{ method: "patch" as const, target: target(application, emojiId), ...applicationEmojiEdit(sent) }]
    }
    return yield* WorldEdits.carryOut(wish, () => one(application, emojiId))
  })
)

export const remove = operation("ApplicationEmojis.remove", (application: Application, emojiId: Snowflake) =>
  WorldEdits.remove(target(application, emojiId))
)

const target = ({ id }: Application, emoji_id: Snowflake): WorldTarget => ({
  kind: "application_emoji",
  application_id: id,
  emoji_id
})

const shown = (application: Application, emoji: ApplicationEmoji) => emojiObject(emoji, botObject(application))

const one = (application: Application, emojiId: Snowflake) =>
  Body.map(existing(Collections.applicationEmojis.get(application.id, emojiId), UnknownEmoji), (emoji) =>
    shown(application, emoji)
  )
