/**
 * The bytes of uploaded pictures: beyond the bounds (`UploadedPicture.limits`) the oldest go, and a generated picture takes
 * their place. Inside a transaction.
 */
import { limits, type UploadedPicture } from "@backlot/domain/record/UploadedPicture"
import { sorted } from "@backlot/domain/world/element/Element"
import { ELEMENTS } from "@backlot/domain/world/element/Elements"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { collection, number, text } from "./Collection.ts"
import { bytesOf } from "./Weights.ts"

interface Stored extends UploadedPicture {
  /** They are numbered as they come. */
  readonly number: number
}

const collected = collection<Stored>({
  name: "uploaded_picture",
  key: ({ hash }) => [text(hash)],
  indexes: { age: (picture) => [number(picture.number)] }
})

interface Tally {
  readonly count: number
  readonly characters: number
  /** The number of the next picture. */
  readonly next: number
}

/** A picture that is kept already stays as old as it is. */
export const put = function* ({ hash, image }: UploadedPicture) {
  if ((yield* get(hash)) !== undefined) return
  let { count, characters, next } = yield* readTally
  yield* collected.put({ hash, image, number: next }, null)
  count++
  characters += image.length
  next++
  while (count > limits.pictures || bytesOf(characters) > limits.weight) {
    const [oldest] = yield* collected.firstBy("age", [], 1)
    if (oldest === undefined || oldest.hash === hash) break
    yield* collected.remove(oldest)
    count--
    characters -= oldest.image.length
  }
  yield* writeTally({ count, characters, next })
}

export const remove = function* ({ hash }: UploadedPicture) {
  const found = yield* get(hash)
  if (found === undefined) return
  yield* collected.remove(found)
  const { count, characters, next } = yield* readTally
  yield* writeTally({ count: count - 1, characters: characters - found.image.length, next })
}

export const keep = (pictures: ReadonlyArray<UploadedPicture>) => Body.forEach(pictures, put)

export const get = (hash: string) => collected.get(text(hash))

/** All in the order of a world. */
export const all = Body.map(collected.list([]), (rows) =>
  sorted(
    ELEMENTS.pictures,
    rows.map(({ hash, image }): UploadedPicture => ({ hash, image }))
  )
)

const TALLY = "kept/uploaded_picture"

const readTally: Body.Body<Tally> = Body.map(store.get(TALLY), (row) =>
  row === undefined ? { count: 0, characters: 0, next: 0 } : (JSON.parse(row) as Tally)
)

const writeTally = (tally: Tally): Body.Body<void> => store.put(TALLY, JSON.stringify(tally))
