/** Launching Activities: entry points with both handlers, and callback type 12. Source: wire-interactions.md §4.10, §7.2. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Play from "../Harbour.ts"
import { handsOn, saying } from "../Stage.ts"

const { ADOPT, ALICE, APP, BOB, BOT_DM, GENERAL, GUILD } = Play

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }

const accepting: RecordingEndpoint.EndpointScript = () => Effect.succeed({ status: 202 })
const launching: RecordingEndpoint.EndpointScript = () => Effect.succeed({ json: { type: 12 } })

const play = Effect.fnUntraced(function* (script: RecordingEndpoint.EndpointScript, flags = ["EMBEDDED"]) {
  const app = yield* RecordingEndpoint.start(script)
  const world = Play.harbour(app.url)
  const [petShop, ...others] = world.applications
  const server = yield* EmbeddedServer.start({ world: { ...world, applications: [{ ...petShop, flags }, ...others] } })
  const hands = handsOn(server.addresses.url)
  const payload = Effect.map(app.take, ({ body }) => JSON.parse(body))
  return { app, payload, ...hands }
})

/** The application's automatic entry point command, with this handler. */
const entryPoint = Effect.fnUntraced(function* (rest: ReturnType<typeof handsOn>["rest"], handler: number) {
  const commands: ReadonlyArray<{ readonly id: string; readonly type: number }> = JSON.parse(
    (yield* rest(`/applications/${APP}/commands`)).text
  )
  const entry = commands.find(({ type }) => type === 4)
  assert.isDefined(entry)
  const edited = yield* rest(`/applications/${APP}/commands/${entry.id}`, { method: "PATCH", json: { handler } })
  assert.deepInclude(JSON.parse(edited.text), { name: "Launch", handler })
  return entry.id
})

describe("an entry point with DISCORD_LAUNCH_ACTIVITY", () => {
  it.live.each([
    ["a guild", GENERAL, `gc-${GUILD}-${GENERAL}`],
    ["direct messages", BOT_DM, `pc-${BOT_DM}`]
  ] as const)("is launched in %s without the app, with a message in the channel", ([, channel, where]) =>
    Effect.gen(function* () {
      const { app, use, rest, messages, interaction } = yield* play(saying("never"))
      const command_id = yield* entryPoint(rest, 2)
      const used = yield* use(ALICE, channel, { command_id })
      const body = JSON.parse(used.text)
      assert.strictEqual(body.state, "launched")
      assert.match(body.activity_instance.id, new RegExp(`^i-\\d+-${where}$`))
      assert.deepInclude(body.message, { type: 23, content: "", application_id: APP, webhook_id: APP })
      assert.deepStrictEqual(body.message.activity_instance, body.activity_instance)
      assert.notProperty(body, "response")
      const [posted] = JSON.parse((yield* messages(ALICE, channel)).text).messages
      assert.deepStrictEqual(posted, body.message)
      assert.deepStrictEqual(
        (yield* interaction(body.interaction_id)).body.trace.map(({ what }) => what),
        ["evaluated", "created", "launched"]
      )
      assert.deepStrictEqual(app.received, [])
    })
  )

  it.live("has no token that could answer it, and no deadline", () =>
    Effect.gen(function* () {
      const { use, rest, advance, interaction } = yield* play(saying("never"))
      const used = yield* use(ALICE, GENERAL, { command_id: yield* entryPoint(rest, 2) })
      yield* advance(1_000_000)
      assert.deepInclude((yield* interaction(used.body.interaction_id)).body, { state: "launched" })
      const path = `/interactions/${used.body.interaction_id}/guessed/callback`
      assert.strictEqual((yield* rest(path, { json: { type: 12 } })).body.code, 10062)
    })
  )

  it.live("stands in no picker of slash commands, and no text means it", () =>
    Effect.gen(function* () {
      const { use, rest, control } = yield* play(saying("never"))
      const id = yield* entryPoint(rest, 2)
      const picked = (query: string) =>
        Effect.map(control(`/users/${ALICE}/channels/${GENERAL}/commands${query}`), ({ text }) => text.includes(id))
      assert.deepStrictEqual([yield* picked(""), yield* picked("?type=4")], [false, true])
      assert.deepInclude((yield* use(ALICE, GENERAL, { text: "/Launch" })).body, { reason: "unknown" })
    })
  )
})

