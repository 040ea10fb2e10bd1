/** Loads what an edit of emojis needs. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Target } from "@backlot/domain/element/WorldTarget"
import type { World } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import * as Collections from "../store/Collections.ts"
import * as Pictures from "../store/Pictures.ts"
import { type Asked, accountsOf, field, found, idsIn, listed } from "./PartReads.ts"
import { LISTS } from "./WorldLists.ts"

/** Emojis with these ids, wherever they are. */
const withEmojiIds = function* (ids: ReadonlyArray<Snowflake>) {
  const emojis = yield* Body.forEach(ids, (emoji) => Collections.emojis.by("id", emoji))
  const application_emojis = yield* Body.forEach(ids, (emoji) => Collections.applicationEmojis.by("id", emoji))
  return { emojis: emojis.flat(), application_emojis: application_emojis.flat() }
}

/** A new emoji has an id that no other one has, in a guild that has not too many. */
export const ofEmoji = function* ({ guild_id, emoji_id }: Target<"emoji">, body: unknown, method: Asked["method"]) {
  const own = yield* Pictures.emojis.whole(yield* found(Collections.emojis, guild_id, emoji_id))
  const isNew = own.length === 0 && method === "put"
  const held = [...own.flatMap((emoji) => emoji.roles), ...idsIn(field(body, "roles"))]
  const rivals = yield* withEmojiIds(isNew ? [emoji_id] : [])
  return {
    guilds: yield* found(Collections.guilds, guild_id),
    roles: yield* Collections.roles.existing([...new Set(held)].map((role) => [guild_id, role])),
    // Their managed roles.
    guild_installs: held.length === 0 ? [] : yield* Collections.guildInstalls.list([guild_id]),
    ...rivals,
    emojis: [...own, ...rivals.emojis, ...(isNew ? yield* LISTS.emojis.of("guild", guild_id) : [])],
    ...(yield* accountsOf([...own.flatMap((emoji) => idsIn(emoji.user_id)), ...idsIn(field(body, "user_id"))]))
  }
}

/** The names of its siblings are taken. */
export const ofApplicationEmoji = function* (
  { application_id, emoji_id }: Target<"application_emoji">,
  method: Asked["method"]
) {
  const own = yield* found(Collections.applicationEmojis, application_id, emoji_id)
  const siblings = method === undefined ? [] : yield* LISTS.application_emojis.of("application", application_id)
  const rivals = yield* withEmojiIds(own.length === 0 && method === "put" ? [emoji_id] : [])
  return {
    applications: yield* found(Collections.applications, application_id),
    ...rivals,
    application_emojis: [
      ...(yield* Pictures.applicationEmojis.whole(own)),
      ...siblings.filter(({ id }) => id !== emoji_id),
      ...rivals.application_emojis
    ]
  }
}

/**
 * The emojis of a guild or an application, and those of elsewhere that have an id which a body gives. An edit of something
 * else leaves the pictures unread, and as they are.
 */
export const withTakenEmojis = function* (own: Pick<World, "emojis" | "application_emojis">, body: unknown) {
  if (body !== undefined && field(body, "emojis") === undefined) return own
  const ids = new Set([...own.emojis, ...own.application_emojis].map(({ id }) => id))
  const taken = yield* withEmojiIds([...new Set(listed(body, "emojis"))].filter((id) => !ids.has(id)))
  return {
    emojis: [...(yield* Pictures.emojis.whole(own.emojis)), ...taken.emojis],
    application_emojis: [
      ...(yield* Pictures.applicationEmojis.whole(own.application_emojis)),
      ...taken.application_emojis
    ]
  }
}
