import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { collect } from "../Logs.ts"
import { call, payloadOf, stage } from "../Stage.ts"

const HEADER = "x-backlot-unknown-fields"
const FEED = {
  name: "feed",
  description: "Feed",
  colour: "red",
  options: [{ type: 3, name: "a", description: "b", foo: 1 }]
}
const DOG = { command_id: Play.ADOPT, options: [{ name: "animal", value: "dog" }] }

const TICK = {
  content: "a",
  components: [
    { type: 1, components: [{ type: 2, style: 1, custom_id: "b", emoji: { id: "123456789012345678", name: "tick" } }] }
  ]
}

const play = Effect.fnUntraced(function* (strict: boolean) {
  const played = yield* stage(() => Effect.succeed({ status: 202 }), { strict })
  yield* played.use(Play.ALICE, Play.GENERAL, DOG, "?wait=false")
  const { id, token } = payloadOf(yield* played.app.take)
  return { ...played, id, token }
})

describe("--strict reports unknown request fields", () => {
  it.live("in a header of the answer and in the log, with method and route", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const { rest } = yield* play(true)
      const { status, headers } = yield* rest(`/applications/${Play.APP}/commands`, { method: "POST", json: FEED })
      assert.deepStrictEqual([status, headers.get(HEADER)], [201, "colour, options[0].foo"])
      const lines = logs.lines.filter((line) => line.includes("colour"))
      assert.lengthOf(lines, 1)
      assert.match(
        lines[0] ?? "",
        /^Warn .*POST \/api\/v10\/applications\/:application_id\/commands: colour, options\[0\]\.foo/
      )
    }).pipe(Effect.provide(logs.layer))
  })

  it.live("on errors too", () =>
    Effect.gen(function* () {
      const { rest } = yield* play(true)
      const { status, headers } = yield* rest(`/applications/${Play.APP}/commands`, {
        method: "POST",
        json: { ...FEED, name: "" }
      })
      assert.deepStrictEqual([status, headers.get(HEADER)], [400, "colour, options[0].foo"])
    })
  )

  it.live("of the control plane too", () =>
    Effect.gen(function* () {
      const { use, app } = yield* play(true)
      yield* app.answerWith(() => Effect.succeed({ json: { type: 5 } }))
      const { headers } = yield* use(Play.ALICE, Play.GENERAL, { ...DOG, option: [] })
      assert.strictEqual(headers.get(HEADER), "option")
    })
  )

  it.live("of a form too", () =>
    Effect.gen(function* () {
      const { server } = yield* play(true)
      const { headers } = yield* Effect.promise(() =>
        fetch(`${server.addresses.rest_url}/oauth2/token`, {
          method: "POST",
          body: new URLSearchParams({ grant_type: "client_credentials", scopes: "identify" })
        })
      )
      assert.strictEqual(headers.get(HEADER), "scopes")
    })
  )

  it.live("of callbacks and webhooks in the trace of the interaction", () =>
    Effect.gen(function* () {
      const { server, id, token, interaction } = yield* play(true)
      const { rest_url } = server.addresses
      yield* call(`${rest_url}/interactions/${id}/${token}/callback`, {
        json: { type: 4, data: { content: "a", emphemeral: true } }
      })
      yield* call(`${rest_url}/webhooks/${Play.APP}/${token}`, { json: { content: "a", username: "b" } })
      const { trace } = (yield* interaction(id)).body
      assert.deepStrictEqual(
        trace.filter(({ what }) => what === "unknown_fields").map(({ detail }) => detail),
        [{ fields: "data.emphemeral" }, { fields: "username" }]
      )
    })
  )

  it.live("and refuses emojis that the bot may not use", () =>
    Effect.gen(function* () {
      const { server, id, token } = yield* play(true)
      const url = `${server.addresses.rest_url}/interactions/${id}/${token}/callback`
      const { status, body } = yield* call(url, { json: { type: 4, data: TICK } })
      assert.strictEqual(status, 400)
      const _errors = [{ code: "BUTTON_COMPONENT_INVALID_EMOJI", message: "Invalid emoji" }]
      const emoji = { id: { _errors } }
      assert.deepStrictEqual(body.errors, { data: { components: { 0: { components: { 0: { emoji } } } } } })
    })
  )

  it.live("of which others tell in the log, once a minute, and in the trace", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const { server, id, token, interaction } = yield* play(false)
      const { rest_url } = server.addresses
      yield* call(`${rest_url}/interactions/${id}/${token}/callback`, { json: { type: 4, data: TICK } })
      yield* call(`${rest_url}/webhooks/${Play.APP}/${token}`, { json: TICK })
      const { trace } = (yield* interaction(id)).body
      assert.lengthOf(
        trace.filter(({ what }) => what === "unknown_emoji"),
        2
      )
      const told = logs.lines.filter((line) => line.includes("emoji 123456789012345678 (tick)"))
      assert.lengthOf(told, 1)
      assert.include(told[0], "is not in the world: add `emojis: [{ id: ")
    }).pipe(Effect.provide(logs.layer))
  })

  it.live("and says nothing where there are none", () =>
    Effect.gen(function* () {
      const { rest } = yield* play(true)
      const { headers } = yield* rest(`/applications/${Play.APP}/commands`, {
        method: "POST",
        json: { name: "feed", description: "Feed" }
      })
      assert.isFalse(headers.has(HEADER))
    })
  )
})

it.live("unknown request fields are ignored without a word otherwise", () =>
  Effect.gen(function* () {
    const { rest } = yield* play(false)
    const { status, headers } = yield* rest(`/applications/${Play.APP}/commands`, { method: "POST", json: FEED })
    assert.deepStrictEqual([status, headers.has(HEADER)], [201, false])
  })
)
