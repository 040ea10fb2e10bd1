/**
 * Messages that a bot posts by REST, and its changes to other messages. The official document judges every answer as
 * well.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, STAFF_ROOM } from "../Harbour.ts"
import {
  button,
  CATEGORY,
  codeOf,
  harbourside,
  LOCKED,
  MESSAGES,
  row,
  SHUT,
  SLEEPING,
  TALK,
  THREAD,
  VOICE
} from "../Harbourside.ts"
import { payloadOf } from "../Stage.ts"

describe("a message that a bot posts", () => {
  it.live("is answered as it was sent, and is there for everyone", () =>
    Effect.gen(function* () {
      const { post, messages, send } = yield* harbourside()
      const { status, body } = yield* post({
        content: `hello <@${BOB}>`,
        embeds: [{ title: "e" }],
        components: [row(button)],
        nonce: "n1",
        flags: 64
      })
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { type: 0, content: `hello <@${BOB}>`, nonce: "n1", flags: 0, channel_id: GENERAL })
      assert.nestedPropertyVal(body, "author.id", APP)
      assert.nestedPropertyVal(body, "mentions[0].id", BOB)
      for (const field of ["application_id", "webhook_id", "interaction_metadata", "message_reference"])
        assert.notProperty(body, field)
      assert.strictEqual((yield* messages(ALICE, GENERAL)).body.messages.length, 1)
      assert.deepStrictEqual(yield* send(`${MESSAGES}/${body.id}`, "GET"), { status: 200, body })
    })
  )

  it.live("brings files by a form, and components of the second version", () =>
    Effect.gen(function* () {
      const { server, post } = yield* harbourside()
      const form = new FormData()
      form.set("payload_json", JSON.stringify({ content: "see", attachments: [{ id: 0, description: "d" }] }))
      form.set("files[0]", new Blob(["a"]), "a.txt")
      // A message.
      const answer = (yield* Effect.promise(() =>
        fetch(`${server.addresses.url}/api/v10${MESSAGES}`, {
          method: "POST",
          body: form,
          headers: { authorization: "Bot harbour-bot-token" }
        }).then((response) => response.json())
      )) as { readonly attachments: ReadonlyArray<{ readonly url: string }> }
      assert.nestedPropertyVal(answer, "attachments[0].filename", "a.txt")
      const url = answer.attachments[0]?.url ?? ""
      assert.strictEqual(yield* Effect.promise(() => fetch(url).then((response) => response.text())), "a")
      const { status } = yield* post({ flags: 1 << 15, components: [{ type: 10, content: "text" }] })
      assert.strictEqual(status, 200)
    })
  )

  it.live("can be pressed: its button makes an interaction of the application", () =>
    Effect.gen(function* () {
      const { app, control, post } = yield* harbourside()
      yield* control(`/applications/${APP}`, { method: "PATCH", json: { interactions_endpoint_url: app.url } })
      const { body } = yield* post({ content: "press", components: [row(button)] })
      const used = yield* control(`/users/${BOB}/messages/${body.id}/components`, { json: { custom_id: "go" } })
      assert.strictEqual(used.status, 200)
      assert.strictEqual(used.body.state, "responded")
      const payload = payloadOf(yield* app.take)
      assert.strictEqual(payload.type, 3)
      assert.nestedPropertyVal(payload, "message.id", body.id)
      assert.deepPropertyVal(payload, "authorizing_integration_owners", { "0": GUILD })
    })
  )

  it.live("replies to another, whose author it mentions unless told otherwise", () =>
    Effect.gen(function* () {
      const { post, say } = yield* harbourside()
      const { body: said } = yield* say(BOB, { content: "anyone?" })
      const message_reference = { message_id: said.id }
      const { body } = yield* post({ content: "yes", message_reference })
      assert.strictEqual(body["type"], 19)
      assert.nestedPropertyVal(body, "referenced_message.content", "anyone?")
      assert.deepStrictEqual(body["message_reference"], {
        type: 0,
        channel_id: GENERAL,
        message_id: said.id,
        guild_id: GUILD
      })
      assert.nestedPropertyVal(body, "mentions[0].id", BOB)
      const silent = yield* post({ content: "psst", message_reference, allowed_mentions: { replied_user: false } })
      assert.deepStrictEqual(silent.body["mentions"], [])
    })
  )

  it.live("replies to nothing when the other is gone and that is no matter", () =>
    Effect.gen(function* () {
      const { post } = yield* harbourside()
      const refused = yield* post({ content: "a", message_reference: { message_id: "1" } })
      assert.deepStrictEqual(codeOf(refused), [400, 50035])
      assert.nestedPropertyVal(refused.body, "errors.message_reference._errors[0].code", "REPLIES_UNKNOWN_MESSAGE")
      const sent = yield* post({ content: "a", message_reference: { message_id: "1", fail_if_not_exists: false } })
      assert.strictEqual(sent.body["type"], 0)
    })
  )

  it.live("is the one that is there when its nonce is enforced", () =>
    Effect.gen(function* () {
      const { post } = yield* harbourside()
      const first = yield* post({ content: "a", nonce: 5, enforce_nonce: true })
      const again = yield* post({ content: "b", nonce: 5, enforce_nonce: true })
      const other = yield* post({ content: "c", nonce: 5 })
      assert.strictEqual(again.body.id, first.body.id)
      assert.notStrictEqual(other.body.id, first.body.id)
    })
  )

  it.live.each([
    ["nothing", GENERAL, {}, 400, 50006],
    ["an unknown sticker", GENERAL, { content: "a", sticker_ids: ["1"] }, 400, 50081],
    ["a long nonce", GENERAL, { content: "a", nonce: "x".repeat(26) }, 400, 50035],
    ["a forward", GENERAL, { message_reference: { type: 1, message_id: "1" } }, 400, 50035],
    ["a poll without SEND_POLLS", GENERAL, { poll: { question: { text: "q" }, answers: [] } }, 400, 50035],
    ["speech without SEND_TTS_MESSAGES", GENERAL, { content: "a", tts: true }, 403, 50013],
    ["anything in a category", CATEGORY, { content: "a" }, 400, 50008],
    ["anything in a locked thread", SHUT, { content: "a" }, 400, 160005],
    ["anything in one that is archived too", LOCKED, { content: "a" }, 400, 50083],
    ["anything in a channel that it does not see", STAFF_ROOM, { content: "a" }, 403, 50001],
    ["anything in a channel that is not there", "1", { content: "a" }, 404, 10003],
    ["anything in a channel by its name", "general", { content: "a" }, 400, 50035]
  ] as const)("is refused: %s", ([, channel, body, status, code]) =>
    Effect.gen(function* () {
      const permissions = TALK.filter((name) => name !== "VIEW_CHANNEL")
      const { post } = yield* harbourside({ permissions })
      assert.deepStrictEqual(codeOf(yield* post(body, channel)), [status, code])
    })
  )

  it.live.each([
    ["SEND_MESSAGES", {}],
    ["EMBED_LINKS", { embeds: [{ title: "e" }] }]
  ] as const)("needs %s", ([missing, body]) =>
    Effect.gen(function* () {
      const names = TALK.filter((name) => name !== missing)
      const { post } = yield* harbourside({ permissions: names, everyone: ["VIEW_CHANNEL"] })
      assert.deepStrictEqual(codeOf(yield* post({ content: "a", ...body })), [403, 50013])
    })
  )

  it.live("goes into voice channels, threads and direct channels too, and wakes a thread", () =>
    Effect.gen(function* () {
      const { post, send } = yield* harbourside()
      for (const channel of [VOICE, THREAD, SLEEPING, BOT_DM]) {
        assert.strictEqual((yield* post({ content: "a" }, channel)).status, 200)
      }
      const { body } = yield* send(`/channels/${SLEEPING}`, "GET")
      assert.nestedPropertyVal(body, "thread_metadata.archived", false)
    })
  )
})

describe("messages of a channel", () => {
  it.live("are listed newest first, in pages", () =>
    Effect.gen(function* () {
      const { post, send } = yield* harbourside()
      const ids: Array<string> = []
      for (const content of ["1", "2", "3", "4", "5"]) ids.push((yield* post({ content })).body.id)
      const listed = (query: string) =>
        Effect.map(send(`${MESSAGES}?${query}`, "GET"), ({ body }) =>
          // A list of messages.
          (body as unknown as ReadonlyArray<{ readonly content: string }>).map(({ content }) => content).join("")
        )
      assert.strictEqual(yield* listed(""), "54321")
      assert.strictEqual(yield* listed("limit=2"), "54")
      assert.strictEqual(yield* listed(`before=${ids[2]}`), "21")
      assert.strictEqual(yield* listed(`after=${ids[2]}&limit=1`), "4")
      assert.strictEqual(yield* listed(`around=${ids[2]}&limit=3`), "432")
      for (const query of ["limit=0", "limit=101", "before=x", "around=x"])
        assert.strictEqual((yield* send(`${MESSAGES}?${query}`, "GET")).status, 400)
    })
  )

  it.live("are none without READ_MESSAGE_HISTORY", () =>
    Effect.gen(function* () {
      const { post, send } = yield* harbourside({ permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"], everyone: [] })
      const { body } = yield* post({ content: "a" })
      assert.deepStrictEqual((yield* send(MESSAGES, "GET")).body as unknown, [])
      assert.deepStrictEqual(codeOf(yield* send(`${MESSAGES}/${body.id}`, "GET")), [403, 50013])
    })
  )

  it.live("of others say nothing to a bot without MESSAGE_CONTENT, unless they are to it", () =>
    Effect.gen(function* () {
      const { post, say, send } = yield* harbourside({ flags: [] })
      const contentOf = (id: string, channel = GENERAL) =>
        Effect.map(send(`/channels/${channel}/messages/${id}`, "GET"), ({ body }) => body["content"])
      assert.strictEqual(yield* contentOf((yield* say(BOB, { content: "secret" })).body.id), "")
      assert.strictEqual(yield* contentOf((yield* say(BOB, { content: `hey <@${APP}>` })).body.id), `hey <@${APP}>`)
      assert.strictEqual(yield* contentOf((yield* say(ALICE, { content: "psst" }, BOT_DM)).body.id, BOT_DM), "psst")
      assert.strictEqual(yield* contentOf((yield* post({ content: "mine" })).body.id), "mine")
    })
  )

  it.live("are edited by their author alone", () =>
    Effect.gen(function* () {
      const { post, say, send } = yield* harbourside()
      const { body: mine } = yield* post({ content: "a", embeds: [{ title: "e" }] })
      const edited = yield* send(`${MESSAGES}/${mine.id}`, "PATCH", { content: "b" })
      assert.strictEqual(edited.body["content"], "b")
      assert.isString(edited.body["edited_timestamp"])
      assert.deepStrictEqual(edited.body["embeds"], mine["embeds"])
      assert.deepStrictEqual(
        codeOf(yield* send(`${MESSAGES}/${mine.id}`, "PATCH", { content: "", embeds: [] })),
        [400, 50006]
      )
      const { body: other } = yield* say(BOB, { content: "mine" })
      assert.deepStrictEqual(codeOf(yield* send(`${MESSAGES}/${other.id}`, "PATCH", { content: "b" })), [403, 50005])
      assert.deepStrictEqual(codeOf(yield* send(`${MESSAGES}/${other.id}`, "PATCH", { flags: 4 })), [403, 50013])
      assert.deepStrictEqual(codeOf(yield* send(`${MESSAGES}/1`, "PATCH", { content: "b" })), [404, 10008])
    })
  )

  it.live("are deleted by their author, and by who manages messages", () =>
    Effect.gen(function* () {
      const { control, post, say, send } = yield* harbourside()
      const { body: mine } = yield* post({ content: "a" })
      assert.strictEqual((yield* send(`${MESSAGES}/${mine.id}`, "DELETE")).status, 204)
      assert.deepStrictEqual(codeOf(yield* send(`${MESSAGES}/${mine.id}`, "GET")), [404, 10008])
      const { body: other } = yield* say(BOB, { content: "b" })
      assert.deepStrictEqual(codeOf(yield* send(`${MESSAGES}/${other.id}`, "DELETE")), [403, 50013])
      yield* control(`/guilds/${GUILD}/installs/${APP}`, { method: "PATCH", json: { permissions: ["ADMINISTRATOR"] } })
      assert.strictEqual((yield* send(`${MESSAGES}/${other.id}`, "PATCH", { flags: 4 })).body["flags"], 4)
      assert.strictEqual((yield* send(`${MESSAGES}/${other.id}`, "DELETE")).status, 204)
    })
  )

  it.live("are deleted in bulk, none of them older than two weeks", () =>
    Effect.gen(function* () {
      const { advance, post, send } = yield* harbourside({ permissions: [...TALK, "MANAGE_MESSAGES"] })
      const bulk = (...messages: ReadonlyArray<string>) => send(`${MESSAGES}/bulk-delete`, "POST", { messages })
      const ids: Array<string> = []
      for (const content of ["1", "2", "3", "4"]) ids.push((yield* post({ content })).body.id)
      const [one = "", two = "", three = "", four = ""] = ids
      assert.deepStrictEqual(codeOf(yield* bulk(one)), [400, 50016])
      assert.strictEqual((yield* bulk(one, two, "1")).status, 204)
      assert.deepStrictEqual(codeOf(yield* send(`${MESSAGES}/${one}`, "GET")), [404, 10008])
      yield* advance(14 * 86_400_000 + 1)
      assert.deepStrictEqual(codeOf(yield* bulk(three, four)), [400, 50034])
      assert.deepStrictEqual(
        codeOf(yield* send(`/channels/${BOT_DM}/messages/bulk-delete`, "POST", { messages: [three, four] })),
        [400, 50003]
      )
    })
  )

  it.live("are pinned, and listed so", () =>
    Effect.gen(function* () {
      const { advance, post, send } = yield* harbourside({ permissions: [...TALK, "PIN_MESSAGES"] })
      const { body: one } = yield* post({ content: "1" })
      const { body: two } = yield* post({ content: "2" })
      assert.strictEqual((yield* send(`${MESSAGES}/pins/${two.id}`, "PUT")).status, 204)
      yield* advance(1000)
      assert.strictEqual((yield* send(`/channels/${GENERAL}/pins/${one.id}`, "PUT")).status, 204)
      const { body } = yield* send(`${MESSAGES}/pins`, "GET")
      assert.nestedPropertyVal(body, "items[0].message.id", one.id)
      assert.nestedPropertyVal(body, "items[1].message.pinned", true)
      assert.strictEqual(body["has_more"], false)
      const { body: page } = yield* send(`${MESSAGES}/pins?limit=1`, "GET")
      assert.strictEqual(page["has_more"], true)
      assert.strictEqual((yield* send(`${MESSAGES}/pins/${one.id}`, "DELETE")).status, 204)
      const { body: left } = yield* send(`/channels/${GENERAL}/pins`, "GET")
      assert.nestedPropertyVal(left, "[0].id", two.id)
      assert.deepStrictEqual(codeOf(yield* send(`/channels/${VOICE}/pins/${two.id}`, "PUT")), [400, 50019])
    })
  )

  it.live("get reactions, which each reader sees as theirs or not", () =>
    Effect.gen(function* () {
      const { say, send } = yield* harbourside({ permissions: [...TALK, "MANAGE_MESSAGES"] })
      const { body: said } = yield* say(BOB, { content: "1" })
      const at = (emoji: string, rest = "") => `${MESSAGES}/${said.id}/reactions/${encodeURIComponent(emoji)}${rest}`
      assert.strictEqual((yield* send(at("🐈", "/@me"), "PUT")).status, 204)
      assert.strictEqual((yield* send(at("🐶", "/@me"), "PUT")).status, 204)
      for (const unknown of ["cat", "cat:1", "a:cat:1"]) {
        assert.deepStrictEqual(codeOf(yield* send(at(unknown, "/@me"), "PUT")), [400, 10014], unknown)
      }
      const { body } = yield* send(`${MESSAGES}/${said.id}`, "GET")
      assert.deepNestedPropertyVal(body, "reactions[0].emoji", { id: null, name: "🐈" })
      assert.nestedPropertyVal(body, "reactions[0].me", true)
      assert.nestedPropertyVal((yield* send(at("🐈"), "GET")).body, "[0].id", APP)
      // 0: usual reactions; 1: super reactions, which nobody here has.
      assert.nestedPropertyVal((yield* send(at("🐈", "?type=0"), "GET")).body, "[0].id", APP)
      assert.deepStrictEqual(JSON.stringify((yield* send(at("🐈", "?type=1"), "GET")).body), "[]")
      assert.deepStrictEqual(codeOf(yield* send(at("🐈", "?type=2"), "GET")), [400, 50035])
      assert.deepNestedInclude((yield* send(`${MESSAGES}/${said.id}`, "GET")).body, {
        "reactions[0].count_details": { burst: 0, normal: 1 },
        "reactions[0].me_burst": false,
        "reactions[0].burst_colors": []
      })
      assert.strictEqual((yield* send(at("🐈", "/@me"), "DELETE")).status, 204)
      assert.strictEqual((yield* send(at("🐶", `/${BOB}`), "DELETE")).status, 204)
      assert.strictEqual((yield* send(at("cat:1"), "DELETE")).status, 204)
      assert.strictEqual((yield* send(at("🐶"), "DELETE")).status, 204)
      assert.notInclude(JSON.stringify((yield* send(`${MESSAGES}/${said.id}`, "GET")).body), "🐶")
      assert.strictEqual((yield* send(`${MESSAGES}/${said.id}/reactions`, "DELETE")).status, 204)
      assert.notProperty((yield* send(`${MESSAGES}/${said.id}`, "GET")).body, "reactions")
    })
  )
})
