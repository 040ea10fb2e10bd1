/** Lobby requests of servers over HTTP: permissions, the statuses of decision 39, the order of decision 24. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, BOT_TOKEN, harbour, IDENTIFY_TOKEN, ZOE } from "../Harbour.ts"
import { lobbyOf, started } from "./Lobbying.ts"

const NOBODY = "999999999999999999"
const UNKNOWN = "600000000000000404"

const OPERATIONS = [
  ["POST", "/lobbies", {}],
  ["GET", "/lobbies/{}", undefined],
  ["PATCH", "/lobbies/{}", {}],
  ["DELETE", "/lobbies/{}", undefined],
  ["PUT", `/lobbies/{}/members/${BOB}`, {}],
  ["DELETE", `/lobbies/{}/members/${BOB}`, undefined],
  ["POST", "/lobbies/{}/members/bulk", [{ id: BOB }]]
] as const

describe("lobbies over REST", () => {
  it.live("live through create 201, get, edit and member PUT 200, deletes 204", () =>
    Effect.gen(function* () {
      const { mine } = yield* started()
      const made = yield* mine("/lobbies", { json: { members: [{ id: BOB }], metadata: { map: "dock" } } })
      assert.strictEqual(made.status, 201)
      const { id } = lobbyOf(made)
      const told: Array<readonly [number, string]> = []
      const asked = [
        [`/lobbies/${id}`, {}],
        [`/lobbies/${id}`, { method: "PATCH", json: { flags: 1, idle_timeout_seconds: 5 } }],
        [`/lobbies/${id}/members/${ALICE}`, { method: "PUT", json: { flags: 1 } }],
        [
          `/lobbies/${id}/members/bulk`,
          {
            json: [
              { id: ZOE, additional_name: "Z" },
              { id: BOB, remove_member: true }
            ]
          }
        ],
        [`/lobbies/${id}/members/${BOB}`, { method: "DELETE" }],
        [`/lobbies/${id}`, {}],
        [`/lobbies/${id}`, { method: "DELETE" }],
        [`/lobbies/${id}`, {}]
      ] as const
      for (const [path, call] of asked) {
        const { status, text } = yield* mine(path, call)
        told.push([status, text])
      }
      const lobby = { id, application_id: APP, metadata: { map: "dock" } }
      const [bob, alice] = [BOB, ALICE].map((user) => ({ id: user, metadata: null, flags: user === ALICE ? 1 : 0 }))
      const zoe = { id: ZOE, metadata: null, flags: 0, additional_name: "Z" }
      assert.deepStrictEqual(told, [
        [200, JSON.stringify({ ...lobby, members: [bob], flags: 0 })],
        [200, JSON.stringify({ ...lobby, members: [bob], flags: 1 })],
        [200, JSON.stringify(alice)],
        [200, JSON.stringify([zoe])],
        [204, ""],
        [200, JSON.stringify({ ...lobby, members: [alice, zoe], flags: 1 })],
        [204, ""],
        [404, JSON.stringify({ message: "Unknown Lobby", code: 10031 })]
      ])
    })
  )

  it.live.each(OPERATIONS)("%s %s: the token must carry the prefix `Bot `", ([method, path, json]) =>
    Effect.gen(function* () {
      const { as, mine } = yield* started()
      const { id } = lobbyOf(yield* mine("/lobbies", { json: {} }))
      const refused = Effect.fnUntraced(function* (authorization: string) {
        const { status, body } = yield* as(authorization)(path.replace("{}", id), { method, ...(json && { json }) })
        return [status, body.code]
      })
      for (const header of [BOT_TOKEN, `Bot${BOT_TOKEN}`, `bot ${BOT_TOKEN}`, `Bearer ${BOT_TOKEN}`, ""]) {
        assert.deepStrictEqual(yield* refused(header), [401, 0])
      }
      assert.deepStrictEqual(yield* refused(`Bearer ${IDENTIFY_TOKEN}`), [403, 20002])
      assert.strictEqual((yield* mine(`/lobbies/${id}`)).status, 200)
    })
  )

  it.live.each(OPERATIONS.filter(([, path]) => path.includes("{}")))(
    "%s %s: an unknown lobby is 404 with 10031, except deleting it: 204",
    ([method, path, json]) =>
      Effect.gen(function* () {
        const { mine, theirs } = yield* started()
        const { id } = lobbyOf(yield* theirs("/lobbies", { json: {} }))
        for (const unknown of [UNKNOWN, id]) {
          const { status, body } = yield* mine(path.replace("{}", unknown), { method, ...(json && { json }) })
          const gone = method === "DELETE" && !path.includes("members")
          assert.deepStrictEqual([status, body.code], gone ? [204, undefined] : [404, 10031])
        }
        assert.strictEqual((yield* theirs(`/lobbies/${id}`)).status, 200)
      })
  )

  it.live("an unknown user is 404 with 10013", () =>
    Effect.gen(function* () {
      const { mine } = yield* started()
      const { id } = lobbyOf(yield* mine("/lobbies", { json: {} }))
      const members = [{ id: NOBODY }]
      const asked = [
        ["/lobbies", { json: { members } }],
        [`/lobbies/${id}`, { method: "PATCH", json: { members } }],
        [`/lobbies/${id}/members/${NOBODY}`, { method: "PUT", json: {} }],
        [`/lobbies/${id}/members/bulk`, { json: members }]
      ] as const
      for (const [path, call] of asked) {
        const { status, body } = yield* mine(path, call)
        assert.deepStrictEqual([status, body.code], [404, 10013])
      }
    })
  )

  it.live("ids of the path are judged before the lobby, the lobby before the body", () =>
    Effect.gen(function* () {
      const { mine } = yield* started()
      const { id } = lobbyOf(yield* mine("/lobbies", { json: {} }))
      const bad = yield* mine("/lobbies/x/members/y", { method: "PUT", json: { flags: 2 } })
      assert.deepStrictEqual([bad.status, Object.keys(lobbyOf(bad).errors)], [400, ["lobby_id", "user_id"]])
      const unknown = yield* mine(`/lobbies/${UNKNOWN}`, { method: "PATCH", json: { flags: 2 } })
      assert.strictEqual(unknown.status, 404)
      const noJson = { method: "PATCH", json: {}, headers: { "content-type": "text/plain" } }
      assert.strictEqual((yield* mine(`/lobbies/${UNKNOWN}`, noJson)).status, 404)
      const form = yield* mine(`/lobbies/${id}`, { method: "PATCH", json: { flags: 2, idle_timeout_seconds: 4 } })
      assert.deepStrictEqual([form.status, form.body.code], [400, 50035])
      assert.deepStrictEqual(Object.keys(lobbyOf(form).errors), ["idle_timeout_seconds", "flags"])
      const type = yield* mine(`/lobbies/${id}`, noJson)
      assert.deepStrictEqual([type.status, type.body.code], [400, 50035])
    })
  )

  it.live("a lobby without room, and a user without, are told by codes of their own", () =>
    Effect.gen(function* () {
      const users = Array.from({ length: 1_000 }, (_, i) => ({
        id: String(310_000n + BigInt(i)),
        username: `user${i}`
      }))
      const lobby = (n: number, members: ReadonlyArray<object>) => ({
        id: String(600_000_000_000_000_000n + BigInt(n)),
        application_id: APP,
        members
      })
      const world = harbour(null)
      const { mine } = yield* started({
        world: {
          ...world,
          users: [...world.users, ...users],
          lobbies: [
            lobby(
              0,
              users.map(({ id }) => ({ id }))
            ),
            ...Array.from({ length: 100 }, (_, i) => lobby(1 + i, [{ id: BOB }]))
          ]
        }
      })
      const full = yield* mine(`/lobbies/${lobby(0, []).id}/members/${ZOE}`, { method: "PUT", json: {} })
      assert.deepStrictEqual([full.status, full.body.code], [400, 30019])
      const busy = yield* mine("/lobbies", { json: { members: [{ id: BOB }] } })
      assert.deepStrictEqual([busy.status, busy.body.code], [400, 30001])
    })
  )
})

describe("limits of the lobby API", () => {
  const own = ({ headers }: { readonly headers: Headers }) => Number(headers.get("x-ratelimit-limit"))

  it.live(
    "create, delete, get: each 500 per 10 s per application; members: each 5000; the rest shows the global 50",
    () =>
      Effect.gen(function* () {
        const { mine } = yield* started()
        const { id } = lobbyOf(yield* mine("/lobbies", { json: {} }))
        const expected = [500, 500, 50, 500, 5_000, 5_000, 50]
        const shown: Array<number> = []
        const order = [0, 1, 2, 4, 5, 6, 3].map((i) => OPERATIONS[i] ?? assert.fail())
        for (const [method, path, json] of order) {
          shown.push(own(yield* mine(path.replace("{}", id), { method, ...(json && { json }) })))
        }
        assert.deepStrictEqual(
          shown,
          [0, 1, 2, 4, 5, 6, 3].map((i) => expected[i])
        )
      })
  )

  it.live(
    "they hold together with the global limit, which a world raises",
    () =>
      Effect.gen(function* () {
        const given = { ...harbour(null), lobbies: [], rate_limits: { [APP]: { per_second: 1_200, buckets: [] } } }
        const statuses = (world: object) =>
          Effect.gen(function* () {
            const { mine } = yield* started({ world, limits: "enforce" })
            const counts = new Map<number, number>()
            for (let i = 0; i < 501; i++) {
              const { status } = yield* mine(`/lobbies/${UNKNOWN}`)
              counts.set(status, (counts.get(status) ?? 0) + 1)
            }
            return [...counts]
          })
        assert.deepStrictEqual(yield* statuses({ ...given, rate_limits: {} }), [
          [404, 50],
          [429, 451]
        ])
        assert.deepStrictEqual(yield* statuses(given), [
          [404, 500],
          [429, 1]
        ])
      }),
    120_000
  )

  it.live("one application's requests spend nothing of another's", () =>
    Effect.gen(function* () {
      const { mine, theirs } = yield* started({ limits: "enforce" })
      const left = ({ headers }: { readonly headers: Headers }) => headers.get("x-ratelimit-remaining")
      assert.strictEqual(left(yield* mine("/lobbies", { json: {} })), "499")
      assert.strictEqual(left(yield* mine("/lobbies", { json: {} })), "498")
      assert.strictEqual(left(yield* theirs("/lobbies", { json: {} })), "499")
    })
  )
})
