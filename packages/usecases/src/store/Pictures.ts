/**
 * Emojis and stickers with their pictures, and sounds with their files. A picture is a row of its own, because lists of them
 * are read often and show none. Inside a transaction.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as Body from "@backlot/ports/Body"
import type { Collection } from "./Collection.ts"
import * as Collections from "./Collections.ts"

type Pictured<F extends string> = { readonly id: Snowflake } & { readonly [K in F]?: string }

/** `field`: where a record has its file. */
const filed = <F extends string, E extends Pictured<F>>(
  field: F,
  bare: Collection<E>,
  holderOf: (record: E) => Snowflake,
  files: typeof Collections.pictures
) => {
  // The types of these records let them have no file.
  const withoutFile = ({ [field]: _, ...rest }: E): E => rest as unknown as E
  return {
    /** The same records with their files. */
    whole: function* (records: ReadonlyArray<E>) {
      if (records.length === 0) return []
      const kept = yield* files.getMany(records.map(({ id }) => [id]))
      return records.map((record, i): E => {
        const image = kept[i]?.image
        return image === undefined ? record : { ...record, [field]: image }
      })
    },
    /** `before`: the record that it replaces; both without their files leave the file as it is. */
    put: function* (record: E, before?: E) {
      yield* bare.put(withoutFile(record))
      const { id, [field]: image } = record
      if (image === before?.[field]) return
      if (image === undefined) yield* files.delete(id)
      else yield* files.put({ id, holder_id: holderOf(record), image })
    },
    remove: function* (record: E) {
      yield* bare.remove(record)
      yield* files.delete(record.id)
    }
  }
}

export const emojis = filed("image", Collections.emojis, (emoji) => emoji.guild_id, Collections.pictures)
export const applicationEmojis = filed(
  "image",
  Collections.applicationEmojis,
  (emoji) => emoji.application_id,
  Collections.pictures
)
export const stickers = filed("image", Collections.stickers, (s) => s.guild_id, Collections.stickerPictures)
export const sounds = filed("sound", Collections.soundboardSounds, (s) => s.guild_id, Collections.soundFiles)

/** The data URI of the picture of an emoji: null for the default one, undefined where there is no such emoji. */
export const uriOf = (id: Snowflake): Body.Body<string | null | undefined> =>
  Body.gen(function* () {
    const own = yield* Collections.pictures.get(id)
    if (own !== undefined) return own.image
    const known = [...(yield* Collections.emojis.by("id", id)), ...(yield* Collections.applicationEmojis.by("id", id))]
    return known.length > 0 ? null : undefined
  })
