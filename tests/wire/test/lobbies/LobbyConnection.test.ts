/** Connects users to lobbies over the control plane. Sources: product.md "Control plane"; decision 41. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, STRANGER, ZOE } from "../Harbour.ts"
import { lobbyOf, started } from "./Lobbying.ts"

interface Seen {
  readonly lobbies: ReadonlyArray<{
    readonly id: string
    readonly idle_expires_at: string | null
    readonly members: ReadonlyArray<{ readonly id: string; readonly connected: boolean }>
  }>
}

const seen = ({ text }: { readonly text: string }): Seen => JSON.parse(text)

describe("connections to lobbies", () => {
  it.live("PUT connects and DELETE disconnects a user, as often as they are asked", () =>
    Effect.gen(function* () {
      const { mine, control, advance } = yield* started()
      const { id } = lobbyOf(yield* mine("/lobbies", { json: { members: [{ id: BOB }, { id: ALICE }] } }))
      const connection = `/users/${BOB}/lobbies/${id}/connection`
      const connected = Effect.map(control("/lobbies"), (reply) =>
        seen(reply).lobbies.flatMap(({ members }) => members.filter((member) => member.connected).map((m) => m.id))
      )
      for (let i = 0; i < 2; i++) {
        const { status, text } = yield* control(connection, { method: "PUT" })
        assert.deepStrictEqual([status, text], [204, ""])
      }
      assert.deepStrictEqual(yield* connected, [BOB])
      yield* advance(1_000_000)
      assert.strictEqual((yield* mine(`/lobbies/${id}`)).status, 200)
      for (let i = 0; i < 2; i++) {
        assert.strictEqual((yield* control(connection, { method: "DELETE" })).status, 204)
      }
      assert.deepStrictEqual(yield* connected, [])
      yield* advance(300_000)
      assert.strictEqual((yield* mine(`/lobbies/${id}`)).status, 404)
      assert.strictEqual((yield* control(connection, { method: "DELETE" })).status, 404)
    })
  )

  it.live("are of users, who are members, of lobbies that there are", () =>
    Effect.gen(function* () {
      const { mine, control } = yield* started()
      const { id } = lobbyOf(yield* mine("/lobbies", { json: { members: [{ id: BOB }] } }))
      const asked = [
        [ZOE, id, 404, 10007],
        ["999", id, 404, 10013],
        [BOB, "999", 404, 10031],
        [BOB, "x", 400, 50035]
      ] as const
      for (const [user, lobby, ...expected] of asked) {
        for (const method of ["PUT", "DELETE"]) {
          const { status, body } = yield* control(`/users/${user}/lobbies/${lobby}/connection`, { method })
          assert.deepStrictEqual([status, body.code], expected as never)
        }
      }
    })
  )

  it.live("are listed with lobbies, those of one application or of all", () =>
    Effect.gen(function* () {
      const { mine, theirs, control } = yield* started()
      yield* mine("/lobbies", { json: { members: [{ id: BOB }] } })
      yield* theirs("/lobbies", { json: {} })
      const counts = []
      for (const query of ["", `?application_id=${APP}`, `?application_id=${STRANGER}`]) {
        counts.push(seen(yield* control(`/lobbies${query}`)).lobbies.map(({ members }) => members.length))
      }
      assert.deepStrictEqual(counts, [[1, 0], [1], [0]])
      const [first, second] = seen(yield* control("/lobbies")).lobbies
      assert.isString(first?.idle_expires_at)
      yield* control(`/users/${BOB}/lobbies/${first?.id}/connection`, { method: "PUT" })
      const ends = seen(yield* control("/lobbies")).lobbies.map(({ idle_expires_at }) => idle_expires_at)
      assert.deepStrictEqual(ends, [null, second?.idle_expires_at ?? assert.fail()])
      assert.strictEqual((yield* control("/lobbies?application_id=x")).status, 400)
    })
  )
})
