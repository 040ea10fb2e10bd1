import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { gateway } from "../../src/base/Limits.ts"
import * as Command from "../../src/gateway/GatewayCommand.ts"

const success = <A>(result: Result.Result<A, Command.Refusal>): A => Result.getOrThrow(result)
const code = (result: Result.Result<unknown, Command.Refusal>) =>
  Result.isFailure(result) ? result.failure.code : undefined

const identify = (d: object) => Command.decodeIdentify({ token: "t", intents: 0, ...d })

describe("a frame", () => {
  it.each([1, 2, 3, 4, 6, 8, 31, 43])("of op %s is known", (op) => {
    assert.deepStrictEqual(success(Command.decodeFrame(`{"op":${op},"d":null}`)) as unknown, { op, d: null })
  })

  it.each([0, 5, 7, 9, 10, 11, 12, -1, 1e9])("of op %s is unknown: 4001", (op) => {
    assert.strictEqual(code(Command.decodeFrame(`{"op":${op}}`)), 4001)
  })

  it.each(["", "{", "null", "7", '"op"', "[1]", "{}", '{"op":null}', '{"op":1.5}', '{"op":"1"}', '{"op":[1]}'])(
    "%j is not one: 4002",
    (text) => {
      assert.strictEqual(code(Command.decodeFrame(text)), 4002)
    }
  )

  it("is judged whatever it is", () => {
    const decoders = [
      Command.decodeHeartbeat,
      Command.decodeIdentify,
      Command.decodeResume,
      Command.decodeMemberRequest
    ]
    fc.assert(
      fc.property(fc.anything(), fc.string(), (d, text) => {
        code(Command.decodeFrame(text))
        for (const decode of decoders) assert.include([undefined, 4002, 4010], code(decode(d)))
      })
    )
  })
})

describe("a heartbeat", () => {
  it.each([
    [null, null],
    [undefined, null],
    [0, 0],
    [41, 41]
  ])("may carry %s", (d, seq) => {
    assert.strictEqual(success(Command.decodeHeartbeat(d)), seq)
  })
})

describe("an identify", () => {
  it("without shard is the only one, without threshold the least", () => {
    const large_threshold = gateway.largeThresholdDefault
    assert.deepStrictEqual(success(identify({})), {
      token: "t",
      intents: 0,
      shard: [0, 1],
      compress: false,
      large_threshold
    })
  })

  it("has its token without the prefix that discordgo sends", () => {
    assert.strictEqual(success(identify({ token: "Bot secret" })).token, "secret")
  })

  it.each([
    [0, 50],
    [50, 50],
    [100, 100],
    [1000, 250]
  ])("has a threshold between 50 and 250: %s is %s", (large_threshold, used) => {
    assert.strictEqual(success(identify({ large_threshold })).large_threshold, used)
  })

  it.each([
    [true, true],
    [false, false],
    [null, false],
    ["zlib-stream", false]
  ])("asks for compressed payloads by nothing but true: %s, as libraries write it", (compress, asked) => {
    assert.strictEqual(success(identify({ compress })).compress, asked)
  })

  it("has its intents as a decimal string too, as a C library writes them", () => {
    assert.strictEqual(success(identify({ intents: "37376" })).intents, 37_376)
  })

  it.each([
    { token: null },
    { intents: null },
    { intents: "" },
    { intents: "-1" },
    { intents: "1e3" },
    { intents: " 1" },
    { intents: "0x1" },
    { intents: "1".repeat(21) },
    { compress: 1 },
    { large_threshold: "50" }
  ])("%j is 4002", (d) => {
    assert.strictEqual(code(identify(d)), 4002)
  })

  it.each([["01"], [[]], [[0]], [[0, 0]], [[1, 1]], [[0, 1, 2]], [[0, gateway.shards + 1]], [["0", "1"]]])(
    "shard %j is 4010",
    (shard) => {
      assert.strictEqual(code(identify({ shard })), 4010)
    }
  )
})

