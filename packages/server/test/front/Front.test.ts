/** A program that is led here finds the platform: its names, its own token, its own id. */
import { fronts as limits } from "@backlot/domain/base/KeptLimits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { WebSocket } from "ws"
import { embed } from "../../src/Embed.ts"
import { type Asked, ask, call } from "../fixture/Client.ts"
import { ALICE, APP, GENERAL, OTHER_APP, SECRETS, world } from "../fixture/Running.ts"

const FOREIGN_ID = "123456789012345678"
/** As the platform makes them: the id of the bot in base64, and two parts more. */
const tokenOf = (id: string) => `${Buffer.from(id).toString("base64url")}.Gabcde.not-a-real-token-of-anybody`
const FOREIGN = tokenOf(FOREIGN_ID)

const installed = {
  ...world,
  applications: world.applications.map((application) => ({
    ...application,
    flags: ["GATEWAY_MESSAGE_CONTENT_LIMITED"]
  })),
  guilds: world.guilds.map((guild) => ({
    ...guild,
    installs: [APP, OTHER_APP].map((application_id) => ({
      application_id,
      scopes: ["bot", "applications.commands"],
      permissions: ["ADMINISTRATOR"]
    }))
  }))
}

interface Front {
  readonly id: string
  readonly port: number
  readonly application_id: string
}

interface Led extends Omit<Asked, "headers"> {
  readonly host?: string
  readonly token?: string
}

/** A server with a front of the application, and requests to both. */
const opened = Effect.gen(function* () {
  const { addresses } = yield* embed({ world: installed, limits: "off" })
  const control = (path: string, asked: Asked = {}) => ask(`${addresses.control_url}${path}`, asked)
  const { status, body } = yield* control("/applications/Pet%20Shop/fronts", { method: "POST" })
  assert.strictEqual(status, 201)
  const front = body as Front
  const headersOf = ({ host = "discord.com", token }: Led) => ({
    host,
    ...(token === undefined ? {} : { authorization: `Bot ${token}` })
  })
  const led = (path: string, { host, token, ...asked }: Led = {}) =>
    ask(`http://127.0.0.1:${front.port}${path}`, {
      ...asked,
      headers: headersOf({ ...(host && { host }), ...(token && { token }) })
    })
  return { addresses, control, front, led }
})

