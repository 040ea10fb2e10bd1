/**
 * Logins in the shape of discord.py: its requests in its order, and every key that its parsers read without a default.
 * Source: wire-interactions.md §3.2-§3.7, §3.11, §3.13.
 */

import type { Compression } from "@backlot/testkit/GatewayInflate"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { GENERAL, GUILD, MODERATOR } from "../Harbour.ts"
import { call } from "../Stage.ts"
import { BOT, type Bots, bots, INTENTS, ISLAND, lacking, THREAD, VOICE } from "./Bots.ts"

const intents = INTENTS.GUILDS | INTENTS.GUILD_MEMBERS | INTENTS.GUILD_MESSAGES

const IDENTIFY = {
  token: BOT.token,
  properties: { os: "linux", browser: "discord.py", device: "discord.py" },
  compress: true,
  large_threshold: 250,
  presence: { status: "online", game: null, since: 0, afk: false },
  intents
}

/** It sends a heartbeat as soon as HELLO comes, then identifies. */
const login = Effect.fnUntraced(function* ({ open, wait }: Bots, compress?: Compression, more: object = {}) {
  const client = yield* open({ v: 10, compress, heartbeats: "manual" })
  yield* wait(client.next(({ op }) => op === 10))
  client.beat()
  client.identify({ ...IDENTIFY, ...more })
  const ready = yield* wait(client.event("READY"))
  return { client, ready }
})

interface Asked {
  readonly path: string
  readonly keys: ReadonlyArray<string>
}

const REST: ReadonlyArray<Asked> = [
  { path: "/users/@me", keys: ["id", "username", "discriminator", "avatar"] },
  {
    path: "/oauth2/applications/@me",
    keys: ["id", "name", "description", "icon", "bot_public", "bot_require_code_grant", "verify_key", "owner.username"]
  },
  { path: "/gateway", keys: ["url"] },
  {
    path: "/gateway/bot",
    keys: [
      "url",
      "shards",
      ...["total", "remaining", "reset_after", "max_concurrency"].map((k) => `session_start_limit.${k}`)
    ]
  }
]

const READY = ["v", "user.id", "user.username", "user.discriminator", "user.avatar", "guilds[].id", "session_id"]
const READY_NEWER = ["resume_gateway_url", "application.id", "application.flags", "shard", "private_channels"]

const GUILD_KEYS = [
  ...["id", "name", "owner_id", "member_count", "large", "joined_at", "unavailable", "features", "preferred_locale"],
  ...["verification_level", "default_message_notifications", "explicit_content_filter", "mfa_level", "nsfw_level"],
  ...["premium_tier", "premium_subscription_count", "system_channel_flags", "afk_timeout", "max_members"],
  ...["voice_states", "presences", "emojis", "stickers", "stage_instances", "guild_scheduled_events"],
  ...["soundboard_sounds", "threads"],
  ...["id", "name", "permissions", "position", "color", "colors", "hoist", "managed", "mentionable", "flags"].map(
    (key) => `roles[].${key}`
  ),
  ...["id", "type", "name", "position", "permission_overwrites", "parent_id"].map((key) => `channels[].${key}`),
  ...[
    "user.id",
    "user.username",
    "user.discriminator",
    "user.avatar",
    "roles",
    "joined_at",
    "flags",
    "deaf",
    "mute"
  ].map((key) => `members[].${key}`)
]

const THREAD_KEYS = [
  ...["id", "parent_id", "owner_id", "name", "type", "message_count", "member_count", "rate_limit_per_user"],
  ...["archived", "auto_archive_duration", "archive_timestamp", "locked"].map((key) => `thread_metadata.${key}`)
]

interface Guild extends Readonly<Record<string, unknown>> {
  readonly channels: ReadonlyArray<{ readonly id: string }>
  readonly threads: ReadonlyArray<{ readonly id: string }>
  readonly members: ReadonlyArray<{ readonly user: { readonly id: string } }>
  readonly roles: ReadonlyArray<{ readonly id: string }>
}

const withId = <A extends { readonly id: string }>(all: ReadonlyArray<A>, id: string) =>
  all.find((one) => one.id === id)

