/** A bot in a voice channel, without a library: its gateway session, its voice connection, its UDP socket. */
import { createSocket, type Socket } from "node:dgram"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { call } from "../fixture/Client.ts"
import { ALICE, APP, at, OTHER_APP, SECRETS } from "../fixture/Running.ts"
import { type Bot, connectTo, type Frame, fields, login } from "../gateway/Bot.ts"
import { given, HARBOUR } from "../gateway/World.ts"

export const [LOUNGE, STUDIO] = ["200000000000000091", "200000000000000092"] as const

/** With two voice channels in the harbour. */
export const voiceWorld = {
  ...given,
  guilds: given.guilds.map((guild) => ({
    ...guild,
    ...(guild.id === HARBOUR
      ? {
          channels: [
            { id: LOUNGE, name: "Lounge", type: 2 },
            { id: STUDIO, name: "Studio", type: 2 }
          ],
          installs: [APP, OTHER_APP].map((application_id) => ({
            application_id,
            scopes: ["bot"],
            permissions: ["ADMINISTRATOR"]
          }))
        }
      : {})
  }))
}

/** GUILDS and GUILD_VOICE_STATES. */
const INTENTS = 1 | (1 << 7)

export interface Caller {
  readonly bot: Bot
  readonly user_id: string
  readonly session_id: string
}

/** A bot that is ready at the gateway. */
export const caller = Effect.fnUntraced(function* (token: string = SECRETS.bot) {
  const { bot, id } = yield* login({ token, intents: INTENTS })
  return { bot, user_id: token === SECRETS.bot ? APP : OTHER_APP, session_id: id } satisfies Caller
})

/** The data of the next dispatch of this name; those before it are passed over. */
export const told = ({ bot }: Pick<Caller, "bot">, t: string) =>
  Effect.map(Effect.repeat(bot.next, { until: (frame) => frame.t === t }), (frame) => fields(frame))

export const join = ({ bot }: Caller, channel_id: string | null, guild_id = HARBOUR) =>
  bot.send(4, { guild_id, channel_id, self_mute: false, self_deaf: false })

/** Where VOICE_SERVER_UPDATE leads, and with which token. */
export interface Place {
  readonly token: string
  readonly endpoint: string
}

export const placed = (caller: Caller, channel_id: string = LOUNGE) =>
  Effect.suspend(() => {
    join(caller, channel_id)
    return Effect.map(told(caller, "VOICE_SERVER_UPDATE"), (data) => data as unknown as Place)
  })

/** A connection of the voice gateway, after HELLO. */
export const connected = Effect.fnUntraced(function* (query = "/?v=8") {
  const voice = yield* connectTo(yield* Effect.map(at(query), (url) => url.replace("http", "ws")))
  const hello = yield* voice.next
  assert.strictEqual(hello.op, 8)
  return voice
})

export const identify = ({ user_id, session_id }: Caller, { token }: Place) => ({
  server_id: HARBOUR,
  user_id,
  session_id,
  token,
  max_dave_protocol_version: 1
})

export const SELECT = {
  protocol: "udp",
  data: { address: "127.0.0.1", port: 50_000, mode: "aead_xchacha20_poly1305_rtpsize" }
}

export interface Ready {
  readonly ssrc: number
  readonly ip: string
  readonly port: number
  readonly modes: ReadonlyArray<string>
}

/** Takes the next frame, which has this opcode. */
export const taken = Effect.fnUntraced(function* (voice: Bot, op: number) {
  const frame = yield* voice.next
  assert.strictEqual(frame.op, op, JSON.stringify(frame))
  return frame as Frame & { readonly seq?: number }
})

/** A voice connection that is ready to speak. */
export const inVoice = Effect.fnUntraced(function* (token: string = SECRETS.bot, channel_id: string = LOUNGE, v = 8) {
  const from = yield* caller(token)
  const place = yield* placed(from, channel_id)
  const voice = yield* connected(`/?v=${v}`)
  voice.send(0, identify(from, place))
  const ready = fields(yield* taken(voice, 2)) as unknown as Ready
  voice.send(1, SELECT)
  const described = fields(yield* taken(voice, 4))
  return { caller: from, place, voice, ready, described }
})

/** A UDP socket of a client, which ends with the scope. */
export const udpAt = (host: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly socket: Socket; readonly answers: Array<Buffer> }>((resume) => {
      const socket = createSocket(host.includes(":") ? "udp6" : "udp4")
      const answers: Array<Buffer> = []
      socket.on("message", (bytes) => answers.push(bytes))
      socket.bind(0, host, () => resume(Effect.succeed({ socket, answers })))
    }),
    ({ socket }) => Effect.sync(() => socket.close())
  )

export const udp = udpAt("127.0.0.1")

export const discovery = (ssrc: number): Buffer => {
  const bytes = Buffer.alloc(74)
  bytes.writeUInt16BE(1, 0)
  bytes.writeUInt16BE(70, 2)
  bytes.writeUInt32BE(ssrc, 4)
  return bytes
}

export const sound = (ssrc: number, length = 60): Buffer => {
  const bytes = Buffer.alloc(length)
  bytes.set([0x80, 0x78])
  bytes.writeUInt32BE(ssrc, 8)
  return bytes
}

export const control = Effect.fnUntraced(function* (method: string, path: string, json?: object) {
  return yield* call(yield* at(`/control/v1${path}`), { method, ...(json === undefined ? {} : { json }) })
})

interface Listed {
  readonly connections: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly stray_packets: number
}

export const listed = Effect.map(control("GET", "/voice_connections"), ({ text }) => JSON.parse(text) as Listed)

/** Polls until it holds; a UDP packet has no receipt. */
export const until = <A, R>(read: Effect.Effect<A, never, R>, holds: (value: A) => boolean) =>
  Effect.repeat(Effect.delay(read, "5 millis"), { until: holds }).pipe(Effect.timeout("5 seconds"), Effect.orDie)

export const aliceJoins = (channel_id: string) => control("PUT", `/users/${ALICE}/channels/${channel_id}/voice`, {})
