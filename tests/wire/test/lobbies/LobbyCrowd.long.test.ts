/** A thousand users in lobbies, on a frozen clock and a data file. Source: decision 41. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { APP, harbour } from "../Harbour.ts"
import { lobbyOf, started } from "./Lobbying.ts"

const USERS = Array.from({ length: 1_000 }, (_, i) => ({
  id: String(310_000_000_000_000_000n + BigInt(i)),
  username: `user${i}`
}))
const SIZE = 25

interface Listed {
  readonly lobbies: ReadonlyArray<{
    readonly idle_expires_at: string | null
    readonly members: ReadonlyArray<{ readonly connected: boolean }>
  }>
}

describe("a thousand users", () => {
  it.live(
    "are put into lobbies, connect, disconnect and idle out on a frozen clock",
    () =>
      Effect.gen(function* () {
        const world = { ...harbour(null), lobbies: [], users: [...harbour(null).users, ...USERS] }
        const { mine, control, advance } = yield* started({ world, storage: "file" })
        const lobbies = Effect.map(control("/lobbies"), ({ text }): Listed["lobbies"] => JSON.parse(text).lobbies)
        const all = { concurrency: 16 } as const

        const groups = Array.from({ length: USERS.length / SIZE }, (_, i) => USERS.slice(i * SIZE, (i + 1) * SIZE))
        const places = yield* Effect.forEach(
          groups,
          (group, i) =>
            Effect.gen(function* () {
              const json = { idle_timeout_seconds: 5 + i, metadata: { group: String(i) } }
              const { id } = lobbyOf(yield* mine("/lobbies", { json }))
              const { status } = yield* mine(`/lobbies/${id}/members/bulk`, {
                json: group.map((user) => ({ id: user.id }))
              })
              assert.strictEqual(status, 200)
              return group.map((user) => ({ lobby: id, user: user.id }))
            }),
          all
        )
        const each = (method: string) =>
          Effect.forEach(
            places.flat(),
            ({ lobby, user }) => control(`/users/${user}/lobbies/${lobby}/connection`, { method }),
            all
          )

        const connected = yield* each("PUT")
        assert.isTrue(connected.every(({ status }) => status === 204))
        yield* advance(86_400_000)
        const alive = yield* lobbies
        assert.strictEqual(alive.flatMap(({ members }) => members.filter((member) => member.connected)).length, 1_000)
        assert.isTrue(alive.every(({ idle_expires_at }) => idle_expires_at === null))

        yield* each("DELETE")
        const left: Array<number> = []
        for (const ms of [4_999, 1, 1_000, 10_000, 27_999, 1]) {
          yield* advance(ms)
          left.push((yield* lobbies).length)
        }
        assert.deepStrictEqual(left, [40, 39, 38, 28, 1, 0])
        const { text } = yield* control("/world")
        assert.deepStrictEqual(JSON.parse(text).lobbies, [])
        assert.strictEqual((yield* mine("/lobbies", { json: { members: [{ id: USERS[0]?.id }] } })).status, 201)
        assert.strictEqual(JSON.parse((yield* control(`/lobbies?application_id=${APP}`)).text).lobbies.length, 1)
      }),
    120_000
  )
})
