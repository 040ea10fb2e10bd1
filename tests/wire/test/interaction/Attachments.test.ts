/** Files in the answers of an application. */
import { delivery, http, interaction } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bytesAt, type Field, form, type MessageBody, sendForm } from "../Forms.ts"
import { ADOPT, ALICE, APP, BOB, BOT_TOKEN, GENERAL } from "../Harbour.ts"
import { payloadOf, type Reply, saying, stage } from "../Stage.ts"

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const PNG = Buffer.from("89504e470d0a1a0a0000000d4948445200000002000000030806000000b9eade81", "hex")
const picture: Field = { name: "files[0]", filename: "dog.png", type: "image/png", value: PNG }
const BOT = { authorization: `Bot ${BOT_TOKEN}` }
const note: Field = { name: "files[1]", filename: "note.txt", type: "text/plain", value: Buffer.from("woof") }
const json = (value: unknown): Field => ({ name: "payload_json", value: JSON.stringify(value) })

/** An interaction that was answered with text. */
const answered = Effect.fnUntraced(function* (flags = 0) {
  const played = yield* stage(saying("hi", flags))
  yield* played.use(ALICE, GENERAL, DOG)
  const { token, id } = payloadOf(yield* played.app.take)
  const hook = `${played.server.addresses.url}/api/v10/webhooks/${APP}/${token}`
  return { ...played, id, hook, original: `${hook}/messages/@original` }
})

/** An interaction that waits for its callback. */
const pending = Effect.fnUntraced(function* () {
  const played = yield* stage(() => Effect.succeed({ status: 202 }))
  yield* played.use(ALICE, GENERAL, DOG, "?wait=false")
  const { token, id } = payloadOf(yield* played.app.take)
  return { ...played, callback: `${played.server.addresses.url}/api/v10/interactions/${id}/${token}/callback` }
})

/** An answer of the control plane with whole messages: `message` or `messages`, depending on the request. */
const shownIn = ({ text }: Reply) =>
  JSON.parse(text) as { readonly message: MessageBody; readonly messages: ReadonlyArray<MessageBody> }

const names = (message: MessageBody) => message.attachments.map(({ filename }) => filename)

