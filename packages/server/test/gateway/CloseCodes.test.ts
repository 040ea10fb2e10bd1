import { gateway } from "@backlot/domain/base/Limits"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { at, LIVE, running, SECRETS } from "../fixture/Running.ts"
import { type Bot, connect, connectTo, IDENTIFY, login } from "./Bot.ts"
import { given, INTENTS } from "./World.ts"

const identify = (d: object) => (bot: Bot) => bot.send(2, { ...IDENTIFY, ...d })
const raw = (message: string | Uint8Array) => (bot: Bot) => bot.sendRaw(message)

const BEFORE: ReadonlyArray<readonly [number, string, (bot: Bot) => void]> = [
  [4001, "an opcode that nobody knows", (bot) => bot.send(99)],
  [4001, "an opcode that only servers send", (bot) => bot.send(11)],
  [4002, "no JSON", raw("{")],
  [4002, "JSON that is no object", raw("[]")],
  [4002, "a frame without op", raw("{}")],
  [4002, "an op that is no integer", raw('{"op":"2"}')],
  [4002, "bytes that are not UTF-8", raw(new Uint8Array([0x83, 0xff, 0xfe]))],
  [4002, "JSON that nests too deeply", raw(`{"op":1,"d":${"[".repeat(100)}${"]".repeat(100)}}`)],
  [4002, "a heartbeat whose d is no integer", (bot) => bot.send(1, "7")],
  [4002, "an identify without data", (bot) => bot.send(2)],
  [4002, "an identify without a token", identify({ token: 7 })],
  [4002, "an identify without intents", identify({ intents: "all" })],
  [4002, "a resume without a session", (bot) => bot.send(6, { token: SECRETS.bot, seq: 1 })],
  [4003, "a presence update before identify", (bot) => bot.send(3, {})],
  [4003, "a request for members before identify", (bot) => bot.send(8, { guild_id: "1", query: "", limit: 0 })],
  [4004, "an identify with the token of nobody", identify({ token: "nobody" })],
  [4004, "an identify with a bearer token", identify({ token: SECRETS.update })],
  [4004, "a resume with the token of nobody", (bot) => bot.send(6, { token: "nobody", session_id: "x", seq: 1 })],
  [4010, "a shard that is no pair", identify({ shard: [0] })],
  [4010, "a shard that is not among its number", identify({ shard: [2, 2] })],
  [4010, "a negative shard", identify({ shard: [-1, 2] })],
  [4010, "more shards than there can be", identify({ shard: [0, gateway.shards + 1] })],
  [4013, "bits that are no intents", identify({ intents: 1 << 30 })],
  [4013, "negative intents", identify({ intents: -1 })],
  [4014, "privileged intents without the application's flag", identify({ intents: INTENTS.GUILD_MEMBERS })],
  [4014, "message content without the application's flag", identify({ intents: INTENTS.MESSAGE_CONTENT })]
]

const AFTER: ReadonlyArray<readonly [number, string, (bot: Bot) => void]> = [
  [4001, "an opcode that nobody knows", (bot) => bot.send(99)],
  [4002, "a request for members of no guild", (bot) => bot.send(8, { query: "", limit: 0 })],
  [4005, "a second identify", identify({})],
  [4005, "a resume in a session", (bot) => bot.send(6, { token: SECRETS.bot, session_id: "x", seq: 1 })]
]

const sentenceOf = (code: number) => Object.values(CLOSE).find((reason) => reason.code === code)?.reason ?? ""

layer(running({ world: given }), LIVE)("a connection is closed", (it) => {
  it.effect.each(BEFORE)("with %s for %s", ([code, , say]) =>
    Effect.gen(function* () {
      const bot = yield* connect()
      yield* bot.next
      say(bot)
      const closed = yield* bot.closed
      assert.strictEqual(closed.code, code)
      assert.isTrue(closed.reason.startsWith(sentenceOf(code)), closed.reason)
    })
  )

  it.effect.each(AFTER)("with %s after identify for %s", ([code, , say]) =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      say(bot)
      assert.strictEqual((yield* bot.closed).code, code)
    })
  )

  it.effect("with 4002 for a frame over 4096 bytes, and not for one of just as many", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      yield* bot.next
      const frame = (bytes: number) => `{"op":1,"d":null,"x":"${"x".repeat(bytes - 24)}"}`
      assert.strictEqual(frame(4096).length, 4096)
      bot.sendRaw(frame(4096))
      assert.strictEqual((yield* bot.next).op, 11)
      bot.sendRaw(frame(4097))
      assert.strictEqual((yield* bot.closed).code, 4002)
    })
  )

  it.effect.each([
    ["v=8&encoding=json", "v must be 9 or 10."],
    ["v=ten", "v must be 9 or 10."],
    ["v=10&encoding=etf", "The encoding etf is not spoken; use encoding=json."],
    ["v=10&encoding=json&compress=br", "compress must be zlib-stream or zstd-stream."]
  ] as const)("with 4012 and the reason for the query %s", ([query, because]) =>
    Effect.gen(function* () {
      const bot = yield* connect(query)
      assert.deepStrictEqual(yield* bot.closed, { code: 4012, reason: `Invalid API version. ${because}` })
    })
  )

  it.effect("and the others notice nothing of it", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      const other = yield* connect()
      other.sendRaw("{")
      yield* other.closed
      bot.send(1, 1)
      assert.strictEqual((yield* bot.next).op, 11)
    })
  )

  it.effect("and not for what is accepted and ignored", () =>
    Effect.gen(function* () {
      const { bot } = yield* login()
      for (const op of [3, 4, 31]) bot.send(op, { anything: null })
      bot.send(1, 1)
      assert.strictEqual((yield* bot.next).op, 11)
    })
  )
})

describe("limits of a connection", () => {
  const flood = (bot: Bot) => {
    for (let i = 0; i < gateway.sends; i++) bot.send(1, null)
  }

  it.live("the 121st frame within 60 seconds closes with 4008, heartbeats included", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      flood(bot)
      yield* bot.take(1 + gateway.sends)
      bot.send(1, null)
      assert.strictEqual((yield* bot.closed).code, 4008)
    }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "enforce" })))
  )

  it.live("frames are not limited where limits only observe", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      flood(bot)
      flood(bot)
      yield* bot.take(1 + 2 * gateway.sends)
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )

  it.effect("a new window begins after 60 seconds", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      flood(bot)
      yield* bot.take(1 + gateway.sends)
      yield* TestClock.adjust(gateway.sendsWindowMs)
      flood(bot)
      yield* bot.take(gateway.sends)
    }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "enforce" })))
  )

  it.live("more guilds than a shard may have close it with 4011", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      yield* bot.next
      bot.send(2, IDENTIFY)
      assert.strictEqual((yield* bot.closed).code, 4011)
      const url = (yield* at("/gateway")).replace("http", "ws")
      const other = yield* connectTo(url)
      yield* other.next
      other.send(2, { ...IDENTIFY, shard: [1, 2] })
      assert.strictEqual((yield* other.next).t, "READY")
    }).pipe(Effect.scoped, Effect.provide(running({ world: manyGuilds() })))
  )
})

/** All but one are on shard 0 of 2. */
const manyGuilds = () => {
  const [first, market] = given.guilds
  const step = 1n << 23n
  const more = Array.from({ length: gateway.guildsPerShard }, (_, i) => ({
    ...market,
    id: String(BigInt(first?.id ?? 0) + step * BigInt(i + 1)),
    channels: []
  }))
  return { ...given, guilds: [...given.guilds, ...more] }
}
