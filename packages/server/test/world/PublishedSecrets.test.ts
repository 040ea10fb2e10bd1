/** On any other bind than loopback the secrets of the demo world, which everyone can read, let nobody in. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publishedSecrets } from "@backlot/domain/world/PublishedSecrets"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parse } from "yaml"
import { contactOf, DEFAULTS } from "../../src/Embed.ts"
import { type ServerOptions, start as serve } from "../../src/Server.ts"
import { call } from "../fixture/Client.ts"
import { collect } from "../fixture/Logs.ts"

const text = readFileSync(new URL("../../../../examples/worlds/demo.yaml", import.meta.url), "utf8")
const demo: {
  readonly applications: ReadonlyArray<{
    readonly id: string
    readonly bot: { readonly token: string }
    readonly client_secret: string
  }>
  readonly tokens: ReadonlyArray<{ readonly token: string }>
} = parse(text)
const given = { file: "demo.yaml", text }

const PUBLIC = { host: "0.0.0.0" }

const start = (options: Partial<ServerOptions> = {}) =>
  serve({ ...DEFAULTS, ...PUBLIC, world: { ...given, chosen: false }, ...options })

const authorizations = [
  ...demo.applications.map(({ bot }) => `Bot ${bot.token}`),
  ...demo.tokens.map(({ token }) => `Bearer ${token}`)
]

const answers = Effect.fnUntraced(function* (url: string) {
  const asked = yield* Effect.forEach(authorizations, (authorization) =>
    call(`${url}/api/v10/${authorization.startsWith("Bot") ? "applications" : "oauth2"}/@me`, {
      headers: { authorization }
    })
  )
  return asked.map(({ status }) => status)
})

const dataFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "backlot-public-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  ),
  (folder) => ({ kind: "file", file: join(folder, "backlot.db"), durable: false }) as const
)

describe("on any other bind than loopback", () => {
  it.live("the demo world's secrets are made anew, with a warning that says so", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const server = yield* start()
      const { url } = server.addresses
      assert.deepStrictEqual(
        yield* answers(url),
        authorizations.map(() => 401)
      )
      const { applications } = contactOf(server)
      const secrets = applications.flatMap(({ bot_token, client_secret }) => [bot_token, client_secret])
      const published = demo.applications.flatMap(({ bot, client_secret }) => [bot.token, client_secret])
      assert.strictEqual(new Set([...secrets, ...published]).size, 2 * published.length)
      for (const { id, bot_token } of applications) {
        const headers = { authorization: `Bot ${bot_token}` }
        assert.include((yield* call(`${url}/api/v10/applications/@me`, { headers })).text, id)
      }
      assert.include(
        logs.lines.join("\n"),
        "made anew, because they are published and 0.0.0.0 is not a loopback address; the banner and the ready file have them"
      )
      // The world that a reset restores has the new ones too.
      const headers = { authorization: `Bearer ${server.controlToken}` }
      assert.strictEqual((yield* call(`${url}/control/v1/reset`, { method: "POST", headers })).status, 204)
      assert.deepStrictEqual(
        yield* answers(url),
        authorizations.map(() => 401)
      )
    }).pipe(Effect.provide(logs.layer))
  })

  it.live.each(["world", "imported"])("a named world with one of them is refused at its place (%s)", (by) =>
    Effect.gen(function* () {
      const named = by === "world" ? { world: { ...given, chosen: true } } : { imported: given }
      const { message } = yield* Effect.flip(start(named))
      const lines = message.split("\n")
      assert.strictEqual(lines.length, 6)
      const at = text.split("\n").findIndex((line) => line.includes("bot: {")) + 1
      assert.match(
        lines[0] ?? "",
        new RegExp(`^demo\\.yaml:${at}:\\d+ applications\\[0\\]\\.bot\\.token: .*loopback.* \\[PUBLISHED_SECRET\\]$`)
      )
    })
  )

  it.live("a stored world with them is refused and stays as it was; --reset makes them anew", () =>
    Effect.gen(function* () {
      const storage = yield* dataFile
      yield* Effect.scoped(start({ storage, host: "127.0.0.1" }))
      const { message } = yield* Effect.flip(Effect.scoped(start({ storage })))
      assert.match(message, /^The stored world has .* 0\.0\.0\.0 .*--reset/)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { addresses } = yield* start({ storage, host: "127.0.0.1" })
          assert.deepStrictEqual(
            yield* answers(addresses.url),
            authorizations.map(() => 200)
          )
        })
      )
      const { addresses } = yield* start({ storage, reset: true })
      assert.deepStrictEqual(
        yield* answers(addresses.url),
        authorizations.map(() => 401)
      )
    })
  )

  it.live("the control plane takes no world with them", () =>
    Effect.gen(function* () {
      const { addresses, controlToken } = yield* start()
      const headers = { authorization: `Bearer ${controlToken}`, "content-type": "application/yaml" }
      const refused = yield* call(`${addresses.control_url}/world`, { method: "PUT", headers, body: text })
      assert.strictEqual(refused.status, 400)
      assert.include(refused.text, "PUBLISHED_SECRET")
    })
  )

  it.live("endpoint URLs at private addresses are refused by default", () =>
    Effect.gen(function* () {
      const tried = Effect.fnUntraced(function* (options: Partial<ServerOptions>) {
        const server = yield* start(options)
        const [app] = contactOf(server).applications
        const answer = yield* call(`${server.addresses.rest_url}/v10/applications/@me`, {
          method: "PATCH",
          headers: { authorization: `Bot ${app?.bot_token}`, "content-type": "application/json" },
          // Nobody listens there.
          body: JSON.stringify({ interactions_endpoint_url: "http://127.0.0.1:9/" })
        })
        return answer.status
      })
      const logs = collect()
      assert.strictEqual(yield* tried({}).pipe(Effect.provide(logs.layer)), 400)
      assert.include(
        logs.lines.join("\n"),
        "Endpoint URLs at private addresses are refused; --private-endpoints allows"
      )
      assert.include(logs.lines.join("\n"), "A private address")
      const open = collect()
      assert.strictEqual(yield* tried({ noPrivateEndpoints: false }).pipe(Effect.provide(open.layer)), 400)
      const local = collect()
      assert.strictEqual(yield* tried({ host: "127.0.0.1" }).pipe(Effect.provide(local.layer)), 400)
      assert.notInclude([...open.lines, ...local.lines].join("\n"), "A private address")
    })
  )
})

it("the published secrets are those of the demo world", () => {
  const places = publishedSecrets(demo, (hash) => hash)
  assert.strictEqual(places.length, 2 * demo.applications.length + demo.tokens.length)
})

describe("the bot tokens of the demo world", () => {
  const FORMER = ["pet-shop-bot-token", "my-app-bot-token"]

  it("have the shape that libraries read: the id in Base64, a time, a secret", () => {
    for (const { id, bot } of demo.applications) {
      const [first = "", time = "", secret = "", ...more] = bot.token.split(".")
      assert.deepStrictEqual([atob(first), more], [id, []])
      assert.strictEqual(Buffer.from(time, "base64url").byteLength, 4)
      assert.include(FORMER, secret)
    }
  })

  it.live.each([
    ["the world of today", text, demo.applications.map(({ bot }) => bot.token)],
    [
      "a world that was stored with the former ones",
      text.replace(/\{ token: \S+\.([a-z-]+) \}/g, "{ token: $1 }"),
      FORMER
    ]
  ] as const)("work in both forms on loopback: %s", ([, world, stored]) =>
    Effect.gen(function* () {
      const server = yield* start({
        host: "127.0.0.1",
        limits: "off",
        world: { file: "demo.yaml", text: world, chosen: false }
      })
      assert.deepStrictEqual(
        contactOf(server).applications.map(({ bot_token }) => bot_token),
        [...stored]
      )
      for (const token of [...FORMER, ...demo.applications.map(({ bot }) => bot.token)]) {
        const headers = { authorization: `Bot ${token}` }
        assert.strictEqual((yield* call(`${server.addresses.rest_url}/v10/applications/@me`, { headers })).status, 200)
        assert.strictEqual(yield* login(server.addresses.gateway_url, token), "READY")
      }
    })
  )

  it.live("work in no form elsewhere", () =>
    Effect.gen(function* () {
      const { addresses } = yield* start()
      for (const token of FORMER) {
        const headers = { authorization: `Bot ${token}` }
        assert.strictEqual((yield* call(`${addresses.rest_url}/v10/applications/@me`, { headers })).status, 401)
        assert.strictEqual(yield* login(addresses.gateway_url, token), 4004)
      }
    })
  )
})

/** The first dispatch after IDENTIFY, or the close code. */
const login = (url: string, token: string) =>
  Effect.callback<string | number>((resume) => {
    const socket = new WebSocket(`${url}?v=10&encoding=json`)
    socket.onmessage = ({ data }) => {
      const { op, t } = JSON.parse(String(data))
      const properties = { os: "linux", browser: "test", device: "test" }
      if (op === 10) socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties } }))
      if (op !== 0) return
      resume(Effect.succeed(String(t)))
      socket.close()
    }
    socket.onclose = ({ code }) => resume(Effect.succeed(code))
    return Effect.sync(() => socket.close())
  })