describe("a file sent with a message", () => {
  it.live("stands in the message with its size, type and measures, and can be downloaded", () =>
    Effect.gen(function* () {
      const { hook, server, messages } = yield* answered()
      const body = { content: "look", attachments: [{ id: 0, description: "A dog" }] }
      const reply = yield* sendForm(hook, "POST", [json(body), picture, note])
      assert.strictEqual(reply.status, 200)
      const [first, second] = reply.body.attachments
      assert.deepInclude(first, {
        filename: "dog.png",
        content_type: "image/png",
        size: PNG.length,
        description: "A dog",
        width: 2,
        height: 3
      })
      assert.strictEqual(first?.proxy_url, first?.url)
      assert.deepInclude(second, { filename: "note.txt", content_type: "text/plain", size: 4 })
      assert.isTrue(first?.url.startsWith(`${server.addresses.url}/attachments/${GENERAL}/${first.id}/`))
      assert.deepStrictEqual((yield* bytesAt(first?.url ?? "")).bytes, PNG)
      const seen = shownIn(yield* messages(BOB, GENERAL)).messages.at(-1)
      assert.strictEqual(seen?.id, reply.body.id)
      assert.deepStrictEqual(seen?.attachments, reply.body.attachments)
    })
  )

  it.live("makes a message by itself", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const reply = yield* sendForm(hook, "POST", [picture])
      assert.deepInclude(reply.body, { content: "" })
      assert.deepStrictEqual(names(reply.body), ["dog.png"])
    })
  )

  it.live("comes with a first answer at the callback endpoint", () =>
    Effect.gen(function* () {
      const { callback, messages } = yield* pending()
      const answer = json({ type: 4, data: { content: "look", attachments: [{ id: "0" }] } })
      assert.strictEqual((yield* sendForm(`${callback}?with_response=true`, "POST", [answer, picture])).status, 200)
      const [shown] = shownIn(yield* messages(ALICE, GENERAL)).messages
      assert.deepStrictEqual(shown === undefined ? [] : names(shown), ["dog.png"])
    })
  )

  it.live("comes with an endpoint's own answer", () =>
    Effect.gen(function* () {
      const sent = yield* form([json({ type: 4, data: { content: "look" } }), picture])
      const { use } = yield* stage(() =>
        Effect.succeed({ headers: { "content-type": sent.contentType }, body: sent.bytes })
      )
      const answer = yield* use(ALICE, GENERAL, DOG)
      assert.deepInclude(answer.body, { state: "responded" })
      const { message } = shownIn(answer)
      assert.deepStrictEqual(names(message), ["dog.png"])
      assert.deepStrictEqual((yield* bytesAt(message.attachments[0]?.url ?? "")).bytes, PNG)
    })
  )

  it.live.each([
    ["cut in two", (text: string) => text.slice(0, text.length / 2)],
    ["without payload_json", (text: string) => text.replace("payload_json", "payload")]
  ] as const)("fails the interaction when the endpoint's multipart answer is %s", ([, spoil]) =>
    Effect.gen(function* () {
      const sent = yield* form([json({ type: 4, data: { content: "look" } })])
      const { use } = yield* stage(() =>
        Effect.succeed({
          headers: { "content-type": sent.contentType },
          body: spoil(Buffer.from(sent.bytes).toString("latin1"))
        })
      )
      const { body } = yield* use(ALICE, GENERAL, DOG)
      assert.strictEqual(body.state, "failed")
      assert.include(body.error, "multipart")
    })
  )

  it.live.each([
    [
      "files",
      { ...note, value: Buffer.alloc(interaction.attachmentSizeBytes + 1) },
      "The files of the answer are longer"
    ],
    [
      "payload",
      json({ type: 4, data: { content: "x".repeat(delivery.responseBytes) } }),
      "payload_json of the answer is"
    ]
  ] as const)("fails the interaction in words when the %s of an endpoint's answer are too long", ([, field, words]) =>
    Effect.gen(function* () {
      const sent = yield* form([json({ type: 4, data: { content: "look" } }), field])
      const { use } = yield* stage(() =>
        Effect.succeed({ headers: { "content-type": sent.contentType }, body: sent.bytes })
      )
      const { body } = yield* use(ALICE, GENERAL, DOG)
      assert.strictEqual(body.state, "failed")
      assert.include(body.error, words)
    })
  )

  it.live("is found at its own URL only", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const url = (yield* sendForm(hook, "POST", [picture])).body.attachments[0]?.url ?? ""
      assert.strictEqual((yield* bytesAt(url)).status, 200)
      for (const other of [url.replace("dog.png", "cat.png"), url.replace(GENERAL, ALICE)]) {
        assert.strictEqual((yield* bytesAt(other)).status, 404)
      }
    })
  )

  it.live.each([
    ["a type that is none", { ...note, type: "nonsense", filename: "note" }],
    ["bytes that could be a picture without measures", { ...note, type: "", filename: "a", value: Buffer.alloc(64) }]
  ] as const)("is bytes without measures when it has %s", ([, field]) =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const [attachment] = (yield* sendForm(hook, "POST", [field])).body.attachments
      assert.propertyVal(attachment, "content_type", "application/octet-stream")
      assert.notProperty(attachment, "width")
    })
  )

  it.live("is named by attachment:// in an embed, and then no attachment of its own", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const body = { embeds: [{ title: "Dog", image: { url: "attachment://dog.png" } }] }
      const reply = yield* sendForm(hook, "POST", [json(body), picture])
      assert.deepStrictEqual(reply.body.attachments, [])
      assert.deepStrictEqual((yield* bytesAt(reply.body.embeds[0]?.image?.url ?? "")).bytes, PNG)
      const hidden = yield* sendForm(`${hook}/messages/${reply.body.id}`, "PATCH", [json({ flags: 4 })])
      assert.deepStrictEqual(hidden.body.embeds, [])
      const again = yield* sendForm(`${hook}/messages/${reply.body.id}`, "PATCH", [json({ flags: 0 })])
      assert.deepStrictEqual(again.body.embeds, reply.body.embeds)
      const without = yield* sendForm(`${hook}/messages/${reply.body.id}`, "PATCH", [
        json({ content: "x", embeds: [] })
      ])
      assert.deepStrictEqual(without.body.attachments, [])
      assert.strictEqual((yield* bytesAt(reply.body.embeds[0]?.image?.url ?? "")).status, 404)
    })
  )

  it.live("in an ephemeral message says that it is ephemeral", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const reply = yield* sendForm(hook, "POST", [json({ flags: 64 }), picture])
      assert.strictEqual(reply.body.attachments[0]?.ephemeral, true)
    })
  )
})

