/** Lobbies through restarts and resets of a server. Sources: decision 41; product.md "Control plane". */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, BOB, LOBBY, ZOE } from "../Harbour.ts"
import { clients } from "./Clients.ts"

const connectionOf = (user: string, lobby: string) => `/users/${user}/lobbies/${lobby}/connection`

describe("lobbies of a data file", () => {
  it.live("survive a restart with their members, connections, secrets, messages and idle times", () =>
    Effect.gen(function* () {
      const storage = { folder: yield* EmbeddedServer.temporaryFolder }
      const before = yield* Effect.scoped(
        Effect.gen(function* () {
          const { as, bot, control, join } = yield* clients({ storage })
          const held = (yield* bot("/lobbies", { json: { members: [{ id: BOB }], idle_timeout_seconds: 60 } })).body.id
          const idle = (yield* bot("/lobbies", { json: { members: [{ id: ZOE }], idle_timeout_seconds: 60 } })).body.id
          const secret = (yield* join("alice", "tide")).body.id
          yield* control(connectionOf(BOB, held), { method: "PUT" })
          yield* as("bob", `/lobbies/${held}/messages`, { json: { content: "before" } })
          return { held, idle, secret }
        })
      )
      const { advance, as, bot, control, join } = yield* clients({ storage })
      const said = yield* as("bob", `/lobbies/${before.held}/messages`)
      assert.nestedPropertyVal(said.body, "[0].content", "before")
      const joined = yield* join("bob", "tide")
      assert.strictEqual(joined.body.id, before.secret)
      assert.nestedPropertyVal(joined.body, "members[0].id", ALICE)
      const statuses = Effect.forEach([before.held, before.idle], (id) =>
        Effect.map(bot(`/lobbies/${id}`), ({ status }) => status)
      )
      yield* advance(59_999)
      assert.deepStrictEqual(yield* statuses, [200, 200])
      yield* advance(1)
      assert.deepStrictEqual(yield* statuses, [200, 404])
      yield* control(connectionOf(BOB, before.held), { method: "DELETE" })
      yield* advance(60_000)
      assert.deepStrictEqual(yield* statuses, [404, 404])
    })
  )
})

describe("a reset", () => {
  it.live("puts back the lobbies of the world, with nobody connected, and forgets all others and their secrets", () =>
    Effect.gen(function* () {
      const { advance, bot, control, join } = yield* clients()
      const made = (yield* join("alice", "tide")).body.id
      yield* bot(`/lobbies/${LOBBY}`, { method: "PATCH", json: { idle_timeout_seconds: 5, members: [] } })
      yield* bot(`/lobbies/${LOBBY}/members/${BOB}`, { method: "PUT", json: {} })
      yield* control(connectionOf(BOB, LOBBY), { method: "PUT" })
      assert.strictEqual((yield* control("/reset", { method: "POST" })).status, 204)
      assert.strictEqual((yield* bot(`/lobbies/${made}`)).status, 404)
      assert.notStrictEqual((yield* join("alice", "tide")).body.id, made)
      assert.nestedPropertyVal((yield* bot(`/lobbies/${LOBBY}`)).body, "members[0].id", BOB)
      // The reset sets its idle time to a week again and restarts it.
      yield* advance(604_800_000 - 1)
      assert.strictEqual((yield* bot(`/lobbies/${LOBBY}`)).status, 200)
      yield* advance(1)
      assert.strictEqual((yield* bot(`/lobbies/${LOBBY}`)).status, 404)
    })
  )
})
