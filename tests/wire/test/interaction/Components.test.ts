/** Buttons and selects over the control plane: users use them, the app answers. Source: product.md; §10 D. */
import type { EndpointScript } from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Play from "../Harbour.ts"
import { type Reply, stage } from "../Stage.ts"

const { ADOPT, ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, MODERATOR, STAFF_ROOM, ZOE } = Play

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const row = (...components: ReadonlyArray<object>) => ({ type: 1, components })
const button = (custom_id: string, more: object = {}) => ({ type: 2, style: 1, label: "Go", custom_id, ...more })
const select = (type: number, more: object = {}) => ({ type, custom_id: "select", ...more })
const options = ["dog", "cat", "owl"].map((value) => ({ label: value, value }))

const HIDDEN = { flags: 64 }
const saying = (content: string) => ({ type: 4, data: { content } })

const parsed = ({ text }: Reply) => JSON.parse(text)

/** An app that answers commands with these components, and uses of these with `answer`. */
const shop = Effect.fnUntraced(function* (
  components: ReadonlyArray<object>,
  answer: unknown,
  { data = {}, channel = GENERAL, clock = "real" as "real" | "frozen" } = {}
) {
  const script: EndpointScript = ({ body }) =>
    Effect.succeed(
      JSON.parse(body).type === 2
        ? { json: { type: 4, data: { content: "Which?", components, ...data } } }
        : answer === undefined
          ? { status: 202 }
          : { json: answer }
    )
  const hands = yield* stage(script, { clock })
  const received = Effect.map(hands.app.take, ({ body }) => JSON.parse(body))
  const { message } = parsed(yield* hands.use(ALICE, channel, DOG))
  const command = yield* received
  const press = (json: unknown, { user = ALICE, id = message.id, query = "" } = {}) =>
    hands.control(`/users/${user}/messages/${id}/components${query}`, { json })
  const shown = (user: string) => Effect.map(hands.messages(user, channel), (reply) => parsed(reply).messages)
  return { ...hands, received, message, command, press, shown }
})

const original = ({ token }: { readonly token: string }) => `/webhooks/${APP}/${token}/messages/@original`
const callback = ({ id, token }: { readonly id: string; readonly token: string }) =>
  `/interactions/${id}/${token}/callback?with_response=true`

describe("a button that is pressed", () => {
  it.live("is delivered as type 3 with its message, signed for the presser, in the original's name", () =>
    Effect.gen(function* () {
      const { press, received, message, command } = yield* shop([row(button("go"))], saying("Gone"))
      const pressed = parsed(yield* press({ custom_id: "go" }, { user: BOB }))
      assert.deepInclude(pressed, { state: "responded", response: { type: 4, ephemeral: false } })
      const payload = yield* received
      assert.deepInclude(payload, {
        id: pressed.interaction_id,
        type: 3,
        application_id: APP,
        channel_id: GENERAL,
        guild_id: GUILD,
        context: 0,
        locale: "de",
        entitlements: [],
        authorizing_integration_owners: command.authorizing_integration_owners
      })
      assert.deepStrictEqual(payload.data, { custom_id: "go", component_type: 2, id: 2 })
      assert.deepStrictEqual(payload.message, message)
      assert.strictEqual(payload.member.user.id, BOB)
      assert.notProperty(payload, "user")
      assert.notStrictEqual(payload.token, command.token)
    })
  )

  it.live("is answered by a message that replies to its own", () =>
    Effect.gen(function* () {
      const { app, press, received, message, rest } = yield* shop([row(button("go"))], undefined)
      const waiting = yield* Effect.forkChild(press({ custom_id: "go" }, { user: BOB }))
      const payload = yield* received
      const called = parsed(yield* rest(callback(payload), { json: saying("Gone") }))
      const answer = called.resource.message
      assert.deepInclude(answer, { type: 19, content: "Gone" })
      assert.deepStrictEqual(answer.message_reference, {
        type: 0,
        channel_id: GENERAL,
        message_id: message.id,
        guild_id: GUILD
      })
      assert.strictEqual(answer.referenced_message.id, message.id)
      assert.deepInclude(answer.interaction_metadata, { id: payload.id, type: 3, interacted_message_id: message.id })
      assert.strictEqual(answer.interaction_metadata.user.id, BOB)
      assert.strictEqual(parsed(yield* Fiber.join(waiting)).message.id, answer.id)
      assert.strictEqual(app.received.length, 2)
    })
  )

  it.live("in a conversation with the bot has a user and no member", () =>
    Effect.gen(function* () {
      const { press, received } = yield* shop([row(button("go"))], saying("Gone"), { channel: BOT_DM })
      assert.strictEqual(parsed(yield* press({ custom_id: "go" })).state, "responded")
      const payload = yield* received
      assert.deepInclude(payload, { type: 3, context: 1, channel_id: BOT_DM })
      assert.strictEqual(payload.user.id, ALICE)
      for (const field of ["member", "guild_id", "guild"]) assert.notProperty(payload, field)
    })
  )

  it.live("without an answer in 3 s: This interaction failed", () =>
    Effect.gen(function* () {
      const { press, received, advance, interaction } = yield* shop([row(button("go"))], undefined, { clock: "frozen" })
      const { interaction_id } = parsed(yield* press({ custom_id: "go" }, { query: "?wait=false" }))
      yield* received
      yield* advance(3_000)
      const { state, error } = parsed(yield* interaction(interaction_id))
      assert.deepStrictEqual(
        [state, error],
        ["timed_out", "This interaction failed: the application did not answer within 3 seconds"]
      )
    })
  )
})

