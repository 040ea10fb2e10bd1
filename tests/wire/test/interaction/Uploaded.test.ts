import { interaction } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ADOPT, ALICE, GENERAL } from "../Harbour.ts"
import { call, payloadOf, saying, stage } from "../Stage.ts"

const PNG = Buffer.from("89504e470d0a1a0a00ff", "hex")

const attached = (attachment: object) => ({
  command_id: ADOPT,
  options: [{ name: "animal", value: "dog" }],
  attachments: [
    { option: "picture", filename: "dog.png", content_type: "image/png", base64: PNG.toString("base64"), ...attachment }
  ]
})

const bytesAt = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(url)
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  })

describe("a file attached to an option", () => {
  it.live("is resolved in the payload, and can be downloaded from its URL", () =>
    Effect.gen(function* () {
      const { app, server, use } = yield* stage(saying("What a dog!"))
      assert.deepInclude((yield* use(ALICE, GENERAL, attached({}))).body, { state: "responded" })
      const { data } = payloadOf(yield* app.take)
      const option = data.options.find(({ name }) => name === "picture")
      assert.deepInclude(option, { type: 11 })
      const resolved = data.resolved.attachments[String(option?.value)]
      const { url, ...fields } = resolved ?? {}
      assert.deepInclude(fields, {
        id: option?.value,
        filename: "dog.png",
        content_type: "image/png",
        size: PNG.length
      })
      assert.isTrue(String(url).startsWith(`${server.addresses.url}/attachments/${GENERAL}/`))
      const { status, headers, bytes } = yield* bytesAt(String(url))
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(bytes, PNG)
      assert.strictEqual(headers.get("content-type"), "image/png")
      assert.strictEqual(headers.get("content-length"), String(PNG.length))
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(headers.get("content-disposition"), "attachment")
    })
  )

  it.live.each([
    ["spaces and a percent sign", { filename: "my dog 100%.png" }],
    ["letters of any language", { filename: "собака-犬🐕.png" }],
    ["a question mark", { filename: "who?.png#a" }],
    ["255 characters", { filename: "a".repeat(255) }]
  ] as const)("may have a name with %s", ([, attachment]) =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("ok"))
      assert.strictEqual((yield* use(ALICE, GENERAL, attached(attachment))).status, 200)
      const [resolved] = Object.values(payloadOf(yield* app.take).data.resolved.attachments)
      assert.strictEqual(resolved?.["filename"], attachment.filename)
      assert.deepStrictEqual((yield* bytesAt(String(resolved?.["url"]))).bytes, PNG)
    })
  )

  it.live.each(["../../etc/dog.png", "C:\\pets\\dog.png"])("has its name without the folders of %s", (filename) =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("ok"))
      assert.strictEqual((yield* use(ALICE, GENERAL, attached({ filename }))).status, 200)
      const [resolved] = Object.values(payloadOf(yield* app.take).data.resolved.attachments)
      assert.strictEqual(resolved?.["filename"], "dog.png")
      assert.deepStrictEqual((yield* bytesAt(String(resolved?.["url"]))).bytes, PNG)
    })
  )

  it.live("says its measures when it is a picture", () =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("ok"))
      const picture = Buffer.from("89504e470d0a1a0a0000000d4948445200000002000000030806000000b9eade81", "hex")
      yield* use(ALICE, GENERAL, attached({ base64: picture.toString("base64") }))
      const [resolved] = Object.values(payloadOf(yield* app.take).data.resolved.attachments)
      assert.deepInclude(resolved, { width: 2, height: 3 })
    })
  )

  it.live("without a content type is bytes; an empty one has none", () =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("ok"))
      yield* use(ALICE, GENERAL, attached({ content_type: null, base64: "" }))
      const [resolved] = Object.values(payloadOf(yield* app.take).data.resolved.attachments)
      assert.deepInclude(resolved, { size: 0 })
      assert.notProperty(resolved, "content_type")
      const { headers, bytes } = yield* bytesAt(String(resolved?.["url"]))
      assert.strictEqual(headers.get("content-type"), "application/octet-stream")
      assert.strictEqual(bytes.length, 0)
    })
  )

  const big = Buffer.alloc(interaction.attachmentSizeBytes).toString("base64")

  it.live("may be as large as the payload says", () =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("ok"))
      assert.strictEqual((yield* use(ALICE, GENERAL, attached({ base64: big }))).status, 200)
      const payload: { readonly attachment_size_limit?: number } = JSON.parse((yield* app.take).body)
      assert.strictEqual(payload.attachment_size_limit, interaction.attachmentSizeBytes)
    })
  )

  it.live.each([
    ["one byte more", { base64: Buffer.alloc(interaction.attachmentSizeBytes + 1).toString("base64") }, "base64"],
    ["no base64", { base64: "dog!" }, "base64"],
    ["cut base64", { base64: "AAAAA" }, "base64"],
    ["no bytes at all", { base64: null }, "base64"],
    ["no name", { filename: null }, "filename"],
    ["an empty name", { filename: "" }, "filename"],
    ["a name that is a step up", { filename: ".." }, "filename"],
    ["a name that is no text", { filename: "\ud800" }, "filename"],
    ["a name of 256 characters", { filename: "a".repeat(256) }, "filename"],
    ["a content type of two lines", { content_type: "text/plain\r\nx: y" }, "content_type"],
    ["no option", { option: null }, "option"],
    ["an option that takes no file", { option: "age" }, "option"],
    ["an option that is not there", { option: "pictrue" }, "option"]
  ] as const)("is refused, and nothing is delivered, with %s", ([, attachment, field]) =>
    Effect.gen(function* () {
      const { app, use } = yield* stage(saying("never"))
      const { status, body } = yield* use(ALICE, GENERAL, attached(attachment))
      assert.strictEqual(status, 400)
      assert.deepInclude(body, { code: 50035 })
      assert.nestedProperty(body.errors, `attachments.0.${field}._errors`)
      assert.deepStrictEqual(app.received, [])
    })
  )

  it.live.each(["/attachments/1/2/dog.png", "/attachments/1/x/dog.png", "/attachments/1/%00/dog.png"])(
    "that is not there is 404: %s",
    (path) =>
      Effect.gen(function* () {
        const { server } = yield* stage(saying("never"))
        assert.strictEqual((yield* call(`${server.addresses.url}${path}`)).status, 404)
      })
  )
})