describe("an entry point with APP_HANDLER", () => {
  it.live("is delivered and answered like a command", () =>
    Effect.gen(function* () {
      const { use, rest, payload } = yield* play(saying("Welcome"))
      const command_id = yield* entryPoint(rest, 1)
      const used = yield* use(ALICE, GENERAL, { command_id })
      assert.deepInclude(used.body, { state: "responded" })
      assert.strictEqual(used.body.message.content, "Welcome")
      const { type, data } = yield* payload
      assert.deepStrictEqual([type, data], [2, { id: command_id, name: "Launch", type: 4 }])
    })
  )

  it.live("may be answered by a launch", () =>
    Effect.gen(function* () {
      const { use, rest } = yield* play(launching)
      const used = yield* use(ALICE, GENERAL, { command_id: yield* entryPoint(rest, 1) })
      assert.deepInclude(used.body, { state: "responded", response: { type: 12, ephemeral: false } })
      assert.match(JSON.parse(used.text).activity_instance.id, new RegExp(`^i-\\d+-gc-${GUILD}-${GENERAL}$`))
      assert.notProperty(used.body, "message")
    })
  )
})

describe("callback types 12 and 10", () => {
  it.live("12 gives the instance with_response, no @original, and follow-ups", () =>
    Effect.gen(function* () {
      const { use, rest, payload, interaction } = yield* play(accepting)
      const using = yield* Effect.forkChild(use(BOB, GENERAL, DOG))
      const { id, token } = yield* payload
      const answered = yield* rest(`/interactions/${id}/${token}/callback?with_response=true`, { json: { type: 12 } })
      assert.strictEqual(answered.status, 200)
      const { interaction: shown, resource } = JSON.parse(answered.text)
      assert.deepStrictEqual(resource, { type: 12, activity_instance: { id: shown.activity_instance_id } })
      assert.notProperty(shown, "response_message_id")
      assert.strictEqual((yield* rest(`/webhooks/${APP}/${token}/messages/@original`)).body.code, 10008)
      const followed = yield* rest(`/webhooks/${APP}/${token}`, { json: { content: "Enjoy" } })
      assert.strictEqual(followed.status, 200)
      assert.deepInclude((yield* interaction(id)).body, { state: "responded" })
      const { body } = yield* Fiber.join(using)
      assert.deepInclude(Object(body), { state: "responded", activity_instance: { id: shown.activity_instance_id } })
    })
  )

  it.live("12 is refused on `type` without an Activity, and the interaction can still be answered", () =>
    Effect.gen(function* () {
      const { use, rest, payload } = yield* play(accepting, [])
      const using = yield* Effect.forkChild(use(BOB, GENERAL, DOG))
      const { id, token } = yield* payload
      const path = `/interactions/${id}/${token}/callback`
      const refused = yield* rest(path, { json: { type: 12 } })
      assert.strictEqual(refused.status, 400)
      assert.deepInclude(refused.body, { code: 50035 })
      assert.deepStrictEqual(Object.keys(Object(refused.body.errors)), ["type"])
      assert.strictEqual((yield* rest(path, { json: { type: 4, data: { content: "then" } } })).status, 204)
      assert.strictEqual((yield* Fiber.join(using)).body.message.content, "then")
    })
  )

  it.live("10 needs no data and shows no message", () =>
    Effect.gen(function* () {
      const { use } = yield* play(() => Effect.succeed({ json: { type: 10 } }))
      const used = yield* use(BOB, GENERAL, DOG)
      assert.deepInclude(used.body, { state: "responded", response: { type: 10, ephemeral: false } })
      assert.notProperty(used.body, "message")
    })
  )
})
