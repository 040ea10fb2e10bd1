import * as Limits from "@backlot/domain/base/Limits"
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import type { StorageError } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import * as Answer from "../../src/http/Answer.ts"
import * as Body from "../../src/http/Body.ts"
import type { Call } from "../../src/http/Route.ts"
import { ask, call, head, open, raw } from "../fixture/Client.ts"
import { listen } from "../fixture/Listening.ts"
import { collect } from "../fixture/Logs.ts"

const MAX = 1_000

const answering = <A>(read: (call: Call) => Effect.Effect<A, ServiceError | StorageError>) => {
  const echo = (value: A) => Answer.json(200, value ?? "nothing")
  return (call: Call) =>
    Effect.match(Effect.catchTag(read(call), "StorageError", Effect.die), {
      onSuccess: echo,
      onFailure: Answer.failure
    })
}

const ROUTES = {
  "POST /json": answering((call) => Body.json(call, MAX)),
  "POST /text": answering((call) => Body.text(call, MAX)),
  "POST /form": answering((call) => Effect.map(Body.form(call, MAX), (form) => form && [...form])),
  "GET /json": () => Effect.succeed(Answer.json(200, "still there"))
}

const INVALID_JSON = { message: "The request body contains invalid JSON.", code: 50109 }
const TOO_LARGE = { message: "Request entity too large", code: 40005 }

const invalidForm = (code: string, message: string) => ({
  message: "Invalid Form Body",
  code: 50035,
  errors: { _errors: [{ code, message }] }
})
const WRONG_TYPE = invalidForm(
  "CONTENT_TYPE_INVALID",
  `Expected "Content-Type" header to be one of {'application/json'}.`
)
const TOO_DEEP = invalidForm("BASE_TYPE_TOO_DEEP", "Must not nest deeper than 32 levels.")

const JSON_TYPE = { "content-type": "application/json" }
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
const size = (bytes: number) => `"${"x".repeat(bytes - 2)}"`

describe("a JSON body", () => {
  it.live.each([
    ["is parsed", JSON_TYPE, '{"a":[1,"é"]}', 200, { a: [1, "é"] }],
    ["may have a charset parameter", { "content-type": "application/json; charset=utf-8" }, "1", 200, 1],
    ["may spell its type in any case", { "content-type": "Application/JSON" }, "1", 200, 1],
    ["may begin with a byte order mark", JSON_TYPE, "\uFEFF1", 200, 1],
    ["of another type is refused", { "content-type": "text/plain" }, "{}", 400, WRONG_TYPE],
    ["of a type that only looks alike is refused", { "content-type": "application/json5" }, "{}", 400, WRONG_TYPE],
    ["without a type is refused", {}, "{}", 400, WRONG_TYPE],
    ["of another type is refused whatever it holds", { "content-type": "text/plain" }, "{", 400, WRONG_TYPE],
    ["that is no JSON is invalid", JSON_TYPE, "{", 400, INVALID_JSON],
    [
      "keeps the digits of an integer beyond 2^53, as text",
      JSON_TYPE,
      "[18014398509481983, 9007199254740991]",
      200,
      ["18014398509481983", 9007199254740991]
    ],
    [
      "leaves long digits in text and fractions alone",
      JSON_TYPE,
      '["1234567890123456789", 1.2345678901234567]',
      200,
      ["1234567890123456789", 1.2345678901234567]
    ],
    ["that is empty is invalid", JSON_TYPE, "", 400, INVALID_JSON],
    ["with something behind it is invalid", JSON_TYPE, "{} {}", 400, INVALID_JSON],
    ["that is not UTF-8 is invalid", JSON_TYPE, Uint8Array.of(0x22, 0xff, 0x22), 400, INVALID_JSON],
    ["of 32 levels passes", JSON_TYPE, nested(32), 200, JSON.parse(nested(32))],
    ["of 33 levels is too deep", JSON_TYPE, nested(33), 400, TOO_DEEP],
    ["of as many bytes as allowed passes", JSON_TYPE, size(MAX), 200, JSON.parse(size(MAX))],
    ["of one byte more is too large", JSON_TYPE, size(MAX + 1), 413, TOO_LARGE],
    ["is measured in bytes", JSON_TYPE, `"${"é".repeat(MAX / 2)}"`, 413, TOO_LARGE]
  ] as const)("%s", ([, headers, body, status, answer]) =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      assert.deepStrictEqual(yield* ask(`${url}/json`, { headers, body }), { status, body: answer })
    })
  )

  it.live("keeps a key such as __proto__ as data", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const { text } = yield* call(`${url}/json`, { headers: JSON_TYPE, body: '{"__proto__":{"a":1}}' })
      assert.strictEqual(text, '{"__proto__":{"a":1}}')
    })
  )

  it.live("nested a hundred thousand times is refused, never a defect", () =>
    Effect.gen(function* () {
      const url = yield* listen({ "POST /json": answering((call) => Body.json(call)) })
      const { status } = yield* ask(`${url}/json`, { headers: JSON_TYPE, body: nested(100_000) })
      assert.strictEqual(status, 400)
    })
  )
})