describe("a select", () => {
  it.live.each([
    ["strings", select(3, { options, max_values: 2 }), ["owl", "dog"], undefined],
    ["users", select(5, { max_values: 2 }), [BOB, ZOE], { users: [BOB, ZOE], members: [BOB] }],
    ["roles", select(6), [MODERATOR], { roles: [MODERATOR] }],
    [
      "mentionables",
      select(7, { max_values: 2 }),
      [BOB, MODERATOR],
      { users: [BOB], members: [BOB], roles: [MODERATOR] }
    ],
    ["channels", select(8, { channel_types: [0] }), [GENERAL], { channels: [GENERAL] }],
    ["nothing, where it may", select(5, { min_values: 0 }), [], undefined]
  ] as const)("of %s sends the values, and what they resolve to", ([, component, values, resolved]) =>
    Effect.gen(function* () {
      const { press, received } = yield* shop([row(component)], saying("Thanks"))
      assert.strictEqual(parsed(yield* press({ custom_id: "select", values })).state, "responded")
      const { data } = yield* received
      assert.deepInclude(data, { custom_id: "select", component_type: component.type, id: 2, values })
      const keys = Object.entries(data.resolved ?? {}).map(([kind, map]) => [kind, Object.keys(Object(map)).sort()])
      assert.deepStrictEqual(keys.length === 0 ? undefined : Object.fromEntries(keys), resolved)
      // discord.js needs these fields.
      for (const id of Object.keys(data.resolved?.members ?? {})) assert.property(data.resolved.users, id)
    })
  )
})