/** The first dispatches of a session at a front. */
const session = (port: number, token: string, count: number, host = "gateway.discord.gg") =>
  Effect.callback<ReadonlyArray<{ readonly t: string; readonly d: Record<string, unknown> }>, number>((resume) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?v=10&encoding=json`, { headers: { host } })
    const heard: Array<{ readonly t: string; readonly d: Record<string, unknown> }> = []
    socket.on("message", (data) => {
      const { op, t, d } = JSON.parse(String(data))
      if (op === 10)
        socket.send(JSON.stringify({ op: 2, d: { token, intents: 1 | (1 << 9) | (1 << 15), properties: {} } }))
      if (op !== 0) return
      heard.push({ t, d })
      if (heard.length === count) resume(Effect.succeed(heard))
    })
    socket.on("close", (code) => resume(Effect.fail(code)))
    socket.on("error", () => resume(Effect.fail(0)))
    return Effect.sync(() => socket.terminate())
  })

describe("a front", () => {
  it.live("tells the names of the platform, and the server's own elsewhere", () =>
    Effect.gen(function* () {
      const { addresses, led, front } = yield* opened
      const own = yield* ask(`${addresses.rest_url}/v10/gateway`)
      assert.deepEqual(own.body, { url: addresses.gateway_url })
      assert.deepEqual((yield* led("/api/v10/gateway")).body, { url: "wss://gateway.discord.gg" })
      const { body } = yield* led("/api/v10/gateway/bot", { token: FOREIGN })
      assert.deepInclude(body, { url: "wss://gateway.discord.gg" })
      const [ready] = yield* session(front.port, FOREIGN, 1)
      assert.deepInclude(ready?.d, { resume_gateway_url: "wss://gateway.discord.gg" })
    })
  )

  it.live("takes the token of any bot for its application, and the tokens that the service knows for theirs", () =>
    Effect.gen(function* () {
      const { led, front } = yield* opened
      const self = (token: string) => Effect.map(led("/api/v10/users/@me", { token }), ({ body }) => body)
      assert.deepInclude(yield* self(FOREIGN), { id: APP })
      assert.deepInclude(yield* self("anything"), { id: APP })
      assert.deepInclude(yield* self(SECRETS.otherBot), { id: OTHER_APP })
      // A world can have the application of the real bot.
      assert.deepInclude(yield* self(tokenOf(OTHER_APP)), { id: OTHER_APP })
      const [ready] = yield* session(front.port, FOREIGN, 1)
      assert.deepInclude(ready?.d["user"], { id: APP })
      const [other] = yield* session(front.port, SECRETS.otherBot, 1)
      assert.deepInclude(other?.d["user"], { id: OTHER_APP })
    })
  )

  it.live("serves the deprecated version of the API, which the server's own address does not", () =>
    Effect.gen(function* () {
      const { addresses, led } = yield* opened
      const statusOf = (path: string) => Effect.map(led(path), ({ status }) => status)
      assert.strictEqual(yield* statusOf("/api/v8/gateway"), 200)
      assert.strictEqual(yield* statusOf("/api/v7/gateway"), 400)
      assert.strictEqual((yield* ask(`${addresses.rest_url}/v8/gateway`)).status, 400)
    })
  )

  it.live("knows no such token elsewhere", () =>
    Effect.gen(function* () {
      const { addresses } = yield* opened
      const { status } = yield* ask(`${addresses.rest_url}/v10/users/@me`, {
        headers: { authorization: `Bot ${FOREIGN}` }
      })
      assert.strictEqual(status, 401)
    })
  )

  it.live("takes the id of the real bot for that of its application, as a whole part of the path alone", () =>
    Effect.gen(function* () {
      const { led } = yield* opened
      const path = `/api/v10/applications/${FOREIGN_ID}/commands`
      const json = { name: "ping", description: "Answers pong" }
      // Its id is known from its token.
      const made = yield* led(path, { token: FOREIGN, json })
      assert.deepInclude(made.body, { application_id: APP, name: "ping" })
      assert.strictEqual((yield* led(`/api/v10/users/${FOREIGN_ID}`, { token: FOREIGN })).status, 200)
      assert.strictEqual((yield* led(`/api/v10/users/${FOREIGN_ID}0`, { token: FOREIGN })).status, 404)
      // In bodies too: as a whole text, and in a mention.
      const said = { content: `<@${FOREIGN_ID}> is ${FOREIGN_ID}0`, allowed_mentions: { users: [FOREIGN_ID] } }
      const { body } = yield* led(`/api/v10/channels/${GENERAL}/messages`, { token: FOREIGN, json: said })
      assert.deepInclude(body, { content: `<@${APP}> is ${FOREIGN_ID}0` })
      assert.deepInclude((body as { readonly mentions: ReadonlyArray<unknown> }).mentions[0], { id: APP })
      // But not in an address that the bot shows.
      const link = `https://example.org/authorize?client_id=${FOREIGN_ID}`
      const shown = { content: link, embeds: [{ description: `${link}&scope=bot`, url: link }] }
      const answered = yield* led(`/api/v10/channels/${GENERAL}/messages`, { token: FOREIGN, json: shown })
      const { content, embeds } = answered.body as { readonly content: string; readonly embeds: ReadonlyArray<object> }
      assert.deepEqual(
        [content, { ...embeds[0] }],
        [link, { ...embeds[0], description: `${link}&scope=bot`, url: link }]
      )
      const callback = yield* led(`/api/v10/webhooks/${FOREIGN_ID}/gone`, { json: { content: "hi" } })
      assert.deepInclude(callback.body, { code: 50027 })
    })
  )

  it.live("has files and pictures at the names of the platform", () =>
    Effect.gen(function* () {
      const { addresses, control, led, front } = yield* opened
      const json = { content: "look", attachments: [{ filename: "a.txt", base64: "Ym9uZQ==" }] }
      const [, , created] = yield* Effect.all(
        [
          session(front.port, FOREIGN, 3),
          Effect.andThen(Effect.sleep(300), control(`/users/${ALICE}/channels/${GENERAL}/messages`, { json }))
        ],
        { concurrency: "unbounded" }
      ).pipe(Effect.map(([heard]) => heard))
      const message = created?.d as {
        readonly id: string
        readonly attachments: ReadonlyArray<{ readonly url: string }>
      }
      const url = message.attachments[0]?.url ?? ""
      assert.match(url, /^https:\/\/cdn\.discordapp\.com\/attachments\/\d+\/\d+\/a\.txt\?ex=/)
      const path = url.slice("https://cdn.discordapp.com".length)
      const got = yield* call(`http://127.0.0.1:${front.port}${path}`, { headers: { host: "cdn.discordapp.com" } })
      assert.deepInclude(got, { status: 200, text: "bone" })
      // At the server itself too, for people.
      assert.deepInclude(yield* call(`${addresses.url}${path}`), { status: 200, text: "bone" })
      // The bot shows its own file again.
      const sent = yield* led(`/api/v10/channels/${GENERAL}/messages`, {
        token: FOREIGN,
        json: { embeds: [{ image: { url } }] }
      })
      assert.strictEqual(sent.status, 200)
      const avatar = { headers: { host: "cdn.discordapp.com" } }
      assert.strictEqual((yield* call(`http://127.0.0.1:${front.port}/embed/avatars/1.png`, avatar)).status, 200)
    })
  )

  it.live("answers to the platform's names alone, and has neither control plane nor console", () =>
    Effect.gen(function* () {
      const { led, front } = yield* opened
      for (const host of ["127.0.0.1", "localhost", "discord.com.example", "notdiscord.com"]) {
        assert.strictEqual((yield* led("/api/v10/gateway", { host })).status, 403)
      }
      for (const host of ["discord.com:443", "ptb.discord.com", "discordapp.com"]) {
        assert.strictEqual((yield* led("/api/v10/gateway", { host })).status, 200)
      }
      for (const path of ["/control/v1/health", "/control/v1/world", "/"]) {
        assert.strictEqual((yield* led(path)).status, 404)
      }
      assert.strictEqual(yield* Effect.flip(session(front.port, FOREIGN, 1, "example.com")), 0)
    })
  )

  it.live("is listed, is bounded in number, and closes", () =>
    Effect.gen(function* () {
      const { control, front } = yield* opened
      assert.deepEqual((yield* control("/fronts")).body, { fronts: [front] })
      const open = control(`/applications/${APP}/fronts`, { method: "POST" })
      // One too many, at once.
      const more = yield* Effect.all(
        Array.from({ length: limits.fronts }, () => open),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(more.map(({ status }) => status).sort(), [...Array(limits.fronts - 1).fill(201), 400])
      const refused = yield* open
      assert.strictEqual(refused.status, 400)
      assert.include(JSON.stringify(refused.body), "FRONTS_FULL")
      assert.strictEqual((yield* control(`/fronts/${front.id}`, { method: "DELETE" })).status, 204)
      assert.strictEqual((yield* control(`/fronts/${front.id}`, { method: "DELETE" })).status, 404)
      assert.strictEqual((yield* open).status, 201)
      assert.strictEqual((yield* control("/applications/123/fronts", { method: "POST" })).status, 404)
    })
  )

  it.live("closes with its connections", () =>
    Effect.gen(function* () {
      const { control, front } = yield* opened
      const closed = yield* Effect.callback<number>((resume) => {
        const socket = new WebSocket(`ws://127.0.0.1:${front.port}/?v=10`, { headers: { host: "gateway.discord.gg" } })
        socket.on("open", () => Effect.runFork(control(`/fronts/${front.id}`, { method: "DELETE" })))
        socket.on("close", (code) => resume(Effect.succeed(code)))
        socket.on("error", () => {})
      }).pipe(Effect.timeout("5 seconds"))
      assert.isNumber(closed)
    })
  )
})