describe("the address of a file", () => {
  const EMBED = json({ embeds: [{ title: "Dog", image: { url: "attachment://pets/dog.png" } }] })
  const DAY = 86_400_000

  it.live("has a part that nobody can guess", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const address = new URL((yield* sendForm(hook, "POST", [picture])).body.attachments[0]?.url ?? "")
      const later = (Number.parseInt(address.searchParams.get("ex") ?? "", 16) + 1).toString(16)
      for (const [name, value] of [["hm"], ["hm", "0".repeat(64)], ["ex"], ["ex", later], ["is", "0"]] as const) {
        const other = new URL(address)
        if (value === undefined) other.searchParams.delete(name)
        else other.searchParams.set(name, value)
        assert.strictEqual((yield* bytesAt(other.href)).status, 404, other.search)
      }
      assert.strictEqual((yield* bytesAt(address.href)).status, 200)
    })
  )

  it.live("ends after a day; the message then has a new one, in its embeds, too", () =>
    Effect.gen(function* () {
      const { hook, advance, messages } = yield* answered()
      const was = (yield* sendForm(hook, "POST", [EMBED, picture])).body.embeds[0]?.image
      yield* advance(DAY - 3_600_000)
      assert.strictEqual((yield* bytesAt(was?.url ?? "")).status, 200)
      yield* advance(3_600_000)
      assert.strictEqual((yield* bytesAt(was?.url ?? "")).status, 404)
      const message = shownIn(yield* messages(BOB, GENERAL)).messages.at(-1)
      const is = message?.embeds[0]?.image
      assert.notStrictEqual(is?.url, was?.url)
      assert.deepStrictEqual((yield* bytesAt(is?.url ?? "")).bytes, PNG)
    })
  )

  it.live("that a bot sends back when it edits is renewed like the others", () =>
    Effect.gen(function* () {
      const { advance, channel, rest } = yield* spoken([EMBED, picture])
      const before = yield* channel
      yield* advance(2 * DAY)
      const { attachments, embeds } = before
      const edited = yield* rest(`/channels/${GENERAL}/messages/${before.id}`, {
        method: "PATCH",
        json: { content: "edited", attachments: attachments.map(({ id }) => ({ id })), embeds }
      })
      assert.strictEqual(edited.status, 200, edited.text)
      const after = yield* channel
      assert.deepStrictEqual(after.attachments, [])
      assert.deepStrictEqual((yield* bytesAt(after.embeds[0]?.image?.url ?? "")).bytes, PNG)
    })
  )

  it.live("is no part of a world", () =>
    Effect.gen(function* () {
      const { control, hook } = yield* answered()
      const shown = (yield* sendForm(hook, "POST", [EMBED, picture])).body.embeds[0]?.image?.url ?? ""
      const [, id = ""] = /attachments\/\d+\/(\d+)/.exec(shown) ?? []
      const { text } = yield* control("/world")
      assert.include(text, `"/attachments/${GENERAL}/${id}/dog.png"`)
      assert.notMatch(text, /hm=/)
    })
  )
})

/** A message of the bot with files, and how its channel shows it. */
const spoken = Effect.fnUntraced(function* (fields: ReadonlyArray<Field>) {
  const { advance, rest, server } = yield* stage(saying("hi"))
  const place = `/channels/${GENERAL}/messages`
  const sent = yield* sendForm(`${server.addresses.url}/api/v10${place}`, "POST", fields, BOT)
  assert.strictEqual(sent.status, 200)
  // An answer of REST with a whole message.
  const channel = Effect.map(rest(`${place}/${sent.body.id}`), ({ text }) => JSON.parse(text) as MessageBody)
  return { advance, channel, rest }
})

