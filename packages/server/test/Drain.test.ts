import type { Socket } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { call, head, open } from "./fixture/Client.ts"
import { collect } from "./fixture/Logs.ts"
import { answer, rawEndpoint } from "./fixture/RawEndpoint.ts"
import { ALICE, APP, at, GENERAL, Running, running, SECRETS, world } from "./fixture/Running.ts"

/** Drains it. It says whether all has ended, or the time limit passed. */
const drained = Effect.gen(function* () {
  const logs = collect()
  yield* Effect.provide(
    Effect.flatMap(Running, ({ drain }) => drain),
    logs.layer
  )
  assert.include(logs.lines.join("\n"), "What was under way has ended")
})

/** A connection on which the server has read these bytes. */
const sent = Effect.fnUntraced(function* (bytes: string) {
  const socket = yield* open(yield* at(""), bytes)
  // The server reads connections in the order of the bytes.
  yield* call(yield* at("/control/v1/health"))
  return { socket, rest: Effect.promise(() => text(socket)) }
})

const EVENTS = head("GET /control/v1/events HTTP/1.1", "Host: localhost")
const COMMAND = JSON.stringify({ name: "adopt", description: "Adopt a pet" })
const LOBBY = "500000000000000001"
const REGISTER = head(
  `POST /api/v10/applications/${APP}/commands HTTP/1.1`,
  "Host: localhost",
  `Authorization: Bot ${SECRETS.bot}`,
  "Content-Type: application/json",
  `Content-Length: ${COMMAND.length}`
)

describe("a server that drains", () => {
  it.live.each([
    ["nothing", ""],
    ["half of a request's head", "GET /control/v1/health HTTP/1.1\r\nHost: loc"],
    ["a stream of events", EVENTS]
  ] as const)("is not held by a connection that brought %s", ([, bytes]) =>
    Effect.gen(function* () {
      const { rest } = yield* sent(bytes)
      yield* drained
      yield* rest
    }).pipe(Effect.scoped, Effect.provide(running()))
  )

  it.live("waits for a request under way, and streams of events tell of it before they end", () =>
    Effect.gen(function* () {
      const stream = yield* sent(EVENTS)
      const request = yield* sent(`${REGISTER}${COMMAND.slice(0, 5)}`)
      const draining = yield* Effect.forkChild(drained, { startImmediately: true })
      request.socket.write(COMMAND.slice(5))
      assert.match(yield* request.rest, /^HTTP\/1\.1 201 /)
      yield* Fiber.join(draining)
      assert.match(yield* stream.rest, /\nevent: command\.created\n/)
    }).pipe(Effect.scoped, Effect.provide(running()))
  )

  it.live("streams of events tell how an interaction ended that nobody answers", () =>
    Effect.gen(function* () {
      const hung = yield* Deferred.make<void>()
      const endpoint = yield* rawEndpoint(() => Deferred.doneUnsafe(hung, Effect.void))
      const [app] = world.applications
      const applications = [{ ...app, interactions_endpoint_url: endpoint.url }]
      const commands = [{ application_id: APP, name: "adopt", description: "Adopt a pet" }]
      const installs = [{ application_id: APP, scopes: ["applications.commands"] }]
      const guilds = world.guilds.map((guild) => ({ ...guild, installs }))
      const given = { ...world, applications, tokens: [], commands, guilds }
      yield* Effect.gen(function* () {
        const stream = yield* sent(EVENTS)
        const use = yield* at(`/control/v1/users/${ALICE}/channels/${GENERAL}/interactions`)
        const used = yield* Effect.forkChild(call(use, { json: { text: "/adopt" } }))
        yield* Effect.raceFirst(
          Deferred.await(hung),
          Effect.flatMap(Fiber.join(used), ({ text }) => Effect.die(text))
        )
        yield* drained
        assert.match(yield* stream.rest, /\nevent: interaction\.timed_out\n/)
      }).pipe(Effect.provide(running({ world: given })))
    }).pipe(Effect.scoped)
  )

  it.live("waits until a webhook event that is under way was answered", () =>
    Effect.gen(function* () {
      const hung = yield* Deferred.make<Socket>()
      const endpoint = yield* rawEndpoint((socket) => Deferred.doneUnsafe(hung, Effect.succeed(socket)))
      const [app] = world.applications
      const types = ["LOBBY_MESSAGE_CREATE"]
      const applications = [{ ...app, event_webhooks_url: endpoint.url, event_webhooks_types: types }]
      const lobbies = [{ id: LOBBY, application_id: APP, members: [] }]
      yield* Effect.gen(function* () {
        const stream = yield* sent(EVENTS)
        const headers = { authorization: `Bot ${SECRETS.bot}` }
        yield* call(yield* at(`/api/v10/lobbies/${LOBBY}/messages`), { json: { content: "hello" }, headers })
        const socket = yield* Deferred.await(hung)
        const draining = yield* Effect.forkChild(drained, { startImmediately: true })
        socket.end(answer("204 No Content", ""))
        yield* Fiber.join(draining)
        assert.match(yield* stream.rest, /\nevent: webhook_event\.delivered\n/)
      }).pipe(Effect.provide(running({ world: { ...world, applications, tokens: [], lobbies } })))
    }).pipe(Effect.scoped)
  )
})
