/**
 * A thousand users of a client in lobbies, on a frozen clock and a data file: no request exceeds a limit and none is
 * refused.
 */
import { lobby as limits } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { APP, harbour } from "../Harbour.ts"
import { started } from "./Lobbying.ts"

const USERS = Array.from({ length: 1_000 }, (_, i) => ({
  id: String(310_000_000_000_000_000n + BigInt(i)),
  username: `user${i}`
}))
/** Members of one lobby. */
const SIZE = 50
const LOBBIES = USERS.length / SIZE

const world = () => ({
  ...harbour(null),
  lobbies: [],
  users: [...harbour(null).users, ...USERS],
  tokens: USERS.map(({ id }) => ({
    token: `token-${id}`,
    application_id: APP,
    user_id: id,
    scopes: ["sdk.social_layer", "lobbies.write"]
  }))
})

interface Joined {
  readonly id: string
  readonly members: ReadonlyArray<unknown>
}

const all = { concurrency: 16 } as const

describe("a thousand virtual users", () => {
  it.live(
    "create, join, talk and idle out on a frozen clock",
    () =>
      Effect.gen(function* () {
        const { advance, as, control } = yield* started({ world: world(), storage: "file" })
        const asked = (i: number, path: string, method: string, json?: object) =>
          as(`Bearer token-${USERS[i]?.id}`)(path, json === undefined ? { method } : { method, json })
        const each = <A>(ask: (i: number) => Effect.Effect<A>) => Effect.forEach(USERS, (_, i) => ask(i), all)

        const joined = yield* each((i) => asked(i, "/lobbies", "PUT", { secret: `match ${i % LOBBIES}` }))
        assert.isTrue(joined.every(({ status }) => status === 200))
        const places = joined.map(({ text }): Joined => JSON.parse(text))
        assert.strictEqual(new Set(places.map(({ id }) => id)).size, LOBBIES)
        assert.strictEqual(Math.max(...places.map(({ members }) => members.length)), SIZE)

        const said = yield* each((i) =>
          asked(i, `/lobbies/${places[i]?.id}/messages`, "POST", { content: `${i % LOBBIES}` })
        )
        assert.isTrue(said.every(({ status }) => status === 201))
        const read = yield* Effect.forEach(
          Array.from({ length: LOBBIES }, (_, i) => i),
          (i) => asked(i, `/lobbies/${places[i]?.id}/messages?limit=${limits.historyMax}`, "GET"),
          all
        )
        for (const [i, { text }] of read.entries()) {
          const messages: ReadonlyArray<{ readonly content: string }> = JSON.parse(text)
          assert.strictEqual(messages.length, SIZE)
          assert.isTrue(messages.every(({ content }) => content === String(i)))
        }

        // The first member of each lobby leaves it.
        const left = yield* Effect.forEach(
          places.slice(0, LOBBIES),
          ({ id }, i) => asked(i, `/lobbies/${id}/members/@me`, "DELETE"),
          all
        )
        assert.isTrue(left.every(({ status }) => status === 204))

        const there = Effect.map(control("/world"), ({ text }) => {
          // The export is a world.
          const { lobbies, messages } = JSON.parse(text) as Record<"lobbies" | "messages", ReadonlyArray<Joined>>
          return { members: lobbies.flatMap(({ members }) => members).length, messages: messages.length }
        })
        yield* advance(limits.idleDefaultSeconds * 1_000 - 1)
        assert.deepStrictEqual(yield* there, { members: USERS.length - LOBBIES, messages: USERS.length })
        yield* advance(1)
        assert.deepStrictEqual(yield* there, { members: 0, messages: 0 })
      }),
    120_000
  )
})