describe("PATCH attachments array", () => {
  it.live("left out keeps so many files that new ones must find room beside them", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const six = Array.from({ length: 6 }, (_, i): Field => ({ ...note, name: `files[${i}]` }))
      const place = `${hook}/messages/${(yield* sendForm(hook, "POST", six)).body.id}`
      const more = yield* sendForm(place, "PATCH", six)
      assert.strictEqual(more.status, 400)
      assert.nestedProperty(more.body.errors, "attachments._errors")
      assert.strictEqual((yield* sendForm(place, "PATCH", six.slice(2))).body.attachments.length, 10)
    })
  )

  it.live("lists kept ones by id plus new ones; missing ones are removed", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const before = (yield* sendForm(hook, "POST", [json({ content: "x" }), picture, note])).body
      const [dog, text] = before.attachments
      const body = { attachments: [{ id: text?.id, description: "kept" }, { id: 7 }] }
      const added: Field = { ...picture, name: "files[7]", filename: "cat.png" }
      const after = yield* sendForm(`${hook}/messages/${before.id}`, "PATCH", [json(body), added])
      assert.deepStrictEqual(names(after.body), ["note.txt", "cat.png"])
      assert.deepInclude(after.body.attachments[0], { id: text?.id ?? "", description: "kept" })
      assert.strictEqual((yield* bytesAt(dog?.url ?? "")).status, 404)
      assert.strictEqual((yield* bytesAt(text?.url ?? "")).status, 200)
    })
  )

  it.live("left out keeps every file and adds the new ones; empty removes them", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const before = (yield* sendForm(hook, "POST", [json({ content: "x" }), picture])).body
      const place = `${hook}/messages/${before.id}`
      assert.deepStrictEqual(names((yield* sendForm(place, "PATCH", [json({ content: "y" }), note])).body), [
        "dog.png",
        "note.txt"
      ])
      assert.deepStrictEqual(names((yield* sendForm(place, "PATCH", [json({ attachments: [] })])).body), [])
      const emptied = yield* sendForm(place, "PATCH", [json({ content: "" })])
      assert.deepStrictEqual([emptied.status, emptied.body.code], [400, 50006])
    })
  )

  it.live("a deleted message takes its files along", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const { id, attachments } = (yield* sendForm(hook, "POST", [picture])).body
      const place = `${hook}/messages/${id}`
      assert.strictEqual((yield* bytesAt(place)).status, 200)
      assert.strictEqual((yield* sendForm(place, "DELETE", [])).status, 204)
      assert.strictEqual((yield* bytesAt(place)).status, 404)
      assert.strictEqual((yield* bytesAt(attachments[0]?.url ?? "")).status, 404)
    })
  )
})

describe("a form is refused, with the place and the rule", () => {
  const big: Field = { ...picture, value: Buffer.alloc(interaction.attachmentSizeBytes + 1) }
  const many = Array.from({ length: 11 }, (_, i): Field => ({ ...note, name: `files[${i}]` }))
  const fields = Array.from({ length: http.multipartParts + 1 }, (_, i): Field => ({ name: `${i}`, value: "" }))

  it.live.each([
    ["files beyond attachment_size_limit", [json({}), big], 413, undefined],
    ["more said than a body without files may say", [json({ nonce: "x".repeat(http.bodyBytes) })], 413, undefined],
    ["eleven files", [json({}), ...many], 400, "attachments"],
    ["more parts than any message needs", fields, 400, ""],
    ["an attachment without its file", [json({ attachments: [{ id: 3 }] }), picture], 400, "attachments.0.id"],
    ["an attachment twice", [json({ attachments: [{ id: 0 }, { id: 0 }] }), picture], 400, "attachments.1.id"],
    ["a file without a name", [json({}), { ...picture, filename: ".." }], 400, "files.0"],
    ["a name of two lines", [json({}), { ...picture, filename: "a\r\nb" }], 400, "files.0"],
    ["a voice message that is no sound", [json({ flags: 8192 }), picture], 400, "attachments"],
    ["payload_json that is no JSON", [{ name: "payload_json", value: "{" }], 400, undefined]
  ] as const)("for %s", ([, fields, status, place]) =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const reply = yield* sendForm(hook, "POST", fields)
      assert.strictEqual(reply.status, status)
      if (place !== undefined) assert.nestedProperty(reply.body.errors, place === "" ? "_errors" : `${place}._errors`)
    })
  )
})

describe("values of a form", () => {
  it.live("may stand in fields of their own, in multipart and in url-encoded forms", () =>
    Effect.gen(function* () {
      const { hook } = yield* answered()
      const reply = yield* sendForm(hook, "POST", [{ name: "content", value: "plain" }, picture])
      assert.strictEqual(reply.body.content, "plain")
      const encoded = yield* Effect.promise(async () => {
        const response = await fetch(hook, { method: "POST", body: new URLSearchParams({ content: "url" }) })
        return (await response.json()) as { readonly content: string }
      })
      assert.strictEqual(encoded.content, "url")
    })
  )
})
