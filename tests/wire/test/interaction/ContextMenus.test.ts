/** USER and MESSAGE commands over the control plane, in guilds and in direct messages. Source: product.md. */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Play from "../Harbour.ts"
import { handsOn, saying } from "../Stage.ts"

const { ADOPT, ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, ZOE } = Play

const [PROFILE, PIN] = ["500000000000000011", "500000000000000013"] as const
const [QUIET, ALICE_AND_BOB, GROUP] = ["200000000000000023", "400000000000000002", "400000000000000003"] as const
const [WORD, WHISPER] = ["600000000000000001", "600000000000000002"] as const

const command = (id: string, type: number, name: string) => ({
  id,
  version: String(BigInt(id) + 1n),
  application_id: APP,
  type,
  name,
  integration_types: [0, 1]
})

/** bob may not write in QUIET; alice has installed the app for herself too. */
const world = (endpoint: string) => {
  const base = Play.harbour(endpoint)
  const [guild] = base.guilds
  const deny = [{ id: GUILD, type: 0, deny: ["SEND_MESSAGES"] }]
  return {
    ...base,
    users: base.users.map((user) =>
      user.id === ALICE ? { ...user, installs: [{ application_id: APP, scopes: ["applications.commands"] }] } : user
    ),
    guilds: [
      { ...guild, channels: [...(guild?.channels ?? []), { id: QUIET, name: "quiet", permission_overwrites: deny }] }
    ],
    direct_channels: [
      ...base.direct_channels,
      { id: ALICE_AND_BOB, type: 1, recipients: [ALICE, BOB] },
      { id: GROUP, type: 3, recipients: [ALICE, BOB, ZOE], name: "The three" }
    ],
    commands: [...base.commands, command(PROFILE, 2, "Show Profile"), command(PIN, 3, "Pin It")],
    messages: [
      { id: WORD, channel_id: GENERAL, type: 0, content: "a word", flags: 0 },
      { id: WHISPER, channel_id: ALICE_AND_BOB, type: 0, content: "a whisper", flags: 0 }
    ]
  }
}

const play = Effect.gen(function* () {
  const app = yield* RecordingEndpoint.start(saying("done"))
  const server = yield* EmbeddedServer.start({ world: world(app.url) })
  const received = Effect.map(app.take, ({ body }) => JSON.parse(body))
  return { app, received, ...handsOn(server.addresses.url) }
})

describe("a USER command", () => {
  it.live("is used on a member from its context menu", () =>
    Effect.gen(function* () {
      const { use, received, rest } = yield* play
      const used = yield* use(ALICE, GENERAL, { command_id: PROFILE, target_id: BOB })
      assert.deepInclude(used.body, { state: "responded" })
      const { data, token } = yield* received
      const { id, name, type, target_id, resolved } = data
      assert.deepStrictEqual([id, name, type, target_id], [PROFILE, "Show Profile", 2, BOB])
      assert.strictEqual(resolved.users[BOB].username, "bob")
      assert.match(resolved.members[BOB].permissions, /^\d+$/)
      const { text } = yield* rest(`/webhooks/${APP}/${token}/messages/@original`)
      const message = JSON.parse(text)
      assert.strictEqual(message.type, 23)
      assert.strictEqual(message.interaction.name, "Show Profile")
      assert.strictEqual(message.interaction_metadata.target_user.id, BOB)
    })
  )

  it.live("is refused where its user cannot send messages: Permission Denied", () =>
    Effect.gen(function* () {
      const { app, use, control } = yield* play
      const refused = yield* use(BOB, QUIET, { command_id: PROFILE, target_id: ALICE })
      assert.strictEqual(refused.status, 403)
      assert.deepInclude(refused.body, { reason: "permission", code: 50035 })
      assert.include(refused.text, "INTERACTION_APPLICATION_COMMAND_INVALID_PERMISSIONS")
      assert.include(refused.text, "Permission Denied")
      assert.deepStrictEqual(app.received, [])
      const explained = yield* control(`/users/${BOB}/channels/${QUIET}/commands/${PROFILE}/explain`)
      assert.deepInclude(JSON.parse(explained.text), { visible: true, usable: false })
    })
  )
})

describe("a MESSAGE command", () => {
  it.live("is used on a message of the channel", () =>
    Effect.gen(function* () {
      const { use, received, rest } = yield* play
      const used = yield* use(ALICE, GENERAL, { command_id: PIN, target_id: WORD })
      assert.deepInclude(used.body, { state: "responded" })
      const { data, token } = yield* received
      assert.deepInclude(data, { name: "Pin It", type: 3, target_id: WORD })
      assert.deepInclude(data.resolved.messages[WORD], { content: "a word", channel_id: GENERAL, embeds: [] })
      const { text } = yield* rest(`/webhooks/${APP}/${token}/messages/@original`)
      const { message_reference, interaction_metadata } = JSON.parse(text)
      assert.deepInclude(message_reference, { message_id: WORD, channel_id: GENERAL })
      assert.strictEqual(interaction_metadata.target_message_id, WORD)
    })
  )
})

