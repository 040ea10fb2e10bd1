/**
 * Everything that a stranger sends is read in a time that grows with its bytes and no faster: bodies of each kind,
 * queries, heads and frames, through the whole server. `BACKLOT_DEEP=1` sends each text to each endpoint with a body.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { WebSocket } from "ws"
import * as Play from "../Harbour.ts"
import { ENDLESS, ENDPOINTS, type Endpoint, SAMPLES } from "./Endpoints.ts"
import { FACTOR, growth, MOST } from "./Growth.ts"
import { requestOf, validDraft } from "./Mutation.ts"
import { NO_INTERACTIONS, type Scene, scene } from "./Scene.ts"
import { exchange } from "./Wire.ts"

type Text = (n: number) => string

const list = (n: number, item: (i: number) => string, separator = ",") =>
  Array.from({ length: n }, (_, i) => item(i)).join(separator)

/** JSON of about `n` bytes. */
const JSONS: Readonly<Record<string, Text>> = {
  "unknown fields": (n) => `{${list(n / 12, (i) => `"k${i}":${i}`)}}`,
  "one field again and again": (n) => `{${list(n / 14, () => '"content":"a"')}}`,
  "one long text": (n) => `{"content":"${"a".repeat(n)}","name":"${"ä".repeat(n / 2)}"}`,
  escapes: (n) => `{"content":"${"\\u0041".repeat(n / 6)}"}`,
  "half characters": (n) => `{"content":"${"\\ud83d".repeat(n / 6)}"}`,
  "digits of a number": (n) => `{"flags":${"9".repeat(n)}}`,
  "digits of an id": (n) => `{"id":"${"9".repeat(n)}","recipient_id":"${"1".repeat(n)}"}`,
  "a list of anything": (n) => `[${list(n / 2, () => "0")}]`,
  "a list of empty objects": (n) => `[${list(n / 3, () => "{}")}]`,
  "lists of lists": (n) => `{"embeds":[${list(n / 40, () => `${"[".repeat(20)}${"]".repeat(20)}`)}]}`,
  "wrong options": (n) => `{"name":"a","description":"b","options":[${list(n / 12, () => '{"type":99}')}]}`,
  "wrong embeds": (n) =>
    `{"embeds":[${list(n / 13, () => '{"title":[]}')}],"components":[${list(n / 14, () => '{"type":"x"}')}]}`,
  "mentions and emojis": (n) => `{"content":"${"<@1><:a:1>".repeat(n / 10)}"}`,
  spaces: (n) => `{${" ".repeat(n)}"content":"a"}`,
  "no end": (n) => `[${'"a",'.repeat(n / 4)}`
}

/** Worlds of about `n` bytes; document/test/DocumentTime.long.test.ts has many more texts. */
const WORLDS: Readonly<Record<string, Text>> = {
  keys: (n) => list(n / 9, (i) => `k${i}: 1`, "\n"),
  users: (n) => `users:\n${list(n / 30, (i) => `  - {id: "${i + 1}", username: u${i}}`, "\n")}`,
  "wrong users": (n) => `users:\n${list(n / 8, () => "  - {a: b}", "\n")}`,
  "users of one id": (n) => `users:\n${list(n / 30, () => '  - {id: "1", username: u}', "\n")}`,
  quotes: (n) => '"'.repeat(n)
}

/** Pairs of about `n` bytes, for queries and forms. */
const PAIRS: Readonly<Record<string, Text>> = {
  names: (n) => list(n / 8, (i) => `k${i}=v`, "&"),
  "one name again and again": (n) => list(n / 8, () => "scope=a", "&"),
  "one long value": (n) => `scope=${"a".repeat(n)}`,
  scopes: (n) => `scope=${"identify+".repeat(n / 9)}`,
  "encoded bytes": (n) => `scope=${"%41".repeat(n / 3)}`,
  "broken encoding": (n) => `scope=${"%C3".repeat(n / 3)}&redirect_uri=${"%".repeat(n / 3)}`,
  separators: (n) => "&".repeat(n),
  "slashes of an address": (n) => `redirect_uri=http://127.0.0.1${"/".repeat(n)}`,
  "brackets in names": (n) => `a${"[b]".repeat(n / 3)}=c`
}