describe("type 7", () => {
  it.live("updates the message for everyone", () =>
    Effect.gen(function* () {
      const update = { type: 7, data: { content: "Taken", components: [row(button("go", { disabled: true }))] } }
      const { press, shown, message } = yield* shop([row(button("go"))], update)
      const pressed = parsed(yield* press({ custom_id: "go" }, { user: BOB }))
      assert.deepInclude(pressed, { state: "responded", response: { type: 7, ephemeral: false } })
      assert.deepInclude(pressed.message, { id: message.id, content: "Taken" })
      assert.isNotNull(pressed.message.edited_timestamp)
      for (const user of [ALICE, BOB]) assert.deepStrictEqual(yield* shown(user), [pressed.message])
      const again = yield* press({ custom_id: "go" })
      assert.deepStrictEqual([again.status, again.body.reason], [400, "options"])
    })
  )

  it.live("gives the message as resource.message, and its token rules it from then on", () =>
    Effect.gen(function* () {
      const { press, received, rest, message, shown } = yield* shop([row(button("go"))], undefined)
      yield* press({ custom_id: "go" }, { query: "?wait=false" })
      const payload = yield* received
      const refused = yield* rest(callback(payload), { json: { type: 7, data: { content: "", components: [] } } })
      assert.deepStrictEqual([refused.status, refused.body.code], [400, 50006])
      const { interaction, resource } = parsed(yield* rest(callback(payload), { json: { type: 7, data: {} } }))
      assert.deepInclude(interaction, {
        id: payload.id,
        type: 3,
        response_message_id: message.id,
        response_message_loading: false,
        response_message_ephemeral: false
      })
      assert.deepStrictEqual(resource, { type: 7, message })
      assert.strictEqual(parsed(yield* rest(original(payload))).id, message.id)
      yield* rest(original(payload), { method: "PATCH", json: { content: "Later" } })
      assert.strictEqual((yield* shown(BOB))[0].content, "Later")
      assert.strictEqual((yield* rest(original(payload), { method: "DELETE" })).status, 204)
      assert.deepStrictEqual(yield* shown(BOB), [])
      const gone = yield* press({ custom_id: "go" })
      assert.deepStrictEqual([gone.status, gone.body.reason], [404, "unknown"])
    })
  )

  it.live("of an ephemeral message changes it for its viewer, who alone can press it", () =>
    Effect.gen(function* () {
      const update = { type: 7, data: { content: "Taken" } }
      const { press, received, shown } = yield* shop([row(button("go"))], update, { data: HIDDEN })
      const others = yield* press({ custom_id: "go" }, { user: BOB })
      assert.deepStrictEqual([others.status, others.body.reason], [403, "invisible"])
      assert.deepInclude(parsed(yield* press({ custom_id: "go" })), { response: { type: 7, ephemeral: true } })
      assert.strictEqual((yield* received).message.flags, 64)
      assert.deepInclude((yield* shown(ALICE))[0], { content: "Taken", flags: 64 })
      assert.deepStrictEqual(yield* shown(BOB), [])
    })
  )

  it.live("of a message that was deleted meanwhile is an unknown message", () =>
    Effect.gen(function* () {
      const { press, received, rest, command } = yield* shop([row(button("go"))], undefined)
      yield* press({ custom_id: "go" }, { query: "?wait=false" })
      const payload = yield* received
      yield* rest(original(command), { method: "DELETE" })
      const late = yield* rest(callback(payload), { json: { type: 7, data: { content: "new" } } })
      assert.deepStrictEqual([late.status, late.body.code], [404, 10008])
      assert.strictEqual((yield* rest(callback(payload), { json: saying("Gone") })).status, 200)
    })
  )
})

describe("type 6", () => {
  it.live("shows nothing until the app changes @original, which is the message", () =>
    Effect.gen(function* () {
      const { press, received, rest, message, shown, interaction } = yield* shop([row(button("go"))], { type: 6 })
      const pressed = parsed(yield* press({ custom_id: "go" }))
      assert.deepInclude(pressed, { state: "deferred", response: { type: 6, ephemeral: false }, message })
      assert.deepStrictEqual(yield* shown(BOB), [message])
      const edited = parsed(yield* rest(original(yield* received), { method: "PATCH", json: { content: "Done" } }))
      assert.deepInclude(edited, { id: message.id, content: "Done" })
      assert.deepInclude(parsed(yield* interaction(pressed.interaction_id)), { state: "responded", message: edited })
    })
  )

  it.live("is completed by a follow-up, a new message that replies to the source", () =>
    Effect.gen(function* () {
      const { press, received, rest, message, shown } = yield* shop([row(button("go"))], { type: 6 })
      const waiting = yield* Effect.forkChild(press({ custom_id: "go" }, { query: "?until=responded" }))
      const { token } = yield* received
      const acknowledged = rest(`/webhooks/${APP}/${token}`, { json: { content: "More" } }).pipe(
        Effect.filterOrFail(({ status }) => status === 200)
      )
      const made = parsed(yield* Effect.eventually(acknowledged))
      assert.deepInclude(made, { type: 19, content: "More" })
      assert.strictEqual(made.referenced_message.id, message.id)
      assert.strictEqual(parsed(yield* Fiber.join(waiting)).state, "responded")
      assert.strictEqual((yield* shown(BOB)).length, 2)
    })
  )

  it.live("is no failure when nothing follows for 15 minutes", () =>
    Effect.gen(function* () {
      const { press, advance, interaction } = yield* shop([row(button("go"))], { type: 6 }, { clock: "frozen" })
      const { interaction_id } = parsed(yield* press({ custom_id: "go" }))
      yield* advance(15 * 60_000)
      const { state, error } = parsed(yield* interaction(interaction_id))
      assert.deepStrictEqual([state, error], ["responded", undefined])
    })
  )
})

