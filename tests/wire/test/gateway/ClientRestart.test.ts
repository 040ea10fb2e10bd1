import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import * as GatewayClient from "@backlot/testkit/GatewayClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, harbour, LOBBY } from "../Harbour.ts"
import { handsOn } from "../Stage.ts"

const TOKEN = "alice-sdk-token"
const IDLE_SECONDS = 60

const world = {
  ...harbour(null),
  tokens: [{ token: TOKEN, application_id: APP, user_id: ALICE, scopes: ["gateway.connect", "identify"] }],
  lobbies: [{ id: LOBBY, application_id: APP, members: [{ id: ALICE }], idle_timeout_seconds: IDLE_SECONDS }]
}

const started = Effect.fnUntraced(function* (folder: string) {
  const server = yield* EmbeddedServer.start({ world, clock: "frozen", storage: { folder } })
  return { server, ...handsOn(server.addresses.url) }
})

describe("after a restart of the server", () => {
  it.live("nobody is connected by a session: the idle time of their lobbies begins then", () =>
    Effect.gen(function* () {
      const folder = yield* EmbeddedServer.temporaryFolder
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { server, rest, advance } = yield* started(folder)
          const client = yield* Effect.promise(() => GatewayClient.open(server.addresses.gateway_url))
          client.identify({ token: TOKEN })
          yield* Effect.promise(() => client.event("LOBBY_MEMBER_CONNECT"))
          yield* advance(2 * IDLE_SECONDS * 1_000)
          assert.strictEqual((yield* rest(`/lobbies/${LOBBY}`)).status, 200)
        })
      )
      const { rest, advance } = yield* started(folder)
      yield* advance((IDLE_SECONDS - 1) * 1_000)
      assert.strictEqual((yield* rest(`/lobbies/${LOBBY}`)).status, 200)
      yield* advance(1_000)
      assert.strictEqual((yield* rest(`/lobbies/${LOBBY}`)).status, 404)
    })
  )
})
