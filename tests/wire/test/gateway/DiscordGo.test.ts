/**
 * Logins in the shape of discordgo: version 9, its whole `Authorization` as token, one frame read after IDENTIFY and
 * RESUME, and Go's types, which refuse a number where a string is declared. Source: wire-interactions.md §3.2-§3.6.
 */

import type * as GatewayClient from "@backlot/testkit/GatewayClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { GUILD } from "../Harbour.ts"
import { call } from "../Stage.ts"
import { BOT, type Bots, bots, lacking, UNPRIVILEGED } from "./Bots.ts"

const TOKEN = `Bot ${BOT.token}`

const IDENTIFY = {
  token: TOKEN,
  properties: { os: "linux", browser: "DiscordGo v0.28.1", device: "", referer: "", referring_domain: "" },
  compress: true,
  large_threshold: 250,
  presence: { since: 0, game: { name: "", type: 0 }, status: "", afk: false },
  intents: UNPRIVILEGED
}

/** It appends a slash to the URL of GET /gateway. */
const connect = Effect.fnUntraced(function* (
  { server, open, wait }: Bots,
  more: GatewayClient.GatewayClientOptions = {}
) {
  const { text } = yield* call(`${server.addresses.url}/api/v9/gateway`)
  const { url } = JSON.parse(text) as { readonly url: string }
  const client = yield* open({ v: 9, ...more }, url.endsWith("/") ? url : `${url}/`)
  const hello = yield* wait(client.next())
  return { client, hello }
})

const login = Effect.fnUntraced(function* (played: Bots, more: GatewayClient.GatewayClientOptions = {}) {
  const { client } = yield* connect(played, more)
  client.identify(IDENTIFY)
  return { client, first: yield* played.wait(client.next()) }
})

/** The text of a field that Go decodes into a number: `json:",string"`. */
const DECIMAL = /^\d+$/
/** The format that time.Time reads: RFC 3339. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

interface Guild {
  readonly id: string
  readonly joined_at: string
  readonly roles: ReadonlyArray<{ readonly permissions: string }>
  readonly channels: ReadonlyArray<{
    readonly permission_overwrites: ReadonlyArray<{
      readonly type: unknown
      readonly allow: string
      readonly deny: string
    }>
  }>
  readonly members: ReadonlyArray<{ readonly user: object | null; readonly joined_at: string }>
}

describe("discordgo", () => {
  it.live("reads a HELLO first, of opcode 10, with the interval in milliseconds", () =>
    Effect.gen(function* () {
      const { hello } = yield* connect(yield* bots())
      assert.strictEqual(hello.op, 10)
      assert.isAbove(Number(Reflect.get(Object(hello.d), "heartbeat_interval")), 1_000)
    })
  )

  it.live("gets READY as exactly the first frame after IDENTIFY, its token with the prefix Bot, in its version", () =>
    Effect.gen(function* () {
      const { first } = yield* login(yield* bots())
      assert.deepStrictEqual([first.op, first.t, first.s], [0, "READY", 1])
      assert.deepInclude(first.d, { v: 9 })
      assert.deepStrictEqual(lacking(first.d, ["session_id", "resume_gateway_url", "user.id", "guilds[].id"]), [])
    })
  )

  it.live("gets whole zlib blobs in binary frames after IDENTIFY with compress, HELLO in text", () =>
    Effect.gen(function* () {
      const kinds: Array<boolean> = []
      const { client } = yield* login(yield* bots(), { onMessage: (_, isBinary) => kinds.push(isBinary) })
      client.beat()
      yield* Effect.promise(() => client.next(({ op }) => op === 11))
      assert.deepStrictEqual(kinds.slice(0, 2), [false, true])
      assert.isTrue(kinds.slice(1).every(Boolean))
    })
  )

  it.live("is answered when it beats with 0 before any event", () =>
    Effect.gen(function* () {
      const played = yield* bots()
      const { client } = yield* connect(played)
      client.send({ op: 1, d: 0 })
      const answer = yield* played.wait(client.next())
      assert.deepStrictEqual<unknown>(answer, { op: 11, d: answer.d, s: null, t: null })
      client.identify(IDENTIFY)
      assert.strictEqual((yield* played.wait(client.next())).t, "READY")
    })
  )

  it.live("finds a user in every member, and every field of the type that Go declares", () =>
    Effect.gen(function* () {
      const played = yield* bots()
      const { client } = yield* login(played)
      const guild = yield* played.wait(client.event<Guild>("GUILD_CREATE"))
      assert.strictEqual(guild.id, GUILD)
      assert.isNotEmpty(guild.members)
      for (const { user, joined_at } of guild.members) {
        assert.isObject(user)
        assert.match(joined_at, RFC_3339)
      }
      assert.match(guild.joined_at, RFC_3339)
      for (const { permissions } of guild.roles) assert.match(permissions, DECIMAL)
      const overwrites = guild.channels.flatMap(({ permission_overwrites }) => permission_overwrites)
      assert.isNotEmpty(overwrites)
      for (const { type, allow, deny } of overwrites) {
        assert.isNumber(type)
        assert.match(allow, DECIMAL)
        assert.match(deny, DECIMAL)
      }
    })
  )

  it.live("gets RESUMED as the first frame after RESUME when it missed nothing, its token with the prefix Bot", () =>
    Effect.gen(function* () {
      const played = yield* bots()
      const { client, first } = yield* login(played)
      yield* played.wait(client.event("GUILD_CREATE"))
      yield* played.wait(client.event("GUILD_CREATE"))
      const seq = client.seq()
      client.cut()
      yield* played.wait(client.closed)
      const { client: again } = yield* connect(played)
      again.resume({ token: TOKEN, session_id: String(Reflect.get(Object(first.d), "session_id")), seq })
      assert.strictEqual((yield* played.wait(again.next())).t, "RESUMED")
    })
  )
})
