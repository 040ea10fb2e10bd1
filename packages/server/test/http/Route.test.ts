import { NotFound } from "@backlot/domain/error/ServiceError"
import { StorageError } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Schema } from "effect"
import * as Answer from "../../src/http/Answer.ts"
import { answering, routesOf } from "../../src/http/Route.ts"
import { ask } from "../fixture/Client.ts"
import { listen } from "../fixture/Listening.ts"
import { collect } from "../fixture/Logs.ts"

const GROUP = {
  endpoints: {
    get_thing: { method: "GET", path: "/thing", answer: Schema.Unknown },
    get_none: { method: "GET", path: "/none", answer: Schema.Unknown }
  }
}

const routes = routesOf(GROUP, {
  get_thing: () => Effect.fail(new StorageError({ message: "disk full at /secret/place" })),
  get_none: () => Effect.fail(new NotFound())
})

const serving = Effect.suspend(() => {
  const answered = answering("/prefix", routes, Answer.failure)
  return listen(
    Object.fromEntries(answered.map(({ method, path, make }) => [`${method} ${path}`, make(Context.empty())]))
  )
})

describe("the routes of a surface", () => {
  it.live("stand below its prefix, and answer an expected failure in its words", () =>
    Effect.gen(function* () {
      const url = yield* serving
      const expected = { status: 404, body: { message: "404: Not Found", code: 0 } }
      assert.deepStrictEqual(yield* ask(`${url}/prefix/none`), expected)
      assert.strictEqual((yield* ask(`${url}/none`)).status, 404)
    })
  )

  it.live("answer 500 when storage fails; what failed is in the log alone", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const expected = { status: 500, body: { message: "500: Internal Server Error", code: 0 } }
      assert.deepStrictEqual(yield* ask(`${yield* serving}/prefix/thing`), expected)
      assert.strictEqual(logs.lines.length, 1)
      assert.match(logs.lines[0] ?? "", /^Error .*Storage failed/)
    }).pipe(Effect.provide(logs.layer))
  })
})
