/** A sticker of a guild. */

import { bytesOf } from "../../base/Picture.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { FORMAT, stickerOf, uriOf } from "../../base/StickerFile.ts"
import { sticker as limits } from "../../base/StickerLimits.ts"
import { UnknownSticker } from "../../error/ServiceError.ts"
import { DEFAULTS } from "../../record/RecordDefaults.ts"
import type { Sticker } from "../../record/World.ts"
import { Bool, Id, Int, Text } from "../../validation/Shape.ts"
import { beyond } from "../field/Beyond.ts"
import { isGone } from "../field/Gone.ts"
import { length, oneOf, required } from "../rule/Check.ts"
import { fieldsOf } from "../rule/Fields.ts"
import { idsOf } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"
import { atMost, type Element, type GuildKind, withoutGuild } from "./Element.ts"

const own = fieldsOf("sticker", {
  id: [Id, required],
  name: [Text, required, length(limits.nameMin, limits.nameMax)],
  description: [Text, length(0, limits.descriptionMax)],
  tags: [Text, required, length(limits.tagsMin, limits.tagsMax)],
  format_type: [Int, oneOf(Object.values(FORMAT))],
  image: [Text, Value.stickerPicture],
  user_id: [Id, Value.account],
  available: [Bool]
})

type Draft = typeof own.shape.Type

const defaults = {
  sticker: { description: null, format_type: FORMAT.PNG, image: null, user_id: null, ...DEFAULTS.sticker }
}

/** A picture says itself what it is. */
const build = (guild_id: Snowflake, draft: Draft): Sticker => {
  const bytes = draft.image == null ? undefined : bytesOf(draft.image)
  const file = bytes && stickerOf(bytes)
  return {
    id: draft.id ?? "",
    guild_id,
    name: draft.name ?? "",
    description: draft.description ?? null,
    tags: draft.tags ?? "",
    format_type: file?.format_type ?? formatOf(draft.format_type),
    user_id: draft.user_id ?? null,
    ...(file && { image: uriOf(file) }),
    ...beyond(draft, ["available"], DEFAULTS.sticker)
  }
}

const formatOf = (given: number | null | undefined) =>
  Object.values(FORMAT).find((format) => format === given) ?? defaults.sticker.format_type

/** It outlives whoever made it. */
const without: Element<Sticker>["without"] = (sticker, gone) => {
  if (isGone(gone, "guilds", sticker.guild_id)) return undefined
  const isOrphan = sticker.user_id !== null && isGone(gone, "account", sticker.user_id)
  return isOrphan ? { ...sticker, user_id: null } : sticker
}

export const element = {
  list: "stickers",
  ...own,
  defaults,
  ids: idsOf("sticker"),
  buildAll: (drafts, { id }) => drafts.map((draft) => build(id, draft)),
  toFile: withoutGuild,
  file: "image",
  collections: ["sticker", "sticker_picture"],
  key: (s) => [s.guild_id, s.id],
  indexes: { id: (s) => [s.id], user: (s) => (s.user_id === null ? undefined : [s.user_id]) },
  belongsTo: ["guild", "user"],
  without,
  event: ({ image: _, ...sticker }) => ({ guild_id: sticker.guild_id, sticker_id: sticker.id, sticker }),
  quietWithGuild: true,
  edit: {
    unknown: UnknownSticker,
    siblings: "new",
    kept: ["image"],
    record: ({ guild_id }, draft) => build(guild_id, draft),
    refused: atMost("stickers", limits.held)
  }
} satisfies GuildKind<Sticker, Draft, "sticker">
