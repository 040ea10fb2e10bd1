/**
 * Emojis and stickers with their pictures. A picture is a row of its own, because lists of them are read often and show
 * none. Inside a transaction.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as Body from "@backlot/ports/Body"
import type { Collection } from "./Collection.ts"
import * as Collections from "./Collections.ts"

interface Pictured {
  readonly id: Snowflake
  readonly image?: string
}

const pictured = <E extends Pictured>(
  bare: Collection<E>,
  holderOf: (record: E) => Snowflake,
  pictures = Collections.pictures
) => ({
  /** The same records with their pictures. */
  whole: function* (records: ReadonlyArray<E>) {
    if (records.length === 0) return []
    const kept = yield* pictures.getMany(records.map(({ id }) => [id]))
    return records.map((record, i): E => {
      const image = kept[i]?.image
      return image === undefined ? record : { ...record, image }
    })
  },
  /** `before`: the record that it replaces; both without their pictures leave the picture as it is. */
  put: function* (record: E, before?: E) {
    yield* bare.put(withoutPicture(record))
    const { id, image } = record
    if (image === before?.image) return
    if (image === undefined) yield* pictures.delete(id)
    else yield* pictures.put({ id, holder_id: holderOf(record), image })
  },
  remove: function* (record: E) {
    yield* bare.remove(record)
    yield* pictures.delete(record.id)
  }
})

// The types of emojis and stickers let them have no picture.
const withoutPicture = <E extends Pictured>({ image: _, ...rest }: E): E => rest as E

export const emojis = pictured(Collections.emojis, (emoji) => emoji.guild_id)
export const applicationEmojis = pictured(Collections.applicationEmojis, (emoji) => emoji.application_id)
export const stickers = pictured(Collections.stickers, (sticker) => sticker.guild_id, Collections.stickerPictures)

/** The data URI of the picture of an emoji: null for the default one, undefined where there is no such emoji. */
export const uriOf = (id: Snowflake): Body.Body<string | null | undefined> =>
  Body.gen(function* () {
    const own = yield* Collections.pictures.get(id)
    if (own !== undefined) return own.image
    const known = [...(yield* Collections.emojis.by("id", id)), ...(yield* Collections.applicationEmojis.by("id", id))]
    return known.length > 0 ? null : undefined
  })
