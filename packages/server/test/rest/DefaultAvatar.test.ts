import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { pictureSize } from "../../src/http/Multipart.ts"
import { at, LIVE, running } from "../fixture/Running.ts"

const get = Effect.fnUntraced(function* (path: string) {
  const url = yield* at(path)
  return yield* Effect.promise(async () => {
    const answer = await fetch(url)
    const { status, headers } = answer
    return { status, type: headers.get("content-type"), bytes: new Uint8Array(await answer.arrayBuffer()) }
  })
})

layer(running(), LIVE)("the picture of a user without an avatar", (it) => {
  it.effect.each([0, 1, 2, 3, 4, 5])("number %d is a PNG", (number) =>
    Effect.gen(function* () {
      const { status, type, bytes } = yield* get(`/embed/avatars/${number}.png?size=64`)
      assert.deepStrictEqual([status, type], [200, "image/png"])
      assert.deepStrictEqual(pictureSize(bytes), { width: 64, height: 64 })
    })
  )

  it.effect("is another one for each number", () =>
    Effect.gen(function* () {
      const all = yield* Effect.forEach([0, 1, 2, 3, 4, 5], (number) => get(`/embed/avatars/${number}.png`))
      assert.strictEqual(new Set(all.map(({ bytes }) => bytes.join())).size, 6)
    })
  )

  it.effect.each(["6.png", "00.png", "0.gif", "0", "-1.png", "__proto__.png", "length.png", "0.png.png"])(
    "is none at %s",
    (file) =>
      Effect.gen(function* () {
        const { status, type } = yield* get(`/embed/avatars/${file}`)
        assert.deepStrictEqual([status, type], [404, "application/json"])
      })
  )
})
