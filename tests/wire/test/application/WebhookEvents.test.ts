import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, References } from "effect"
import { eventsOf, planning } from "../faults/Planning.ts"
import { ALICE, APP, CLIENT_SECRET, harbour, LOBBY, PERMISSIONS_TOKEN } from "../Harbour.ts"
import { collect } from "../Logs.ts"
import { handsOn, isSigned } from "../Stage.ts"

const TYPES = ["LOBBY_MESSAGE_CREATE", "LOBBY_MESSAGE_UPDATE", "LOBBY_MESSAGE_DELETE", "APPLICATION_DEAUTHORIZED"]

const acknowledging: RecordingEndpoint.EndpointScript = () => Effect.succeed({ status: 204 })

/** Harbour with these webhook events of its first application. */
const having = (webhooks: object) => {
  const { applications, ...rest } = harbour(null)
  const [petShop, ...others] = applications
  return { ...rest, applications: [{ ...petShop, ...webhooks }, ...others] }
}

/** Starts a server that sends events to the endpoint given in its world. */
const started = Effect.fnUntraced(function* (url: string, options: Partial<EmbeddedServer.EmbeddedServerOptions> = {}) {
  const world = having({ event_webhooks_url: url, event_webhooks_types: TYPES })
  const server = yield* EmbeddedServer.start({ world, clock: "frozen", ...options })
  const hands = handsOn(server.addresses.url)
  const say = (content: string) => hands.rest(`/lobbies/${LOBBY}/messages`, { json: { content } })
  return { server, say, ...hands }
})

const eventOf = ({ body }: RecordingEndpoint.ReceivedRequest) => JSON.parse(body).event

/** Accepts requests with the signature of the server's first application and refuses all others. */
const checking = ({ applications }: EmbeddedServer.EmbeddedServer["Service"]) =>
  RecordingEndpoint.start((request) =>
    Effect.succeed({ status: isSigned(applications[0]?.publicKey ?? "", request) ? 204 : 401 })
  )

describe("webhook events", () => {
  it.live("come to the URL that an application set for itself, signed, in order", () =>
    Effect.gen(function* () {
      const server = yield* EmbeddedServer.start({ world: harbour(null) })
      const { rest } = handsOn(server.addresses.url)
      const app = yield* checking(server)
      const json = { event_webhooks_url: app.url, event_webhooks_types: TYPES, event_webhooks_status: 2 }
      const { status, text } = yield* rest("/applications/@me", { method: "PATCH", json })
      assert.strictEqual(status, 200, text)
      assert.deepInclude(JSON.parse(text), json)
      const pings = [yield* app.take, yield* app.take].map(({ body }) => JSON.parse(body))
      assert.deepStrictEqual(pings, [{ version: 1, application_id: APP, type: 0 }, pings[0]])

      const sent = []
      for (const content of ["one", "two", "three"]) {
        const { status, text } = yield* rest(`/lobbies/${LOBBY}/messages`, { json: { content } })
        assert.strictEqual(status, 201, text)
        sent.push(JSON.parse(text))
      }
      const received = [yield* app.take, yield* app.take, yield* app.take]
      for (const request of received) assert.isTrue(isSigned(server.applications[0]?.publicKey ?? "", request))
      assert.deepStrictEqual(
        received.map((request) => eventOf(request).type),
        Array.from({ length: 3 }, () => "LOBBY_MESSAGE_CREATE")
      )
      assert.deepStrictEqual(
        received.map((request) => eventOf(request).data),
        sent
      )
    })
  )

  it.live("tell of an authorization that was taken back", () =>
    Effect.gen(function* () {
      const app = yield* RecordingEndpoint.start(acknowledging)
      const { server } = yield* started(app.url)
      yield* Effect.promise(() =>
        fetch(`${server.addresses.rest_url}/oauth2/token/revoke`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ client_id: APP, client_secret: CLIENT_SECRET, token: PERMISSIONS_TOKEN })
        })
      )
      const { type, data } = eventOf(yield* app.take)
      assert.strictEqual(type, "APPLICATION_DEAUTHORIZED")
      assert.deepInclude(data.user, { id: ALICE, username: "alice" })
    })
  )

  it.live("that were not acknowledged are sent after a restart, on the advanced clock", () =>
    Effect.gen(function* () {
      const folder = yield* EmbeddedServer.temporaryFolder
      const { url } = yield* Effect.scoped(RecordingEndpoint.start(acknowledging))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { server, say } = yield* started(url, { storage: { folder } })
          assert.strictEqual((yield* say("hello")).status, 201)
          yield* eventsOf(server.addresses.url, "webhook_event.failed", 1)
        })
      )
      const { rest, advance, server } = yield* started("http://127.0.0.1:1", { storage: { folder } })
      const app = yield* checking(server)
      yield* rest("/applications/@me", { method: "PATCH", json: { event_webhooks_url: app.url } })
      yield* Effect.all([app.take, app.take])
      yield* advance(1_000)
      assert.strictEqual(eventOf(yield* app.take).data.content, "hello")
      yield* eventsOf(server.addresses.url, "webhook_event.delivered", 1)
    })
  )

  it.live("are not sent to a private address with --no-private-endpoints", () =>
    Effect.gen(function* () {
      const app = yield* RecordingEndpoint.start(acknowledging)
      const { server, say } = yield* started(app.url, { noPrivateEndpoints: true })
      yield* say("hello")
      const [failed] = yield* eventsOf(server.addresses.url, "webhook_event.failed", 1)
      assert.include(JSON.stringify(failed), "forbidden-address")
      assert.deepStrictEqual(app.received, [])
    })
  )

  it.live("are hit by planned faults that name their type", () =>
    Effect.gen(function* () {
      const app = yield* RecordingEndpoint.start(acknowledging)
      const { server, say, advance, control } = yield* started(app.url)
      const { plan } = planning({ control })
      yield* plan({ match: { surface: "delivery" }, status: 500 })
      yield* plan({ match: { surface: "delivery", event: "LOBBY_MESSAGE_CREATE" }, status: 503, times: 1 })
      yield* say("hello")
      const [failed] = yield* eventsOf(server.addresses.url, "webhook_event.failed", 1)
      assert.include(JSON.stringify(failed), "status 503")
      yield* advance(1_000)
      assert.strictEqual(eventOf(yield* app.take).data.content, "hello")
    })
  )

  it.live("leave neither their URL nor what was said in the log of the server", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const { server, say } = yield* started("http://127.0.0.1:1/secret-path-of-the-url")
      yield* say("what-nobody-else-reads")
      yield* eventsOf(server.addresses.url, "webhook_event.failed", 1)
      const text = logs.lines.join("\n")
      assert.include(text, "A webhook event was not acknowledged")
      assert.notInclude(text, "secret-path-of-the-url")
      assert.notInclude(text, "what-nobody-else-reads")
    }).pipe(Effect.scoped, Effect.provide(logs.layer), Effect.provideService(References.MinimumLogLevel, "All"))
  })
})