describe("components in depth", () => {
  it.live("of containers and sections are pressed, and updates keep IS_COMPONENTS_V2", () =>
    Effect.gen(function* () {
      const display = (content: string) => ({ type: 10, content })
      const box = { type: 17, components: [{ type: 9, components: [display("Old")], accessory: button("go") }] }
      const update = { type: 7, data: { components: [display("New")] } }
      const { press, received } = yield* shop([box], update, { data: { content: undefined, flags: 1 << 15 } })
      const pressed = parsed(yield* press({ custom_id: "go" }))
      assert.deepStrictEqual((yield* received).data, { custom_id: "go", component_type: 2, id: 4 })
      assert.strictEqual(pressed.message.flags, 1 << 15)
      assert.deepInclude(pressed.message.components[0], { type: 10, content: "New" })
    })
  )
})

describe("other answers", () => {
  it.live.each([
    [
      9,
      {
        type: 9,
        data: { custom_id: "m", title: "M", components: [row({ type: 4, custom_id: "t", style: 1, label: "T" })] }
      }
    ],
    [10, { type: 10 }]
  ] as const)("type %i is taken", ([type, answer]) =>
    Effect.gen(function* () {
      const { press } = yield* shop([row(button("go"))], answer)
      assert.deepInclude(parsed(yield* press({ custom_id: "go" })), {
        state: "responded",
        response: { type, ephemeral: false }
      })
    })
  )

  it.live.each([[1], [8], [12]])("type %i is refused", ([type]) =>
    Effect.gen(function* () {
      const { press } = yield* shop([row(button("go"))], { type })
      const failed = parsed(yield* press({ custom_id: "go" }))
      assert.strictEqual(failed.state, "failed")
      assert.match(failed.error, /^This interaction failed: the answer breaks rules: type: /)
    })
  )
})

describe("a use that is refused", () => {
  const components = [row(button("off", { disabled: true })), row(select(3, { options }))]
  it.live.each<[string, unknown, object, number, string | undefined, string]>([
    ["no component", { custom_id: "none" }, {}, 404, "unknown", "this message has no such component"],
    ["no message", { custom_id: "off" }, { id: "1" }, 404, "unknown", "there is no such message"],
    [
      "nobody who is there",
      { custom_id: "off" },
      { user: ZOE },
      403,
      "invisible",
      "the user is not in the channel of this message"
    ],
    ["disabled", { custom_id: "off" }, {}, 400, "options", "custom_id: This component is disabled"],
    ["no value", { custom_id: "select" }, {}, 400, "options", "values: Select exactly 1."],
    [
      "no option",
      { custom_id: "select", values: ["cow"] },
      {},
      400,
      "options",
      "values[0]: Value must be one of (dog, cat, owl)."
    ],
    ["nothing named", {}, {}, 400, undefined, "custom_id: This field is required"],
    [
      "a name that no component can have",
      { custom_id: "x".repeat(101) },
      {},
      400,
      undefined,
      "custom_id: Must be between 1 and 100 in length."
    ],
    [
      "no text",
      { custom_id: 5, values: [5], locale: "xx" },
      {},
      400,
      undefined,
      'custom_id: Could not interpret "5" as string.'
    ]
  ])("names %s and sends nothing", ([, json, asked, status, reason, message]) =>
    Effect.gen(function* () {
      const { app, press } = yield* shop(components, saying("never"))
      const refused = yield* press(json, asked)
      assert.deepStrictEqual([refused.status, refused.body.reason], [status, reason])
      assert.include(parsed(refused).message, message)
      assert.strictEqual(app.received.length, 1)
    })
  )

  it.live("where the channel is not to be viewed is for a permission", () =>
    Effect.gen(function* () {
      const { press } = yield* shop([row(button("go"))], saying("Gone"), { channel: STAFF_ROOM })
      const refused = yield* press({ custom_id: "go" }, { user: BOB })
      assert.deepStrictEqual([refused.status, refused.body.reason], [403, "permission"])
      assert.include(parsed(refused).message, "the member lacks VIEW_CHANNEL (")
    })
  )
})
