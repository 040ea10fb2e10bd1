import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as GatewayPresence from "../../src/gateway/GatewayPresence.ts"
import * as LobbyMembers from "../../src/lobby/LobbyMembers.ts"
import { ALICE, BOB, PET_SHOP, settle, WEATHER } from "../fixture/Harbour.ts"
import { at, dueOf, made, newTypes, stored } from "../fixture/Lobbying.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const alice = { application_id: PET_SHOP, user_id: ALICE }
const open = () => true
const closed = () => false

const connectedIn = (lobbyId: string) => Effect.map(stored(lobbyId), (record) => record?.connected_count)

describeOnEachStore("a user with an open session", (test) => {
  test(
    "is connected to all their lobbies of its application, and to no others",
    Effect.gen(function* () {
      yield* settle()
      const lobbies = [
        yield* made({ members: [{ id: ALICE }] }),
        yield* made({ members: [{ id: BOB }] }),
        yield* made({ members: [{ id: ALICE }, { id: BOB }] }),
        yield* made({ members: [{ id: ALICE }] }, WEATHER)
      ]
      yield* GatewayPresence.follow(alice, open)
      assert.deepStrictEqual(yield* Effect.forEach(lobbies, ({ id }) => connectedIn(id)), [1, 0, 1, 0])
      assert.deepStrictEqual(yield* newTypes(GatewayPresence.follow(alice, open)), [])
      yield* GatewayPresence.follow(alice, closed)
      assert.deepStrictEqual(yield* Effect.forEach(lobbies, ({ id }) => connectedIn(id)), [0, 0, 0, 0])
    })
  )

  test(
    "who left a lobby meanwhile is not connected to it",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* made({ members: [{ id: ALICE }] })
      yield* LobbyMembers.remove({ ...at(id), user_id: ALICE })
      assert.deepStrictEqual(yield* newTypes(GatewayPresence.follow({ ...alice, lobby_id: id }, open)), [])
      const unknown = { ...alice, lobby_id: "600000000000000404" }
      assert.deepStrictEqual(yield* newTypes(GatewayPresence.follow(unknown, open)), [])
    })
  )
})

describeOnEachStore("after a restart", (test) => {
  test(
    "nobody is connected by a session; whom the control plane connected stays; the idle time begins then",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ mode: "frozen" })
      const { id } = yield* made({ members: [{ id: ALICE }], idle_timeout_seconds: 60 })
      const held = yield* made({ members: [{ id: ALICE }] })
      yield* LobbyMembers.connect({ lobby_id: held.id, user_id: ALICE, source: LobbyMembers.CONTROL })
      yield* GatewayPresence.follow(alice, open)
      assert.isNull(yield* dueOf(id))
      yield* Time.change({ advance_ms: 1_000_000 })
      yield* GatewayPresence.clear(() => true)
      const { now } = yield* Time.read
      assert.strictEqual(yield* dueOf(id), now + 60_000)
      assert.deepStrictEqual([yield* connectedIn(id), yield* connectedIn(held.id)], [0, 1])
    })
  )
})
