/**
 * Every row of service.md "Limits" for lobbies over HTTP, on a frozen clock, with a higher global limit from the world
 * file. Sources: service.md "Limits"; wire-rest.md §4.1; decision 27.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ALICE, APP, BOB, harbour } from "../Harbour.ts"
import type { Call } from "../Stage.ts"
import { type Answered, clients } from "./Clients.ts"

const UNKNOWN = "600000000000000404"
/** The number of requests per second that this world's global limit allows. */
const BATCH = 1_000
const GLOBAL = 1_200

interface Row {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly json?: unknown
  readonly limit: number
  readonly windowMs: number
  readonly status: number
}

const member = `/lobbies/{}/members/${ALICE}`
const ten = { windowMs: 10_000 }

const ROWS: ReadonlyArray<Row> = [
  { name: "create: 500 per 10 s", method: "POST", path: "/lobbies", json: {}, limit: 500, ...ten, status: 201 },
  { name: "delete: 500 per 10 s", method: "DELETE", path: `/lobbies/${UNKNOWN}`, limit: 500, ...ten, status: 204 },
  { name: "get: 500 per 10 s", method: "GET", path: "/lobbies/{}", limit: 500, ...ten, status: 200 },
  { name: "add member: 5000 per 10 s", method: "PUT", path: member, json: {}, limit: 5_000, ...ten, status: 200 },
  { name: "remove member: 5000 per 10 s", method: "DELETE", path: member, limit: 5_000, ...ten, status: 204 },
  {
    name: "send a message: 3000 per 2 hours",
    method: "POST",
    path: "/lobbies/{}/messages",
    json: { content: "ahoy" },
    limit: 3_000,
    windowMs: 7_200_000,
    status: 201
  }
]

/** The headers that tell a client how much is left. */
const shown = ({ status, headers }: Answered) => ({
  status,
  limit: Number(headers.get("x-ratelimit-limit")),
  remaining: Number(headers.get("x-ratelimit-remaining")),
  resetAfter: Number(headers.get("x-ratelimit-reset-after"))
})

const started = Effect.gen(function* () {
  const tokens = ["alice", "bob"].map((name) => ({
    token: `${name}-plays`,
    application_id: APP,
    user_id: name === "alice" ? ALICE : BOB,
    scopes: ["lobbies.write"]
  }))
  const hands = yield* clients({
    limits: "enforce",
    world: { ...harbour(null), tokens, lobbies: [], rate_limits: { [APP]: { per_second: GLOBAL, buckets: [] } } }
  })
  const { body } = yield* hands.bot("/lobbies", {
    json: { members: [{ id: ALICE }, { id: BOB }], idle_timeout_seconds: 604_800 }
  })
  // Start new windows for the next requests.
  yield* hands.advance(10_000)
  return { ...hands, id: body.id }
})

/**
 * Only rows with a limit up to this are used up: the same counter serves all others, and thousands of calls would take
 * too long.
 */
const SPENT = 500

describe("the limits of lobbies", () => {
  it.live.each(ROWS.filter(({ limit }) => limit > SPENT))(
    "$name: counts down, and begins anew when its time is over",
    ({ method, path, json, limit, windowMs, status }) =>
      Effect.gen(function* () {
        const { send, bot, advance, id } = yield* started
        const call: Call = { method, ...(json === undefined ? {} : { json }) }
        const target = path.replace("{}", id)
        const isTold = path.endsWith("/messages")
        const ask = (who = "alice") => (isTold ? send(`Bearer ${who}-plays`, target, call) : bot(target, call))
        const left = (remaining: number, resetAfter: number) => ({ status, limit, remaining, resetAfter })
        assert.deepStrictEqual(shown(yield* ask()), left(limit - 1, windowMs / 1_000))
        // Each user has a separate count.
        if (isTold) assert.deepStrictEqual(shown(yield* ask("bob")), left(limit - 1, windowMs / 1_000))
        yield* advance(windowMs - 1_000)
        assert.deepStrictEqual(shown(yield* ask()), left(limit - 2, 1))
        yield* advance(1_000)
        assert.deepStrictEqual(shown(yield* ask()), left(limit - 1, windowMs / 1_000))
      })
  )

  it.live.each(ROWS.filter(({ limit }) => limit <= SPENT))(
    "$name, spent to its end",
    ({ method, path, json, limit, windowMs, status }) =>
      Effect.gen(function* () {
        const { bot, advance, id } = yield* started
        const call: Call = { method, ...(json === undefined ? {} : { json }) }
        const ask = () => bot(path.replace("{}", id), call)
        const statuses = new Set<number>()
        for (let sent = 0; sent < limit; sent += BATCH) {
          if (sent > 0) yield* advance(1_000)
          const batch = Array.from({ length: Math.min(BATCH, limit - sent) })
          const answers = yield* Effect.forEach(batch, () => ask(), { concurrency: 16 })
          for (const answer of answers) statuses.add(answer.status)
        }
        assert.deepStrictEqual([...statuses], [status])
        yield* advance(1_000)
        const spentMs = Math.ceil(limit / BATCH) * 1_000
        const left = (windowMs - spentMs) / 1_000
        const refused = yield* ask()
        assert.deepStrictEqual(shown(refused), { status: 429, limit, remaining: 0, resetAfter: left })
        assert.strictEqual(refused.headers.get("retry-after"), String(left))
        assert.strictEqual(refused.headers.get("x-ratelimit-scope"), "user")
        assert.deepInclude(refused.body, { global: false, retry_after: left })
        yield* advance(windowMs - spentMs - 1)
        assert.strictEqual((yield* ask()).status, 429)
        yield* advance(1)
        assert.deepInclude(shown(yield* ask()), { status, limit, remaining: limit - 1 })
      }),
    120_000
  )

  it.live(
    "all API endpoints together: the global limit that the world raised refuses first, without a bucket",
    () =>
      Effect.gen(function* () {
        const { bot, id } = yield* started
        const path = `/lobbies/${id}/members/${ALICE}`
        const answers = yield* Effect.forEach(
          Array.from({ length: GLOBAL + 1 }),
          () => bot(path, { method: "DELETE" }),
          {
            concurrency: 16
          }
        )
        const refused = answers.filter((answer) => answer.status !== 204)
        assert.strictEqual(refused.length, 1)
        const [one = assert.fail()] = refused
        assert.deepInclude(one.body, { global: true })
        assert.strictEqual(one.headers.get("x-ratelimit-global"), "true")
        assert.strictEqual(one.headers.get("x-ratelimit-bucket"), null)
      }),
    120_000
  )

  it.live("a bucket of the world takes the place of the one of a row", () =>
    Effect.gen(function* () {
      const buckets = [{ method: "POST", path: "/lobbies", limit: 2, window_seconds: 5 }]
      const { bot, advance } = yield* clients({
        limits: "enforce",
        world: { ...harbour(null), lobbies: [], rate_limits: { [APP]: { buckets } } }
      })
      const statuses: Array<number> = []
      for (let i = 0; i < 3; i++) statuses.push((yield* bot("/lobbies", { json: {} })).status)
      yield* advance(5_000)
      statuses.push((yield* bot("/lobbies", { json: {} })).status)
      assert.deepStrictEqual(statuses, [201, 201, 429, 201])
    })
  )
})
