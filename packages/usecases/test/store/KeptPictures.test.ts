/** The bytes of uploaded pictures have a bound in number and bytes. */
import { limits } from "@backlot/domain/record/UploadedPicture"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as KeptPictures from "../../src/store/KeptPictures.ts"
import { transact } from "../../src/store/Transact.ts"
import { STORES, services } from "../fixture/Stores.ts"

const inMemory = Effect.provide(services(STORES.memory), { local: true })

/** Later pictures have smaller hashes. */
const hashOf = (number: number) => String(9_999 - number).padStart(32, "0")

const kept = Effect.map(
  transact(() => KeptPictures.all),
  (all) => all.map(({ hash }) => hash)
)

const put = (number: number, image: string) => transact(() => KeptPictures.put({ hash: hashOf(number), image }))

it.effect("the oldest of too many pictures go", () =>
  Effect.gen(function* () {
    yield* Effect.forEach([...Array(limits.pictures + 2).keys()], (number) => put(number, "data:"))
    const hashes = yield* kept
    assert.lengthOf(hashes, limits.pictures)
    assert.deepStrictEqual([hashes.at(-1), hashes[0]], [hashOf(2), hashOf(limits.pictures + 1)])
  }).pipe(inMemory)
)

it.effect("the oldest go when all weigh too much, but never the newest", () =>
  Effect.gen(function* () {
    const half = "x".repeat(limits.weight / 4)
    for (const number of [1, 2, 2, 3]) yield* put(number, half)
    assert.deepStrictEqual(yield* kept, [hashOf(3), hashOf(2)])
    yield* put(4, `${half}${half}x`)
    assert.deepStrictEqual(yield* kept, [hashOf(4)])
    yield* put(5, "data:")
    assert.deepStrictEqual(yield* kept, [hashOf(5)])
  }).pipe(inMemory)
)

it.effect("room is there again behind a removed picture", () =>
  Effect.gen(function* () {
    const half = "x".repeat(limits.weight / 4)
    for (const number of [1, 2]) yield* put(number, half)
    yield* transact(() => KeptPictures.remove({ hash: hashOf(2), image: "" }))
    yield* put(3, half)
    assert.deepStrictEqual(yield* kept, [hashOf(3), hashOf(1)])
  }).pipe(inMemory)
)
