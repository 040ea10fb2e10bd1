/** Inspectors see the windows of rate limits. Our choice: docs/choices.md "Control plane". */
import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { APP, BOB, BOT_TOKEN, GUILD, harbour } from "../Harbour.ts"
import { call, handsOn } from "../Stage.ts"

interface Limits {
  readonly now: string
  readonly mode: string
  readonly windows: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly addresses: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const started = (limits: "enforce" | "observe") =>
  Effect.gen(function* () {
    const rate_limits = {
      [APP]: { buckets: [{ method: "GET", path: "/guilds/{guild_id}", limit: 7, window_seconds: 60 }] }
    }
    const world = { ...harbour(null), rate_limits }
    const { addresses } = yield* EmbeddedServer.start({ world, clock: "frozen", limits })
    const { control, rest } = handsOn(addresses.url)
    const read = Effect.map(control("/rate_limits"), ({ text }) => JSON.parse(text) as Limits)
    return { url: addresses.url, rest, read }
  })

describe("the rate limits", () => {
  it.live("show each window with its route, its limit and its end", () =>
    Effect.gen(function* () {
      const { rest, read } = yield* started("observe")
      assert.deepInclude(yield* read, { mode: "observe", windows: [], addresses: [] })
      for (const _ of Array(3)) yield* rest(`/guilds/${GUILD}`)
      yield* rest("/lobbies", { json: { members: [{ id: BOB }] } })
      const { now, windows } = yield* read
      const end = (ms: number) => ({ application_id: APP, reset_ms: Date.parse(now) + ms })
      assert.deepStrictEqual(
        windows.map(({ bucket: _, ...window }) => window),
        [
          { ...end(1_000), scope: "global", limit: 50, count: 4 },
          {
            ...end(60_000),
            scope: "route",
            method: "GET",
            route: "/guilds/{guild_id}",
            major: GUILD,
            limit: 7,
            count: 3
          },
          { ...end(10_000), scope: "route", method: "POST", route: "/lobbies", limit: 500, count: 1 }
        ]
      )
      assert.match(String(windows[1]?.["bucket"]), /^[0-9a-f]{32}$/)
    })
  )

  it.live("show how many invalid requests came from an address", () =>
    Effect.gen(function* () {
      const { url, read } = yield* started("enforce")
      const headers = { authorization: `Bot ${BOT_TOKEN}x` }
      for (const _ of Array(2)) yield* call(`${url}/api/v10/users/@me`, { headers })
      const { now, mode, addresses } = yield* read
      assert.strictEqual(mode, "enforce")
      const counted = { count: 2, limit: 10_000, reset_ms: Date.parse(now) + 600_000, blocked_until_ms: null }
      assert.deepStrictEqual(addresses, [{ address: "127.0.0.1", ...counted }])
    })
  )

  it.live("count the codes that somebody guesses without a token, but not those of a bot", () =>
    Effect.gen(function* () {
      const { url, rest, read } = yield* started("enforce")
      for (const path of ["invites/harbour", "guilds/templates/harbour", `guilds/${BOB}/widget.json`]) {
        assert.isAtLeast((yield* call(`${url}/api/v10/${path}`)).status, 400)
        yield* rest(`/${path}`)
      }
      const [address] = (yield* read).addresses
      assert.strictEqual(address?.["count"], 3)
    })
  )
})
