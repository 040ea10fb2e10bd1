import { gateway } from "@backlot/domain/base/Limits"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { WebSocket } from "ws"
import { ask } from "../fixture/Client.ts"
import { at, LIVE, running } from "../fixture/Running.ts"
import { IDENTIFY, login } from "../gateway/Bot.ts"
import { ALICE, APP, playing, signIn, TOKENS } from "../gateway/Clients.ts"

interface Shown {
  readonly session_id: string
  readonly began_ms: number
  readonly left_ms: number | null
  readonly resume_buffer: { readonly count: number; readonly bytes: number }
  readonly connection?: { readonly heartbeat_ms: number | null }
}

const all = Effect.map(Effect.flatMap(at("/control/v1/gateway_sessions"), ask), ({ body }) => {
  const { sessions, ...rest } = Object(body)
  return { rest, sessions: sessions as ReadonlyArray<Shown> }
})

const shown = Effect.fnUntraced(function* (id: string) {
  const found = (yield* all).sessions.find(({ session_id }) => session_id === id)
  return found ?? assert.fail(`no session ${id}`)
})

layer(running({ world: playing }), LIVE)("the gateway sessions", (it) => {
  it.effect("show a bot's, with what a resume could replay and its last heartbeat", () =>
    Effect.gen(function* () {
      const before = yield* Clock.currentTimeMillis
      const { bot, id } = yield* login({ shard: [1, 2], compress: false })
      const { resume_buffer, connection, began_ms, ...rest } = yield* shown(id)
      assert.deepStrictEqual<unknown>(rest, {
        application_id: APP,
        session_id: id,
        shard: [1, 2],
        intents: IDENTIFY.intents,
        gets_content: false,
        connected: true,
        opening: false,
        seq: 1,
        left_ms: null
      })
      assert.isAtLeast(began_ms, before - 1)
      const bounds = { max_count: gateway.replay, max_bytes: gateway.replayBytes }
      assert.deepInclude(resume_buffer, { count: 1, ...bounds } as never)
      assert.isAbove(resume_buffer.bytes, 100)
      const still = { version: 10, encoding: "json", compression: "none", backlog_bytes: 0 }
      assert.deepStrictEqual<unknown>(connection, { ...still, heartbeat_ms: null, heartbeat_seq: null })
      bot.send(1, 1)
      yield* bot.next
      const beaten = yield* shown(id)
      assert.deepInclude(beaten.connection, { heartbeat_seq: 1 } as never)
      assert.isAtLeast(beaten.connection?.heartbeat_ms ?? 0, before - 1)
    })
  )

  it.effect("show a user's, and when a connection was lost", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* signIn(TOKENS.alice)
      const first = yield* shown(id)
      assert.deepInclude(first, { user_id: ALICE, connected: true, left_ms: null } as never)
      assert.notProperty(first, "shard")
      yield* bot.close(4000)
      const left = yield* Effect.repeat(shown(id), { until: ({ left_ms }) => left_ms !== null })
      assert.isAtLeast(left.left_ms ?? 0, left.began_ms)
      assert.notProperty(left, "connection")
    })
  )

  it.effect("count connections that have none, and say how messages are compressed", () =>
    Effect.gen(function* () {
      const { connections } = (yield* all).rest
      const url = (yield* at("/gateway?compress=zlib-stream")).replace(/^http/, "ws")
      const socket = yield* Effect.acquireRelease(
        Effect.sync(() => new WebSocket(url)),
        (one) => Effect.sync(() => one.terminate())
      )
      yield* Effect.repeat(all, { until: ({ rest }) => rest.connections === connections + 1 })
      socket.send(JSON.stringify({ op: 2, d: { ...IDENTIFY, shard: [0, 2] } }))
      const { sessions } = yield* Effect.repeat(all, {
        until: ({ sessions }) => sessions.some(({ connection }) => Object(connection).compression === "zlib-stream")
      })
      assert.isNotEmpty(sessions)
    })
  )
})
