/** How large the files of a message may be: what the boosts of its guild allow. */
import { interaction } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Field, form, sendForm } from "../Forms.ts"
import { ADOPT, ALICE, BOT_DM, BOT_TOKEN, GENERAL, GUILD } from "../Harbour.ts"
import { saying, stage } from "../Stage.ts"

const MIB = 1024 * 1024
const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const BOT = { authorization: `Bot ${BOT_TOKEN}` }
const file = (bytes: number): Field => ({
  name: "files[0]",
  filename: "sea.bin",
  type: "application/octet-stream",
  value: new Uint8Array(bytes)
})

const settle = Effect.fnUntraced(function* (premium_tier: number, script = saying("hi")) {
  const played = yield* stage(script)
  yield* played.control(`/guilds/${GUILD}`, { method: "PATCH", json: { premium_tier } })
  const { url } = played.server.addresses
  const send = (path: string, method: string, bytes: number, headers: Readonly<Record<string, string>> = BOT) =>
    sendForm(`${url}/api/v10${path}`, method, [file(bytes)], headers)
  const said = (channel: string, bytes: number) => send(`/channels/${channel}/messages`, "POST", bytes)
  return { ...played, send, said }
})

describe("the files of a message", () => {
  it.live.each<[tier: number, bytes: number, fits: boolean]>([
    [0, 10 * MIB, true],
    [0, 10 * MIB + 1, false],
    [1, 13 * MIB, false],
    [2, 13 * MIB, true],
    [2, 50 * MIB + 1, false],
    [3, 50 * MIB + 1, true]
  ])("at tier %d of the guild with %d bytes: %s", ([tier, bytes, fits]) =>
    Effect.gen(function* () {
      const { said } = yield* settle(tier)
      const { status, body } = yield* said(GENERAL, bytes)
      if (fits) assert.deepStrictEqual([status, body.attachments[0]?.size], [200, bytes])
      else assert.deepStrictEqual([status, body.code], [413, 40005])
    })
  )

  it.live("has 10 MiB in a direct message, whatever guilds have", () =>
    Effect.gen(function* () {
      const { said } = yield* settle(3)
      assert.strictEqual((yield* said(BOT_DM, 10 * MIB)).status, 200)
      const beyond = yield* said(BOT_DM, 11 * MIB)
      assert.deepStrictEqual([beyond.status, beyond.body.code], [413, 40005])
    })
  )

  it.live("may have as much in an edit and by a webhook, of which several may come at once", () =>
    Effect.gen(function* () {
      const { control, said, send } = yield* settle(2)
      const { id } = (yield* said(GENERAL, 1)).body
      const edit = (bytes: number) => send(`/channels/${GENERAL}/messages/${id}`, "PATCH", bytes)
      assert.strictEqual((yield* edit(13 * MIB)).status, 200)
      const webhook = { channel_id: GENERAL, name: "Tides", token: "tides-token" }
      yield* control(`/guilds/${GUILD}/webhooks/600000000000000009`, { method: "PUT", json: webhook })
      const hook = (bytes: number) => send("/webhooks/600000000000000009/tides-token?wait=true", "POST", bytes, {})
      const sent = yield* Effect.all(
        Array.from({ length: 3 }, () => hook(13 * MIB)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        sent.map(({ status }) => status),
        [200, 200, 200]
      )
    })
  )
})

describe("the files of an answer to an interaction", () => {
  it.live("may be as large as the interaction says", () =>
    Effect.gen(function* () {
      const { app, use, send } = yield* settle(2)
      yield* use(ALICE, GENERAL, DOG)
      const told: { readonly token: string; readonly attachment_size_limit: number } = JSON.parse(
        (yield* app.take).body
      )
      assert.strictEqual(told.attachment_size_limit, 50 * MIB)
      const follow = (bytes: number) => send(`/webhooks/100000000000000001/${told.token}`, "POST", bytes, {})
      assert.strictEqual((yield* follow(13 * MIB)).status, 200)
    })
  )

  it.live.each([
    [2, "responded"],
    [1, "failed"]
  ] as const)("may be as large in the answer of an endpoint: at tier %d it %s", ([tier, state]) =>
    Effect.gen(function* () {
      const payload = { name: "payload_json", value: JSON.stringify({ type: 4, data: { content: "look" } }) }
      const sent = yield* form([payload, file(interaction.attachmentSizeBytes + 1)])
      const { use } = yield* settle(tier, () =>
        Effect.succeed({ headers: { "content-type": sent.contentType }, body: sent.bytes })
      )
      const { body } = yield* use(ALICE, GENERAL, DOG)
      assert.strictEqual(body.state, state, body.error)
    })
  )
})
