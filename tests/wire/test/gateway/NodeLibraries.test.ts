/**
 * Logins in the shape of eris and oceanic.js, and the fields of every frame. Source: wire-interactions.md §3.3, §3.5,
 * §3.10.
 */

import type { Frame } from "@backlot/testkit/GatewayClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { GUILD } from "../Harbour.ts"
import { BOT, bots, INTENTS, ISLAND, lacking, UNPRIVILEGED } from "./Bots.ts"

interface Shape {
  readonly library: string
  readonly identify: { readonly token: string } & Readonly<Record<string, unknown>>
  /** The fields of READY that it reads. */
  readonly reads: ReadonlyArray<string>
}

const SHAPES: ReadonlyArray<Shape> = [
  {
    library: "eris",
    identify: {
      token: `Bot ${BOT.token}`,
      v: 10,
      compress: false,
      large_threshold: 250,
      intents: UNPRIVILEGED,
      properties: { os: "linux", browser: "Eris", device: "Eris" },
      presence: { activities: null, afk: false, since: null, status: "online" }
    },
    reads: ["user.id", "guilds[].id", "session_id", "resume_gateway_url", "application.id"]
  },
  {
    library: "oceanic.js",
    identify: {
      token: `Bot ${BOT.token}`,
      compress: false,
      large_threshold: 250,
      intents: UNPRIVILEGED,
      properties: { os: "linux", browser: "Oceanic", device: "Oceanic" },
      presence: { activities: [], afk: false, since: null, status: "online" },
      shard: [0, 1]
    },
    reads: ["user.id", "user.username", "guilds[].id", "session_id", "resume_gateway_url", "application.flags"]
  },
  {
    library: "@discordjs/ws",
    identify: {
      token: BOT.token,
      compress: false,
      intents: INTENTS.GUILDS | INTENTS.GUILD_MEMBERS | INTENTS.MESSAGE_CONTENT,
      large_threshold: null,
      properties: { browser: "@discordjs/ws 1.2.3", device: "@discordjs/ws 1.2.3", os: "linux" },
      shard: [0, 1]
    },
    reads: ["user.id", "application.id", "application.flags", "guilds", "session_id", "resume_gateway_url", "shard"]
  }
]

const judge = ({ op, ...frame }: Frame) => {
  assert.hasAllKeys({ op, ...frame }, ["op", "d", "s", "t"])
  if (op !== 0) return assert.deepStrictEqual([frame.s, frame.t], [null, null])
  assert.isNumber(frame.s)
  assert.isString(frame.t)
}

describe.each(SHAPES)("$library", ({ identify, reads }) => {
  it.live("logs in and finds what it reads", () =>
    Effect.gen(function* () {
      const { open, wait } = yield* bots()
      const client = yield* open()
      client.identify(identify)
      client.beat()
      const ready = yield* wait(client.event("READY"))
      assert.deepStrictEqual(lacking(ready, reads), [])
      for (const id of [GUILD, ISLAND]) assert.deepInclude(yield* wait(client.event("GUILD_CREATE")), { id })
      yield* wait(client.next(({ op }) => op === 11))
      client.frames.forEach(judge)
      assert.deepStrictEqual(
        client.frames.flatMap(({ s }) => (s === null ? [] : [s])),
        [1, 2, 3]
      )
    })
  )
})

describe("a shard of two", () => {
  it.live.each([GUILD, ISLAND])("has the guilds of its remainder, and says which it is: guild %s", (id) =>
    Effect.gen(function* () {
      const { open, wait } = yield* bots()
      const shard = [Number((BigInt(id) >> 22n) % 2n), 2]
      const client = yield* open()
      client.identify({ token: BOT.token, intents: INTENTS.GUILDS, shard })
      const ready = yield* wait(client.event("READY"))
      assert.deepInclude(ready, { shard, guilds: [{ id, unavailable: true }] })
      assert.deepInclude(yield* wait(client.event("GUILD_CREATE")), { id, unavailable: false })
    })
  )
})