describe("a voice state update", () => {
  const guild_id = "200000000000000001"
  const decode = Command.decodeVoiceUpdate

  it("connects to a channel, or to none", () => {
    const own = { self_mute: true, self_deaf: false }
    assert.deepStrictEqual(success(decode({ guild_id, channel_id: "7", ...own })), {
      guild_id,
      channel_id: "7",
      ...own
    })
    const none = { guild_id, channel_id: null, self_mute: false, self_deaf: false }
    for (const d of [{ guild_id }, { guild_id, channel_id: null }]) assert.deepStrictEqual(success(decode(d)), none)
  })

  it.each([[null], [{}], [{ guild_id: "x" }], [{ guild_id, channel_id: "x" }], [{ guild_id, self_mute: 1 }]])(
    "%j is none",
    (d) => {
      assert.strictEqual(code(decode(d)), 4002)
    }
  )
})

describe("a request for members", () => {
  const guild_id = "200000000000000001"

  it("may name its guild and one user as a list or alone", () => {
    const asked = { guild_id, limit: 0, user_ids: ["7"] }
    assert.deepStrictEqual(success(Command.decodeMemberRequest({ guild_id: [guild_id], user_ids: "7" })), asked)
    assert.deepStrictEqual(success(Command.decodeMemberRequest({ guild_id, user_ids: ["7"] })), asked)
  })

  it("may name its guild and users by integers, as discord.py, JDA and discordrb do", () => {
    const asked = { guild_id: "5001", limit: 0, user_ids: ["7", "200000000000000001", "9"] }
    const frame = '{"op":8,"d":{"guild_id":5001,"user_ids":[7,200000000000000001,"9"]}}'
    assert.deepStrictEqual(success(Command.decodeMemberRequest(success(Command.decodeFrame(frame)).d)), asked)
    assert.deepStrictEqual(success(Command.decodeMemberRequest({ guild_id: [5001], user_ids: 7 })), {
      guild_id: "5001",
      limit: 0,
      user_ids: ["7"]
    })
  })

  it("has no nonce that is too long", () => {
    const asked = (nonce: string) =>
      success(Command.decodeMemberRequest({ guild_id, query: "", limit: 0, nonce })).nonce
    assert.strictEqual(asked("x".repeat(32)), "x".repeat(32))
    assert.isUndefined(asked("x".repeat(33)))
  })

  it.each([
    {},
    { guild_id },
    { guild_id: "x", query: "" },
    { guild_id: 2 ** 53, query: "" },
    { guild_id: 1e20, query: "" },
    { guild_id: -1, query: "" },
    { guild_id: 1.5, query: "" },
    { guild_id, user_ids: [2 ** 60] },
    { guild_id: [guild_id, guild_id], query: "" },
    { guild_id, query: 7 },
    { guild_id, query: "", limit: -1 },
    { guild_id, user_ids: Array.from({ length: gateway.requestedUsers + 1 }, () => "1") },
    { guild_id, user_ids: ["x"] },
    { guild_id, query: "", nonce: 1 },
    { guild_id, query: "", presences: "yes" }
  ])("%j is 4002", (d) => {
    assert.strictEqual(code(Command.decodeMemberRequest(d)), 4002)
  })
})

describe("a request for channel info", () => {
  it("names a guild and a list of fields", () => {
    const asked = { guild_id: "200000000000000001", fields: ["status", 1] }
    assert.deepStrictEqual(success(Command.decodeChannelInfoRequest(asked)), asked)
  })

  it.each([[null], [[]], [{ guild_id: "x", fields: [] }], [{ guild_id: "1" }], [{ guild_id: "1", fields: "status" }]])(
    "is not %j",
    (d) => {
      assert.strictEqual(code(Command.decodeChannelInfoRequest(d)), 4002)
    }
  )
})