describe("discord.py", () => {
  it.live.each(REST)("finds $path as application/json, without a charset, with the keys it reads", ({ path, keys }) =>
    Effect.gen(function* () {
      const { server } = yield* bots()
      const headers = { authorization: `Bot ${BOT.token}` }
      const { status, text, headers: answered } = yield* call(`${server.addresses.url}/api/v10${path}`, { headers })
      assert.deepStrictEqual([status, answered.get("content-type")], [200, "application/json"])
      assert.deepStrictEqual(lacking(JSON.parse(text), keys), [])
    })
  )

  it.live.each<Compression | undefined>(["zlib-stream", "zstd-stream", undefined])(
    "logs in with compress=%s, its first beat before IDENTIFY, and reads READY",
    (compress) =>
      Effect.gen(function* () {
        const played = yield* bots()
        const { client, ready } = yield* login(played, compress)
        assert.deepStrictEqual(lacking(ready, [...READY, ...READY_NEWER]), [])
        assert.deepStrictEqual(
          client.frames.slice(0, 3).map(({ op, t, s }) => [op, t, s]),
          [
            [10, null, null],
            [11, null, null],
            [0, "READY", 1]
          ]
        )
        assert.deepInclude(ready, { v: 10, guilds: [GUILD, ISLAND].map((id) => ({ id, unavailable: true })) })
      })
  )

  it.live.each<Compression | undefined>(["zlib-stream", "zstd-stream", undefined])(
    "caches each guild of READY as available, whole, with compress=%s",
    (compress) =>
      Effect.gen(function* () {
        const played = yield* bots()
        const { client } = yield* login(played, compress)
        for (const id of [GUILD, ISLAND]) {
          const guild = yield* played.wait(client.event<Guild>("GUILD_CREATE"))
          assert.deepInclude(guild, { id, unavailable: false, large: false, member_count: guild.members.length })
          assert.deepStrictEqual(lacking(guild, GUILD_KEYS), [])
          assert.isDefined(withId(guild.roles, id), "@everyone")
          assert.include(
            guild.members.map(({ user }) => user.id),
            BOT.id
          )
        }
      })
  )

  it.live("reads channels of every kind", () =>
    Effect.gen(function* () {
      const played = yield* bots()
      const { client } = yield* login(played)
      const { channels, threads } = yield* played.wait(client.event<Guild>("GUILD_CREATE"))
      assert.deepStrictEqual(lacking(withId(channels, VOICE), ["bitrate", "user_limit", "rtc_region"]), [])
      assert.deepStrictEqual(lacking(withId(channels, GENERAL), ["topic", "nsfw", "last_message_id"]), [])
      assert.deepStrictEqual(lacking(withId(threads, THREAD), THREAD_KEYS), [])
    })
  )

  it.live("asks for a guild's members and gets chunks that say when they are all there", () =>
    Effect.gen(function* () {
      const played = yield* bots()
      const { client } = yield* login(played, "zlib-stream")
      client.send({ op: 8, d: { guild_id: GUILD, query: "", limit: 0, presences: true, nonce: "0123456789abcdef" } })
      const chunk = yield* played.wait(client.event<Guild>("GUILD_MEMBERS_CHUNK"))
      assert.deepInclude(chunk, { guild_id: GUILD, chunk_index: 0, chunk_count: 1, nonce: "0123456789abcdef" })
      assert.deepStrictEqual(lacking(chunk, ["members[].user.id", "members[].flags"]), [])
    })
  )

  it.live.each<Compression | undefined>(["zlib-stream", "zstd-stream", undefined])(
    "resumes on resume_gateway_url with compress=%s: what it missed with the old s, then RESUMED with an object",
    (compress) =>
      Effect.gen(function* () {
        const played = yield* bots()
        const { client, ready } = yield* login(played, compress)
        yield* played.wait(client.event("GUILD_CREATE"))
        yield* played.wait(client.event("GUILD_CREATE"))
        const seq = client.seq()
        client.close(4000)
        yield* played.wait(client.closed)
        for (const name of ["one", "two", "three"]) yield* played.rename(name)

        const again = yield* played.open({ v: 10, compress }, String(ready["resume_gateway_url"]))
        yield* played.wait(again.next(({ op }) => op === 10))
        again.beat()
        again.resume({ token: BOT.token, session_id: String(ready["session_id"]), seq })
        const resumed = yield* played.wait(again.event("RESUMED"))
        assert.isObject(resumed)
        const told = again.frames.filter(({ op }) => op === 0)
        assert.deepStrictEqual(
          told.map(({ t, s }) => [t, s]),
          [
            ["GUILD_ROLE_UPDATE", 4],
            ["GUILD_ROLE_UPDATE", 5],
            ["GUILD_ROLE_UPDATE", 6],
            ["RESUMED", 7]
          ]
        )
        const names = told.slice(0, 3).map(({ d }) => (d as { readonly role: object }).role)
        assert.deepStrictEqual(
          names.map((role) => [Reflect.get(role, "id"), Reflect.get(role, "name")]),
          ["one", "two", "three"].map((name) => [MODERATOR, name])
        )
      })
  )

  it.live(
    "tells a guild that it joins from one that it finds: without the key unavailable; and one that it leaves",
    () =>
      Effect.gen(function* () {
        const played = yield* bots()
        const { client } = yield* login(played, "zlib-stream")
        for (const id of [GUILD, ISLAND]) assert.include(yield* played.wait(client.event("GUILD_CREATE")), { id })
        const install = `/guilds/${ISLAND}/installs/${BOT.id}`
        yield* played.control(install, { method: "DELETE" })
        const left = yield* played.wait(client.event("GUILD_DELETE"))
        assert.deepStrictEqual([left["id"], "unavailable" in left], [ISLAND, false])
        yield* played.control(install, { method: "PUT", json: { scopes: ["bot", "applications.commands"] } })
        const joined = yield* played.wait(client.event("GUILD_CREATE"))
        assert.deepStrictEqual([joined["id"], "unavailable" in joined], [ISLAND, false])
        const keys = GUILD_KEYS.filter((key) => key !== "unavailable")
        assert.deepStrictEqual(lacking(joined, keys), [])
      })
  )

  it.live("starts anew after an invalid session: a boolean, the connection still open", () =>
    Effect.gen(function* () {
      const played = yield* bots()
      const client = yield* played.open()
      client.resume({ token: BOT.token, session_id: "0123456789abcdef", seq: 3 })
      const { d } = yield* played.wait(client.next(({ op }) => op === 9))
      assert.strictEqual(d, false)
      client.identify(IDENTIFY)
      assert.strictEqual((yield* played.wait(client.next(({ op }) => op === 0))).t, "READY")
    })
  )
})
