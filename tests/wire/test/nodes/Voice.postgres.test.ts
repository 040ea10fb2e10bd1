/** Two servers on one database: a bot's voice connection on another server than its gateway session. */
import type {} from "@backlot/postgres/GlobalSetup"
import type { GatewayClient } from "@backlot/testkit/GatewayClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { APP, BOT_TOKEN, GUILD } from "../Harbour.ts"
import { connected, EVERY, event, type Node, nodes } from "./Nodes.ts"

const [LOUNGE, STUDIO] = ["200000000000000091", "200000000000000092"] as const
/** GUILDS and GUILD_VOICE_STATES. */
const INTENTS = 1 | (1 << 7)

interface Told {
  readonly token: string
}

/** A bot with its gateway session on one server, in a voice channel. */
const inVoice = Effect.fnUntraced(function* ({ control, ...node }: Node) {
  const put = (path: string, json: object, method = "PUT") =>
    Effect.map(control(`/guilds/${GUILD}${path}`, { method, json }), ({ status }) => assert.oneOf(status, [200, 201]))
  for (const id of [LOUNGE, STUDIO]) yield* put(`/channels/${id}`, { name: "voice", type: 2 })
  yield* put(`/installs/${APP}`, { permissions: ["ADMINISTRATOR"] }, "PATCH")
  const bot = yield* connected(node)
  bot.identify({ token: BOT_TOKEN, intents: INTENTS })
  const { session_id } = yield* event<{ readonly session_id: string }>(bot, "READY")
  yield* event(bot, "GUILD_CREATE")
  return { bot, session_id, told: yield* joins(bot) }
})

const joins = (bot: GatewayClient): Effect.Effect<Told> => {
  bot.send({ op: 4, d: { guild_id: GUILD, channel_id: LOUNGE, self_mute: false, self_deaf: false } })
  return event<Told>(bot, "VOICE_SERVER_UPDATE")
}

const voiceOf = ({ url }: Node) => connected({ gateway: `${url.replace("http", "ws")}/voice` }, { v: 8 })

const taken = (voice: GatewayClient, op: number) => Effect.promise(() => voice.next((frame) => frame.op === op))

/** A voice connection on a server, as far as READY. */
const identified: (node: Node, session_id: string, token: string) => Effect.Effect<GatewayClient, never, Scope.Scope> =
  Effect.fnUntraced(function* (node, session_id, token) {
    const voice = yield* voiceOf(node)
    voice.send({ op: 0, d: { server_id: GUILD, user_id: APP, session_id, token } })
    return voice
  })

const ready = Effect.fnUntraced(function* (node: Node, session_id: string, token: string) {
  const voice = yield* identified(node, session_id, token)
  yield* taken(voice, 2)
  const data = { address: "127.0.0.1", port: 5_000, mode: "aead_aes256_gcm_rtpsize" }
  voice.send({ op: 1, d: { protocol: "udp", data } })
  yield* taken(voice, 4)
  return voice
})

const codeOf = (voice: GatewayClient) =>
  Effect.map(
    Effect.promise(() => voice.closed),
    ({ code }) => code
  )

/** The channels of the voice connections of all servers, once they are these. */
const connectedIn = ({ control }: Node, channels: ReadonlyArray<string>) =>
  Effect.map(control("/voice_connections"), ({ text }) => {
    const { connections } = JSON.parse(text) as { readonly connections: ReadonlyArray<Record<string, string>> }
    return connections.map(({ channel_id }) => channel_id)
  }).pipe(
    Effect.repeat({ until: (found) => JSON.stringify(found) === JSON.stringify(channels), schedule: EVERY }),
    Effect.map((found) => assert.deepStrictEqual<ReadonlyArray<unknown>>(found, channels))
  )

describe("with a gateway session on one server, a bot's voice connection on another", () => {
  it.live("becomes ready with the token that it was told, which works once on all of them", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes({ voice: true })
      const { session_id, told } = yield* inVoice(here)
      assert.strictEqual(yield* codeOf(yield* identified(there, session_id, "x".repeat(32))), 4004)
      yield* ready(there, session_id, told.token)
      yield* connectedIn(here, [LOUNGE])
      for (const node of [here, there])
        assert.strictEqual(yield* codeOf(yield* identified(node, session_id, told.token)), 4006)
      assert.strictEqual(yield* codeOf(yield* identified(there, "x", told.token)), 4006)
    })
  )

  it.live("is moved, follows, and ends when the bot leaves", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes({ voice: true })
      const { bot, session_id, told } = yield* inVoice(here)
      const first = yield* ready(there, session_id, told.token)
      yield* here.control(`/guilds/${GUILD}/voice_states/${APP}`, { method: "PATCH", json: { channel_id: STUDIO } })
      assert.strictEqual(yield* codeOf(first), 4014)
      const next = yield* event<Told>(bot, "VOICE_SERVER_UPDATE")
      const second = yield* ready(there, session_id, next.token)
      yield* connectedIn(there, [STUDIO])
      yield* here.control(`/guilds/${GUILD}/channels/${STUDIO}`, { method: "PATCH", json: { rtc_region: "rotterdam" } })
      assert.strictEqual(yield* codeOf(second), 4014)
      const last = yield* event<Told>(bot, "VOICE_SERVER_UPDATE")
      const third = yield* ready(there, session_id, last.token)
      bot.send({ op: 4, d: { guild_id: GUILD, channel_id: null, self_mute: false, self_deaf: false } })
      assert.strictEqual(yield* codeOf(third), 4014)
      yield* connectedIn(here, [])
    })
  )

  it.live("keeps its token while it is connected, and gets a new one when it is not", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes({ voice: true })
      const { bot, session_id, told } = yield* inVoice(here)
      const voice = yield* ready(there, session_id, told.token)
      // It only mutes itself; what is asked next is answered after that.
      bot.send({ op: 4, d: { guild_id: GUILD, channel_id: LOUNGE, self_mute: true, self_deaf: false } })
      bot.send({ op: 43, d: { guild_id: GUILD, fields: [] } })
      yield* event(bot, "CHANNEL_INFO")
      assert.lengthOf(
        bot.frames.filter(({ t }) => t === "VOICE_SERVER_UPDATE"),
        1
      )
      voice.close(4000)
      yield* codeOf(voice)
      const gone = yield* voiceOf(here)
      gone.send({ op: 7, d: { server_id: GUILD, session_id, token: told.token } })
      assert.strictEqual(yield* codeOf(gone), 4006)
      const again = yield* joins(bot)
      yield* ready(here, session_id, again.token)
      yield* connectedIn(there, [LOUNGE])
    })
  )

  it.live("goes on elsewhere when its server stops", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes({ voice: true })
      const { bot, session_id, told } = yield* inVoice(here)
      const voice = yield* ready(there, session_id, told.token)
      yield* there.drain
      assert.strictEqual(yield* codeOf(voice), 4014)
      const next = yield* event<Told>(bot, "VOICE_SERVER_UPDATE")
      yield* ready(here, session_id, next.token)
    })
  )
})
