/** What emojis of guilds and of applications have in common. */

import { emoji as limits } from "../../base/EmojiLimits.ts"
import { bytesOf, pictureOf, uriOf } from "../../base/Picture.ts"
import type { Snowflake } from "../../base/Snowflake.ts"
import { notMatching } from "../../error/FormError.ts"
import type { World } from "../../record/World.ts"
import { Bool, Id, Text } from "../../validation/Shape.ts"
import { length, matches, required } from "../rule/Check.ts"
import { type Placed, place } from "../rule/Placed.ts"
import { idOf, type UniqueRule, uniqueIds } from "../rule/Unique.ts"
import * as Value from "../rule/Value.ts"

export const FIELDS = {
  id: [Id, required],
  name: [Text, required, length(limits.nameMin, limits.nameMax), matches(/^\w*$/, notMatching)],
  animated: [Bool],
  image: [Text, Value.picture]
} as const

interface Draft {
  readonly id?: string | null
  readonly name?: string | null
  readonly animated?: boolean | null
  readonly image?: string | null
}

export const defaults = { animated: false, image: null }

/** A picture says itself whether it is animated. */
export const build = ({ id, name, animated, image }: Draft) => {
  const own = { id: id ?? "", name: name ?? "" }
  const bytes = image == null ? undefined : bytesOf(image)
  const picture = bytes && pictureOf(bytes)
  return picture === undefined
    ? { ...own, animated: animated ?? defaults.animated }
    : { ...own, animated: picture.animated, image: uriOf(picture) }
}

interface WithId {
  readonly id?: string | null
}

export interface Places {
  readonly emoji?: ReadonlyArray<Placed<WithId>>
  readonly application_emoji?: ReadonlyArray<Placed<WithId>>
}

/** Emojis of guilds and of applications share one space of ids: messages name an emoji by its id alone. */
export const uniqueEmojis: UniqueRule<Places> = uniqueIds("emoji", (p) => [
  ...idOf(p.emoji ?? []),
  ...idOf(p.application_emoji ?? [])
])

/** Emojis with one of these ids, but for those that a guild or an application holds. */
export const rivals = (
  { emojis, application_emojis }: Pick<World, "emojis" | "application_emojis">,
  ids: ReadonlyArray<Snowflake>,
  holderId: Snowflake
) => {
  const known = new Set(ids)
  const taken = ({ id }: { readonly id: Snowflake }, holder: Snowflake) =>
    known.has(id) && holder !== holderId ? [place([], { id })] : []
  return {
    emoji: emojis.flatMap((emoji) => taken(emoji, emoji.guild_id)),
    application_emoji: application_emojis.flatMap((emoji) => taken(emoji, emoji.application_id))
  }
}
