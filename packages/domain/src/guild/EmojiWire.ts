/** Custom emojis as answers and dispatches carry them. Source: official OpenAPI document, `EmojiResponse`. */
import { DEFAULTS } from "../record/RecordDefaults.ts"
import type { ApplicationEmoji, Emoji } from "../record/World.ts"
import type { UserObject } from "./GuildWire.ts"

/** `user`: who made it, for those who may know. */
export const emojiObject = (emoji: Emoji | ApplicationEmoji, user?: UserObject) => {
  const { id, name, animated } = emoji
  const { require_colons, managed, available } = { ...DEFAULTS.emoji, ...("roles" in emoji ? emoji : {}) }
  return {
    id,
    name,
    roles: "roles" in emoji ? emoji.roles : [],
    ...(user === undefined ? {} : { user }),
    require_colons,
    managed,
    animated,
    available
  }
}

/** As guilds and events show them: without users. */
export const emojiObjects = (emojis: ReadonlyArray<Emoji>) => emojis.map((emoji) => emojiObject(emoji))
