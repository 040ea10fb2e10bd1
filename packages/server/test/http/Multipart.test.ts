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
    ["that ends in a backslash", "dog\\", "dog"]
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

describe("the head of a part", () => {
  const CONTENT = "Content-Disposition: form-data; name="
  const form = (head: string) => Buffer.from(`--b\r\n${head}\r\n\r\nx\r\n--b--\r\n`)
  const readIn = (type: string, bytes: Uint8Array) => readMultipart(`multipart/form-data; ${type}`, bytes)
  const lines = (count: number) => [`${CONTENT}"a"`, ...Array.from({ length: count - 1 }, (_, i) => `x-${i}: y`)]

  it.effect("is read up to its bounds in bytes and lines, and refused beyond them", () =>
    Effect.gen(function* () {
      const named = (bytes: number) => form(`${CONTENT}"${"a".repeat(bytes - CONTENT.length - 2)}"`)
      assert.strictEqual((yield* readIn("boundary=b", named(http.partHeadBytes)))?.fields.size, 1)
      assert.isUndefined(yield* readIn("boundary=b", named(http.partHeadBytes + 1)))
      const many = (count: number) => form(lines(count).join("\r\n"))
      assert.strictEqual((yield* readIn("boundary=b", many(http.partHeadLines)))?.fields.size, 1)
      assert.isUndefined(yield* readIn("boundary=b", many(http.partHeadLines + 1)))
    })
  )

  it.effect("has no way around its bounds by a second boundary", () =>
    Effect.gen(function* () {
      const hidden = `${CONTENT}"a"\r\n\r\n\r\n--other\r\n\r\n\r\n--b\r\n${lines(http.partHeadLines + 1).join("\r\n")}`
      for (const type of ['x="; boundary=other"; boundary=b', "boundary=other; boundary=b", 'boundary="other"']) {
        assert.isUndefined(yield* readIn(type, form(hidden)), type)
      }
    })
  )
})

describe("the time to read a form", () => {
  const B = "b"
  const within = (head: string, body = "x", boundary = B) =>
    `--${boundary}\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${body}\r\n--${boundary}--\r\n`
  /** Forms of about so many bytes. */
  const FORMS: Readonly<Record<string, (bytes: number) => readonly [text: string, boundary?: string]>> = {
    "quotes in a name": (n) => [within(`"${'a\\"'.repeat(n / 3)}"`)],
    "encoded quotes in a name": (n) => [within(`"${"a%22".repeat(n / 4)}"`)],
    "lines of a head": (n) => [within(`"a"\r\n${"a:b\r\n".repeat(n / 5)}x: y`)],
    "a head without an end": (n) => [`--b\r\n${"a:b\r\n".repeat(n / 5)}`],
    "parameters of a head": (n) => [within(`"a"${";a=b".repeat(n / 4)}`)],
    "spaces of a head": (n) => [within(`"a";${" ".repeat(n)}x`)],
    "parts without a head": (n) => ["--b\r\n".repeat(n / 5)],
    "almost boundaries": (n) => [within('"a"', "\r\n--".repeat(n / 4), "b".repeat(70)), "b".repeat(70)],
    dashes: (n) => [within('"a"', "-".repeat(n), "-".repeat(70)), "-".repeat(70)],
    "line ends before the form": (n) => [`${"\r\n".repeat(n / 2)}${within('"a"')}`],
    "line ends after the form": (n) => [`${within('"a"')}${"\r\n".repeat(n / 2)}`],
    "a field": (n) => [within('"a"', "a".repeat(n))],
    "a file": (n) => [within('"files[0]"; filename="a"', "a".repeat(n))]
  }
  const SMALL = 250_000

  /** The shortest of a few processor times, because other work of the process only adds to them. */
  const timed = Effect.fnUntraced(function* (make: (bytes: number) => readonly [string, string?], bytes: number) {
    const [text, boundary = B] = make(bytes)
    const body = Buffer.from(text)
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < 5; i++) {
      const begun = process.cpuUsage()
      yield* readMultipart(`multipart/form-data; boundary=${boundary}`, body)
      const { user, system } = process.cpuUsage(begun)
      least = Math.min(least, (user + system) / 1_000)
    }
    return least
  })

  it.live.each(Object.entries(FORMS))("grows no more than its bytes: %s", ([, make]) =>
    Effect.gen(function* () {
      yield* timed(make, SMALL)
      const small = yield* timed(make, SMALL)
      const large = yield* timed(make, 8 * SMALL)
      // Eight times the bytes: 8 is linear, 64 quadratic. Times below 10 ms say nothing.
      assert.isBelow(large / Math.max(small, 10), 28)
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
        { numRuns: (process.env["BACKLOT_DEEP"] ?? "") === "" ? 500 : 50_000 }
      )
    )
  )
})