describe("a body of another kind", () => {
  it.live.each([
    [
      "a form gives its fields",
      "/form",
      "application/x-www-form-urlencoded",
      "a=b%20c&a=d",
      200,
      [
        ["a", "b c"],
        ["a", "d"]
      ]
    ],
    ["anything else is no form", "/form", "application/json", "{}", 200, "nothing"],
    ["a form can be too large", "/form", "application/x-www-form-urlencoded", size(MAX + 1), 413, TOO_LARGE],
    ["a text is taken whatever its type", "/text", "application/yaml", "a: é", 200, "a: é"],
    ["a text can be too large", "/text", "application/yaml", size(MAX + 1), 413, TOO_LARGE]
  ] as const)("%s", ([, path, type, body, status, answer]) =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const answered = yield* ask(`${url}${path}`, { headers: { "content-type": type }, body })
      assert.deepStrictEqual(answered as unknown, { status, body: answer })
    })
  )
})

describe("a compressed body", () => {
  it.live.each(["gzip", "br", "zstd", "deflate", "x-gzip", "identity, gzip"])("is refused: %s", (coding) =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const headers = { ...JSON_TYPE, "content-encoding": coding }
      const { status, text } = yield* call(`${url}/json`, { headers, body: "1" })
      assert.strictEqual(status, 400)
      assert.include(text, '"errors":{"_errors":[{"code":"CONTENT_ENCODING_INVALID"')
    })
  )

  it.live("is none by the name of identity", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const headers = { ...JSON_TYPE, "content-encoding": "Identity" }
      assert.strictEqual((yield* call(`${url}/json`, { headers, body: "1" })).status, 200)
    })
  )
})

describe("a body that comes", () => {
  const post = (...lines: ReadonlyArray<string>) =>
    head("POST /json HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", ...lines)

  // A stream buffers 64 KiB, and gives one piece at a time.
  it.live.each([1, 60_000, 70_000, 106_342, 1_000_000])("in one piece or several is the same: %s bytes", (bytes) =>
    Effect.gen(function* () {
      const url = yield* listen({ "POST /json": answering((call) => Body.text(call, 1_000_000)) })
      const text = "0123456789".repeat(bytes / 10).padEnd(bytes, "x")
      const chunks = text.replace(/.{1,1000}/g, (chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
      const closing = "Connection: close"
      for (const sent of [
        `${post(`Content-Length: ${bytes}`, closing)}${text}`,
        `${post("Transfer-Encoding: chunked", closing)}${chunks}0\r\n\r\n`
      ]) {
        const answer = yield* raw(url, sent)
        assert.isTrue(answer.endsWith(`\r\n\r\n"${text}"`), answer.slice(0, 500))
      }
    })
  )

  it.live("is refused by its declared length before it is sent", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const answer = yield* raw(url, post(`Content-Length: ${Limits.http.bodyBytes}`))
      assert.match(answer, /^HTTP\/1\.1 413 .*"code":40005/s)
    })
  )

  it.live("is refused as soon as its chunks are too much", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const chunk = `400\r\n${"x".repeat(0x400)}\r\n`
      const socket = yield* open(url, `${post("Transfer-Encoding: chunked")}${chunk}`)
      const [first] = yield* Effect.promise(() => socket.take(1).toArray())
      assert.match(String(first), /^HTTP\/1\.1 413 .*"code":40005/s)
    })
  )

  it.live("is asked for with 100 Continue when the client expects that", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const request = post("Expect: 100-continue", "Content-Length: 2", "Connection: close")
      const answer = yield* raw(url, `${request}{}`)
      assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n.*\{\}$/s)
    })
  )

  it.live("is not asked for when it will be too large", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const answer = yield* raw(url, post("Expect: 100-continue", `Content-Length: ${MAX + 1}`))
      assert.match(answer, /^HTTP\/1\.1 413 /)
    })
  )

  it.live("may be followed at once by the next request", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const both = `${post("Content-Length: 1")}1${post("Content-Length: 1", "Connection: close")}2`
      assert.match(yield* raw(url, both), /^HTTP\/1\.1 200 .*\r\n\r\n1HTTP\/1\.1 200 .*\r\n\r\n2$/s)
    })
  )

  it.live("that is declared twice over is refused by HTTP itself", () =>
    Effect.gen(function* () {
      const url = yield* listen(ROUTES)
      const answer = yield* raw(url, `${post("Content-Length: 1", "Transfer-Encoding: chunked")}0\r\n\r\n`)
      assert.match(answer, /^HTTP\/1\.1 400 /)
    })
  )

  it.live("and breaks off leaves the server answering, and no log", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const read = (call: Call) =>
        Deferred.succeed(begun, undefined).pipe(
          Effect.andThen(answering((call) => Body.json(call))(call)),
          Effect.ensuring(Deferred.succeed(ended, undefined))
        )
      const url = yield* listen({ ...ROUTES, "POST /json": read })
      const socket = yield* open(url, `${post("Content-Length: 100")}{"half`)
      yield* Deferred.await(begun)
      socket.destroy()
      yield* Deferred.await(ended)
      assert.deepStrictEqual(yield* ask(`${url}/json`), { status: 200, body: "still there" })
      assert.deepStrictEqual(logs.lines, [])
    }).pipe(Effect.provide(logs.layer))
  })
})
