/** A custom emoji of a guild. */

import { emoji as limits } from "../../base/EmojiLimits.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { UnknownEmoji } from "../../error/ServiceError.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import type { Emoji } from "../../record/World.ts"
import { Any, Bool, Id, list } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import * as Fields from "../field/EmojiFields.ts"
import { isGone } from "../field/Gone.ts"
import { distinct, each } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { anyRoleOfGuild, notEveryone } from "../rule/Relation.ts"
import * as Value from "../rule/Value.ts"
import { atMost, type Element, type GuildKind, referring, withoutGuild } from "./Element.ts"

const own = fieldsOf("emoji", {
  ...Fields.FIELDS,
  roles: [list(Any), each(Value.id, anyRoleOfGuild, notEveryone), distinct],
  user_id: [Id, Value.account],
  require_colons: [Bool],
  managed: [Bool],
  available: [Bool]
})

type Draft = typeof own.shape.Type

const defaults = { emoji: { ...Fields.defaults, roles: [], user_id: null, ...DEFAULTS.emoji } }

const EXTRAS = ["require_colons", "managed", "available"] as const

const build = (guild_id: Snowflake, draft: Draft): Emoji => ({
  guild_id,
  ...Fields.build(draft),
  roles: Value.texts(draft.roles),
  user_id: draft.user_id ?? defaults.emoji.user_id,
  ...beyond(draft, EXTRAS, DEFAULTS.emoji)
})

/** It outlives its roles and whoever made it. */
const without: Element<Emoji>["without"] = (emoji, gone) => {
  const { guild_id, user_id } = emoji
  if (isGone(gone, "guilds", guild_id)) return undefined
  const roles = emoji.roles.filter((role) => !isGone(gone, "roles", guild_id, role))
  const isOrphan = user_id !== null && isGone(gone, "account", user_id)
  if (!isOrphan && roles.length === emoji.roles.length) return emoji
  return { ...emoji, roles, user_id: isOrphan ? null : user_id }
}

export const element = {
  list: "emojis",
  ...own,
  defaults,
  ids: Fields.uniqueEmojis,
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  file: "image",
  collections: ["emoji", "picture"],
  key: (e) => [e.guild_id, e.id],
  indexes: { id: (e) => [e.id], user: (e) => (e.user_id === null ? undefined : [e.user_id]) },
  belongsTo: ["guild", "user"],
  without,
  event: ({ image: _, ...emoji }) => ({ guild_id: emoji.guild_id, emoji_id: emoji.id, emoji }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownEmoji,
    siblings: "new",
    dependents: { soundboard_sounds: "guild" },
    kept: ["image"],
    around: (world, { guild_id, emoji_id }) => ({
      ...referring(world),
      rivals: Fields.rivals(world, [emoji_id], guild_id)
    }),
    record: ({ guild_id }, draft) => build(guild_id, draft),
    refused: atMost("emojis", limits.held)
  }
} satisfies GuildKind<Emoji, Draft, "emoji">
