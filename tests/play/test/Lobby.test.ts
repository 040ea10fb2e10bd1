import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, BOB, playing, saying } from "./PetShop.ts"

const hello = () => saying("hello")

describe("a lobby", () => {
  it.live("is made by who joins its secret first, and joined by others", () =>
    Effect.gen(function* () {
      const { play, perform, failing } = yield* playing(hello)
      yield* play(
        {
          as: "alice",
          join: { secret: "tide", lobby_metadata: { map: "reef" } },
          expect: { lobby: { metadata: { map: "reef" } } }
        },
        { as: "bob", join: "tide", expect: { lobby: { members: [{ id: ALICE }, { id: BOB }] } } },
        { as: "bob", leave: "last" },
        { app: { get: "/lobbies/{lobby}" }, expect: { body: { members: [{ id: ALICE }] } } }
      )
      const { lobby } = yield* perform({ as: "alice", join: "tide" })
      const id = String(Object(lobby).id)
      yield* perform({ in: id, say: "ahoy", expect: { message: { content: "ahoy" } } })
      yield* perform({ as: "carol", leave: "600000000000000001", expect: { status: 404, code: 10031 } })
      assert.strictEqual((yield* failing({ join: { lobby_metadata: {} } })).message.startsWith("status: 400"), true)
    })
  )

  it.live("ends when nobody is connected to it for its idle time", () =>
    Effect.gen(function* () {
      const { play } = yield* playing(hello)
      yield* play(
        { as: "alice", join: { secret: "tide", idle_timeout_seconds: 60 } },
        { connect: "last" },
        { advance: "1h" },
        { app: { get: "/lobbies/{lobby}" }, expect: { status: 200 } },
        { disconnect: "last" },
        { advance: "61s" },
        { wait: { event: "lobby.deleted" } },
        { app: { get: "/lobbies/{lobby}" }, expect: { status: 404 } }
      )
    })
  )

  it.live("that nobody joined is none", () =>
    Effect.gen(function* () {
      const { failing, perform } = yield* playing(hello)
      assert.strictEqual((yield* failing({ as: "alice", leave: "last" })).message, "no lobby was joined")
      yield* perform({ connect: "600000000000000001", expect: { status: 404 } })
    })
  )
})