/** Header lines of about `n` bytes; a head has 16 KiB. */
const HEADS: Readonly<Record<string, Text>> = {
  "languages in Accept-Language": (n) => `Accept-Language: ${list(n / 8, (i) => `a${i};q=0`)}`,
  "weights in Accept-Language": (n) => `Accept-Language: de;q=${"0".repeat(n)}1`,
  "hyphens in Accept-Language": (n) => `Accept-Language: a${"-a".repeat(n / 2)}`,
  "spaces in Authorization": (n) => `Authorization: Bot${" ".repeat(n)}x`,
  "Basic credentials": (n) => `Authorization: Basic ${Buffer.from(":".repeat(n / 2)).toString("base64")}`,
  cookies: (n) => `Cookie: ${list(n / 8, (i) => `c${i}=v`, "; ")}`,
  "quotes in a cookie": (n) => `Cookie: a="${'\\"'.repeat(n / 2)}`,
  "parameters of a content type": (n) => `Content-Type: application/json${";a=b".repeat(n / 4)}`,
  "a boundary of quotes": (n) => `Content-Type: multipart/form-data; boundary="${'\\"'.repeat(n / 2)}`,
  "places that a proxy names": (n) => `X-Forwarded-For: ${list(n / 10, () => "127.0.0.1")}`,
  "an origin": (n) => `Origin: http://${"a.".repeat(n / 2)}b`,
  "a host": (n) => `Host: ${"a".repeat(n)}:${"1".repeat(9)}`,
  "header lines": (n) => list(n / 8, (i) => `x${i}: y`, "\r\n")
}

/** Frames of about `n` bytes; a frame has 4 KiB. */
const FRAMES: Readonly<Record<string, Text>> = {
  "unknown fields": (n) => `{"op":1,"d":null,${list(n / 10, (i) => `"k${i}":1`)}}`,
  nesting: (n) => `{"op":1,"d":${"[".repeat(n / 2)}${"]".repeat(n / 2)}}`,
  "a long text": (n) => `{"op":3,"d":"${"a".repeat(n)}"}`,
  "ids of members": (n) => `{"op":8,"d":{"guild_id":"1","user_ids":[${list(n / 4, () => '"1"')}]}}`,
  spaces: (n) => `${" ".repeat(n)}{"op":1,"d":null}`
}

const DEEP = (process.env["BACKLOT_DEEP"] ?? "") !== ""

/** Of each endpoint a smaller body, because the judges of this process keep what they have seen. */
const LARGE = { body: DEEP ? 100_000 : 800_000, world: 120_000, form: 64_000, head: 12_000, frame: 4_000 }

class Shared extends Context.Service<Shared, Scene>()("ParserTime/Shared") {
  static readonly layer = Layer.effect(Shared, scene)
}

/** Judges the growth of `send` between two inputs of which the second has eight times the bytes. */
const judge = Effect.fnUntraced(function* (large: number, send: (n: number) => Effect.Effect<unknown>) {
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const ratio = yield* Effect.promise(() =>
    growth(
      () => run(send(large / FACTOR)),
      () => run(send(large))
    )
  )
  assert.isBelow(ratio, MOST)
})

const answered = ({ port }: Scene, bytes: string, method: string) =>
  Effect.map(exchange(port, bytes, [method]), ({ answers, closed }) => {
    assert.isTrue(closed)
    assert.isBelow(answers[0]?.status ?? 999, 500)
  })

/** The sample of an endpoint with another body. */
const posting = (played: Scene, endpoint: Endpoint, body: string, type?: string) => {
  const valid = validDraft(endpoint, (SAMPLES[endpoint.name] ?? assert.fail())(played.interactions))
  const headers = valid.headers.map(
    ([name, value]) => [name, name === "Content-Type" ? (type ?? value) : value] as const
  )
  return answered(played, requestOf({ ...valid, headers, body: Buffer.from(body) }).bytes, valid.method)
}

