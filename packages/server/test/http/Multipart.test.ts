import { http } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { readMultipart } from "../../src/http/Multipart.ts"

const read = (fields: ReadonlyArray<readonly [name: string, value: string | File]>) =>
  Effect.promise(async () => {
    const form = new FormData()
    for (const [name, value] of fields) {
      if (typeof value === "string") form.append(name, value)
      else form.append(name, value, value.name)
    }
    const sent = new Response(form)
    return [sent.headers.get("content-type") ?? "", new Uint8Array(await sent.arrayBuffer())] as const
  }).pipe(Effect.flatMap(([type, bytes]) => readMultipart(type, bytes)))

const file = (name: string, type = "text/plain") => new File([name], name, { type })

describe("a file of a form", () => {
  it.effect("has the number of its field, and under another name the next one", () =>
    Effect.gen(function* () {
      const sent = yield* read([
        ["notes.txt", file("notes.txt")],
        ["files[2]", file("dog.png")],
        ["more.txt", file("more.txt")],
        ["payload_json", "{}"]
      ])
      assert.deepStrictEqual(
        sent?.files.map(({ index, filename }) => [index, filename]),
        [
          [2, "dog.png"],
          [3, "notes.txt"],
          [4, "more.txt"]
        ]
      )
      assert.deepStrictEqual([...(sent?.fields ?? [])], [["payload_json", "{}"]])
    })
  )
  it.effect("is the payload when it is named so", () =>
    Effect.gen(function* () {
      const payload = new File(['{"content":"hi"}'], "blob", { type: "application/json" })
      const sent = yield* read([["payload_json", payload]])
      assert.deepStrictEqual([sent?.files, sent?.fields.get("payload_json")], [[], '{"content":"hi"}'])
    })
  )
})

describe("the name of a file", () => {
  const named = (name: string) => {
    const head = `Content-Disposition: form-data; name="files[0]"; filename="${name}"`
    const bytes = Buffer.from(`--b\r\n${head}\r\n\r\n"\\""\r\n--b--\r\n`)
    return Effect.map(readMultipart("multipart/form-data; boundary=b", bytes), (sent) => sent?.files[0])
  }

  it.effect.each([
    ["as discord.py and discordgo write it", 'a \\"dog\\".png', 'a "dog".png'],
    ["as browsers write it", "a %22dog%22.png", 'a "dog".png'],
    ["that ends in a backslash", "dog\\", "dog\\"]
  ] as const)("with quotes, %s", ([, sent, name]) =>
    Effect.gen(function* () {
      const file = yield* named(sent)
      assert.strictEqual(file?.filename, name)
      assert.strictEqual(Buffer.from(file?.base64 ?? "", "base64").toString(), '"\\""')
    })
  )
})

describe("a body of many parts", () => {
  const parts = (count: number) => read(Array.from({ length: count }, (_, i) => [`field${i}`, "x"] as const))

  it.effect("is read up to the bound, and refused beyond it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* parts(http.multipartParts))?.fields.size, http.multipartParts)
      assert.isUndefined(yield* parts(http.multipartParts + 1))
    })
  )
})

describe("measures", () => {
  it.effect.each([
    ["bytes that go on for ever like a picture", Buffer.from("ffd8ffe00000", "hex")],
    ["bytes of a rare kind of picture", Buffer.alloc(64)]
  ] as const)("%s have none", ([, head]) =>
    Effect.gen(function* () {
      const bytes = Buffer.concat([head, Buffer.alloc(1024 * 1024)])
      const sent = yield* read([["files[0]", new File([bytes], "a.jpg", { type: "image/jpeg" })]])
      assert.hasAllKeys(sent?.files[0], ["index", "filename", "content_type", "size", "base64"])
    })
  )
})

describe("whatever the bytes are", () => {
  const BOUNDARY = "----------------SlashCreate"
  const piece = fc.oneof(
    fc.constantFrom(
      `--${BOUNDARY}`,
      `--${BOUNDARY}--`,
      "\r\n",
      "\n",
      'Content-Disposition: form-data; name="payload_json"',
      'Content-Disposition: form-data; name="files[0]"; filename="a\\"b.png"',
      "content-disposition:form-data;name=file;filename*=utf-8''%e7%8a%ac",
      "Content-Type: image/png",
      "Content-Type: a b",
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
      "{}"
    ),
    fc.string({ unit: "binary", maxLength: 20 })
  )

  it.effect("a form is read, or it is none: nothing breaks", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
          const bytes = Buffer.from(`--${BOUNDARY}\r\n${pieces.join("")}\r\n--${BOUNDARY}--`)
          const sent = await Effect.runPromise(readMultipart(`multipart/form-data; boundary=${BOUNDARY}`, bytes))
          for (const { size, base64 } of sent?.files ?? []) {
            assert.strictEqual(Buffer.from(base64, "base64").length, size)
          }
        }),
        { numRuns: 500 }
      )
    )
  )
})
