/** Calls of the control plane: names in place of ids, and bodies with fields that do not exist. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Play from "../Harbour.ts"
import { saying, stage } from "../Stage.ts"

const { ALICE, APP, BOB, GENERAL, GUILD, MODERATOR } = Play

const play = stage(saying("Hello"))

describe("a path of the control plane", () => {
  it.live("has names in place of ids", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      const said = yield* control("/users/alice/channels/general/messages", { json: { content: "ahoy" } })
      assert.deepInclude(JSON.parse(said.text), { content: "ahoy", channel_id: GENERAL })
      const places: ReadonlyArray<readonly [string, object]> = [
        ["/users/bob", { id: BOB }],
        ["/guilds/harbour", { id: GUILD }],
        ["/guilds/Harbour/channels/general", { id: GENERAL }],
        ["/guilds/harbour/roles/moderator", { id: MODERATOR }],
        ["/guilds/harbour/members/BOB", { user_id: BOB }],
        ["/guilds/harbour/members/Pet%20Shop", { user_id: APP }],
        ["/applications/Pet%20Shop", { id: APP }]
      ]
      for (const [path, expected] of places) {
        const { status, text } = yield* control(path)
        assert.deepInclude({ status, ...JSON.parse(text) }, { status: 200, ...expected }, path)
      }
      const opened = yield* control("/users/alice/direct_channels/bob", { method: "PUT" })
      assert.strictEqual(opened.status, 201)
      assert.strictEqual((yield* control(`/users/${ALICE}/channels/general/typing`, { method: "POST" })).status, 204)
    })
  )

  it.live("is refused with the name that nothing has, or several have", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      const unknown = yield* control("/users/alise/channels/general/messages", { json: { content: "ahoy" } })
      assert.strictEqual(unknown.status, 400)
      assert.include(unknown.text, 'Value \\"alise\\" is not snowflake, and no user or bot is called so.')
      yield* control(`/guilds/${GUILD}/channels/200000000000000077`, { method: "PUT", json: { name: "general" } })
      const ambiguous = yield* control("/users/alice/channels/general/messages", { json: { content: "ahoy" } })
      assert.strictEqual(ambiguous.status, 400)
      assert.include(ambiguous.text, "AMBIGUOUS_NAME")
      assert.include(ambiguous.text, `${GENERAL}, 200000000000000077`)
    })
  )

  it.live("with names is recorded with ids", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      yield* control("/recording", { method: "POST" })
      yield* control("/users/alice/channels/general/messages", { json: { content: "ahoy" } })
      const { entries } = JSON.parse((yield* control("/recording")).text)
      const [{ path, params, user_id }] = entries
      assert.deepStrictEqual(params, { user_id: ALICE, channel_id: GENERAL })
      assert.deepStrictEqual([path, user_id], [`/control/v1/users/${ALICE}/channels/${GENERAL}/messages`, ALICE])
    })
  )
})

describe("a body of the control plane", () => {
  it.live.each([
    [
      "/users/alice/channels/general/messages",
      { content: "a", message_refrence: { message_id: "1" } },
      "message_refrence"
    ],
    ["/users/alice/channels/general/interactions", { text: "/adopt", txt: 1 }, "txt"],
    ["/users/alice/channels/general/threads", { name: "a", topic: "b" }, "topic"],
    ["/users/alice/presence", { status: "idle", activities: [{ name: "a", game: "b" }] }, "game", "PUT"],
    ["/faults", { heartbeats: "unanswered", hearbeats: 1 }, "hearbeats"],
    ["/clock", { advance_ms: 1, advance: 1 }, "advance"],
    ["/guilds/harbour", { nam: "Port" }, "nam", "PATCH"]
  ] as const)("of %s that has a field too many is refused: %j", ([path, json, field, method = "POST"]) =>
    Effect.gen(function* () {
      const { control } = yield* play
      const answer = yield* control(path, { method, json })
      assert.strictEqual(answer.status, 400, answer.text)
      assert.include(answer.text, field)
    })
  )

  it.live("may say nothing with null or false", () =>
    Effect.gen(function* () {
      const { control } = yield* play
      const json = { content: "a", tts: false, message_reference: null }
      assert.strictEqual((yield* control("/users/alice/channels/general/messages", { json })).status, 200)
    })
  )
})