const named = (name: string) => ENDPOINTS.find((endpoint) => endpoint.name === name) ?? assert.fail(name)

const hasJson = (endpoint: Endpoint): boolean => {
  if (ENDLESS.includes(endpoint.name) || endpoint.name === "put_world") return false
  const { body } = (SAMPLES[endpoint.name] ?? assert.fail())(NO_INTERACTIONS)
  return body !== undefined && !(body instanceof URLSearchParams)
}

const USUAL = ["create_application_command", "create_message", "update_lobby_message_external_moderation_metadata"]

const BODIES = DEEP ? ENDPOINTS.filter(hasJson) : USUAL.map(named)

const rows = (texts: Readonly<Record<string, Text>>) => Object.entries(texts).map(([what, text]) => ({ what, text }))

layer(Shared.layer, { excludeTestServices: true })("the time to read", (it) => {
  describe("a JSON body grows no more than its bytes", () => {
    it.effect.each(BODIES.flatMap((endpoint) => rows(JSONS).map((row) => ({ ...row, endpoint, name: endpoint.name }))))(
      "at $name: $what",
      ({ endpoint, text }) =>
        Effect.gen(function* () {
          const played = yield* Shared
          yield* judge(LARGE.body, (n) => posting(played, endpoint, text(n)))
        }),
      60_000
    )
  })

  it.effect.each(rows(WORLDS))("a world grows no more than its bytes: $what", ({ text }) =>
    Effect.gen(function* () {
      const played = yield* Shared
      yield* judge(LARGE.world, (n) => posting(played, named("put_world"), text(n), "application/yaml"))
    })
  )

  it.effect.each(rows(PAIRS))("a form grows no more than its bytes: $what", ({ text }) =>
    Effect.gen(function* () {
      const played = yield* Shared
      const type = "application/x-www-form-urlencoded"
      yield* judge(LARGE.form, (n) => posting(played, named("create_message"), text(n), type))
      yield* judge(LARGE.form, (n) => posting(played, named("exchange_token"), text(n), type))
    })
  )

  it.effect.each(rows(PAIRS))("a query grows no more than its bytes: $what", ({ text }) =>
    Effect.gen(function* () {
      const played = yield* Shared
      for (const path of ["/oauth2/authorize", `/api/v10/channels/${Play.GENERAL}/messages`, "/nowhere"]) {
        yield* judge(LARGE.head, (n) => {
          const head = [`GET ${path}?${text(n)} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close"]
          return answered(played, `${head.join("\r\n")}\r\n\r\n`, "GET")
        })
      }
    })
  )

  it.effect.each(rows(HEADS))("a head grows no more than its bytes: $what", ({ what, text }) =>
    Effect.gen(function* () {
      const played = yield* Shared
      const own = [...(what === "a host" ? [] : ["Host: 127.0.0.1"]), "Connection: close"]
      for (const path of ["/oauth2/authorize", "/api/v10/applications/@me", "/control/v1/health"]) {
        yield* judge(LARGE.head, (n) =>
          answered(played, `${[`GET ${path} HTTP/1.1`, ...own, text(n)].join("\r\n")}\r\n\r\n`, "GET")
        )
      }
    })
  )

  it.effect.each(rows(FRAMES))("frames of the gateway grow no more than their bytes: $what", ({ text }) =>
    Effect.gen(function* () {
      const { url } = yield* Shared
      // Many connections for one measure, because one frame is short, and a bad frame closes its connection.
      yield* judge(LARGE.frame, (n) =>
        Effect.promise(() => Promise.all(Array.from({ length: 20 }, () => closedBy(url, text(n)))))
      )
    })
  )
})

/** Sends one frame and then what closes the connection, and waits for that. */
const closedBy = (url: string, frame: string) =>
  new Promise<void>((resolve) => {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/gateway?v=10&encoding=json`)
    socket.on("error", () => {})
    socket.on("close", () => resolve())
    socket.on("open", () => {
      socket.send(frame)
      socket.send("{")
    })
  })