describe("the answer to a MESSAGE command", () => {
  it.live("comes with the message that it refers to", () =>
    Effect.gen(function* () {
      const { app, use, received, rest } = yield* play
      yield* app.answerWith(() => Effect.succeed({ status: 202 }))
      const using = yield* Effect.forkChild(use(ALICE, GENERAL, { command_id: PIN, target_id: WORD }))
      const { id, token } = yield* received
      const json = { type: 4, data: { content: "pinned" } }
      const answered = yield* rest(`/interactions/${id}/${token}/callback?with_response=true`, { json })
      const { message } = JSON.parse(answered.text).resource
      assert.strictEqual(message.type, 23)
      assert.deepInclude(message.referenced_message, { id: WORD, content: "a word" })
      assert.strictEqual((yield* Fiber.join(using)).body.message.content, "pinned")
    })
  )
})

describe("contexts", () => {
  it.live.each([
    ["a guild", GENERAL, 0, { "0": GUILD, "1": ALICE }],
    ["direct messages with the bot", BOT_DM, 1, { "0": "0", "1": ALICE }],
    ["direct messages between users", ALICE_AND_BOB, 2, { "1": ALICE }],
    ["a group", GROUP, 2, { "1": ALICE }]
  ] as const)("a USER command runs in %s", ([, channel, context, owners]) =>
    Effect.gen(function* () {
      const { use, received, messages } = yield* play
      const used = yield* use(ALICE, channel, { command_id: PROFILE, target_id: BOB })
      assert.deepInclude(used.body, { state: "responded" })
      const payload = yield* received
      assert.strictEqual(payload.context, context)
      assert.deepStrictEqual(payload.authorizing_integration_owners, owners)
      assert.strictEqual(payload.channel.id, channel)
      for (const field of ["guild", "guild_id", "guild_locale", "member"]) {
        assert.strictEqual(field in payload, context === 0, field)
      }
      assert.strictEqual("user" in payload, context !== 0)
      assert.strictEqual((yield* messages(ALICE, channel)).body.messages.at(-1)?.content, "done")
    })
  )

  it.live("a private channel belongs to those in it", () =>
    Effect.gen(function* () {
      const { use, received } = yield* play
      assert.strictEqual((yield* use(ZOE, ALICE_AND_BOB, { command_id: PIN, target_id: WHISPER })).status, 404)
      yield* use(ALICE, ALICE_AND_BOB, { command_id: PIN, target_id: WHISPER })
      const { data, app_permissions } = yield* received
      assert.strictEqual(data.resolved.messages[WHISPER].content, "a whisper")
      assert.strictEqual(app_permissions, "562949953601536")
    })
  )

  it.live("only who brought the app uses it in a private channel", () =>
    Effect.gen(function* () {
      const { use } = yield* play
      const refused = yield* use(BOB, ALICE_AND_BOB, { command_id: PROFILE, target_id: ALICE })
      assert.strictEqual(refused.status, 403)
      assert.deepInclude(refused.body, { reason: "invisible" })
    })
  )
})

describe("a target that does not fit", () => {
  const fits = (name: string) => ({ command_id: ADOPT, options: [{ name: "animal", value: name }] })

  it.live.each([
    ["is required", { command_id: PROFILE }, "BASE_TYPE_REQUIRED"],
    ["is somebody", { command_id: PROFILE, target_id: "1" }, "COMMAND_TARGET_UNKNOWN"],
    ["is no message for a USER command", { command_id: PROFILE, target_id: WORD }, "COMMAND_TARGET_UNKNOWN"],
    ["is no user for a MESSAGE command", { command_id: PIN, target_id: BOB }, "COMMAND_TARGET_UNKNOWN"],
    ["is in this very channel", { command_id: PIN, target_id: WHISPER }, "COMMAND_TARGET_UNKNOWN"],
    ["is nothing for a slash command", { ...fits("dog"), target_id: BOB }, "COMMAND_TARGET_UNWANTED"]
  ])("%s", ([, body, code]) =>
    Effect.gen(function* () {
      const { app, use } = yield* play
      const refused = yield* use(ALICE, GENERAL, body)
      assert.strictEqual(refused.status, 400)
      assert.deepInclude(refused.body, { reason: "options", code: 50035 })
      const { errors } = JSON.parse(refused.text)
      assert.deepStrictEqual(Object.keys(errors), ["target_id"])
      assert.strictEqual(errors.target_id._errors[0].code, code)
      assert.deepStrictEqual(app.received, [])
    })
  )

  it.live("does not hide the faults of options", () =>
    Effect.gen(function* () {
      const { use } = yield* play
      const body = { command_id: PROFILE, target_id: "1", options: [{ name: "animal", value: "dog" }] }
      const { errors } = JSON.parse((yield* use(ALICE, GENERAL, body)).text)
      assert.deepStrictEqual(Object.keys(errors).sort(), ["options", "target_id"])
    })
  )

  it.live("goes with no text, whose commands have none", () =>
    Effect.gen(function* () {
      const { use } = yield* play
      const refused = yield* use(ALICE, GENERAL, { text: "/adopt animal:dog", target_id: BOB })
      assert.strictEqual(refused.status, 400)
      assert.deepStrictEqual(Object.keys(JSON.parse(refused.text).errors), ["target_id"])
      assert.include(refused.text, "no text has a target")
      const typed = yield* use(ALICE, GENERAL, { text: "/Show Profile" })
      assert.deepInclude(typed.body, { reason: "unknown" })
    })
  )

  it.live("and choices are refused", () =>
    Effect.gen(function* () {
      const { use } = yield* play
      const refused = yield* use(ALICE, GENERAL, { command_id: PIN, target_id: WORD, autocomplete: true })
      assert.strictEqual(refused.status, 400)
      assert.deepStrictEqual(Object.keys(JSON.parse(refused.text).errors), ["autocomplete"])
    })
  )
})
