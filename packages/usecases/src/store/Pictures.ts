/**
 * Emojis with their pictures. A picture is a row of its own, because lists of emojis are read often and show none. Inside a
 * transaction.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as Body from "@backlot/ports/Body"
import type { Collection } from "./Collection.ts"
import * as Collections from "./Collections.ts"

interface Pictured {
  readonly id: Snowflake
  readonly image?: string
}

const pictured = <E extends Pictured>(bare: Collection<E>, holderOf: (emoji: E) => Snowflake) => ({
  /** The same emojis with their pictures. */
  whole: function* (emojis: ReadonlyArray<E>) {
    if (emojis.length === 0) return []
    const pictures = yield* Collections.pictures.getMany(emojis.map(({ id }) => [id]))
    return emojis.map((emoji, i): E => {
      const image = pictures[i]?.image
      return image === undefined ? emoji : { ...emoji, image }
    })
  },
  /** `before`: the emoji that it replaces; both without their pictures leave the picture as it is. */
  put: function* (emoji: E, before?: E) {
    yield* bare.put(withoutPicture(emoji))
    const { id, image } = emoji
    if (image === before?.image) return
    if (image === undefined) yield* Collections.pictures.delete(id)
    else yield* Collections.pictures.put({ id, holder_id: holderOf(emoji), image })
  },
  remove: function* (emoji: E) {
    yield* bare.remove(emoji)
    yield* Collections.pictures.delete(emoji.id)
  }
})

// The type of an emoji lets it have no picture.
const withoutPicture = <E extends Pictured>({ image: _, ...rest }: E): E => rest as E

export const emojis = pictured(Collections.emojis, (emoji) => emoji.guild_id)
export const applicationEmojis = pictured(Collections.applicationEmojis, (emoji) => emoji.application_id)

/** The data URI of the picture of an emoji: null for the default one, undefined where there is no such emoji. */
export const uriOf = (id: Snowflake): Body.Body<string | null | undefined> =>
  Body.gen(function* () {
    const own = yield* Collections.pictures.get(id)
    if (own !== undefined) return own.image
    const known = [...(yield* Collections.emojis.by("id", id)), ...(yield* Collections.applicationEmojis.by("id", id))]
    return known.length > 0 ? null : undefined
  })
