/** Generates messages that no honest client sends, mixed with honest ones. */
import { GUILD } from "../Harbour.ts"
import { HOSTILE_VALUES } from "../hostile/Json.ts"
import { BOT } from "./Bots.ts"
import type { Chance } from "./Chance.ts"

export interface HostileMessage {
  /** The kind of message, for the report of a failure. */
  readonly kind: string
  /** A string is sent as text or in text fragments, bytes as binary. */
  readonly message: string | Buffer
  /** Number of fragments. */
  readonly fragments: number
}

/** A valid `d` for each opcode that clients send. */
const HONEST: ReadonlyArray<readonly [op: number, d: unknown]> = [
  [1, null],
  [1, 0],
  [2, { token: BOT.token, intents: 1, properties: { os: "a", browser: "b", device: "c" }, shard: [0, 1] }],
  [2, { token: BOT.token, intents: 513, compress: true, large_threshold: 50, presence: { status: "idle" } }],
  [3, { since: null, activities: [{ name: "a", type: 0 }], status: "online", afk: false }],
  [4, { guild_id: GUILD, channel_id: null, self_mute: false, self_deaf: false }],
  [6, { token: BOT.token, session_id: "0123456789abcdef", seq: 1 }],
  [8, { guild_id: GUILD, query: "", limit: 0, nonce: "a" }],
  [8, { guild_id: GUILD, user_ids: [BOT.id], presences: true }],
  [31, { guild_ids: [GUILD] }]
]

/** Opcodes that clients do not send, and invalid ones. */
const NO_OPS = ["-1", "0", "5", "7", "9", "10", "11", "12", "30", "32", "255", "256", "65536", "4294967297", "1e3"]
const OPS = [...NO_OPS, ...HOSTILE_VALUES, "1.0", "2.5", "1e0", '"1"', "[1]", '{"op":1}']

const honest = (chance: Chance) => {
  const [op, d] = chance.pick(HONEST)
  return { op, d }
}

const text = (frame: unknown) => JSON.stringify(frame)

/** The frame with one field in `d`, at any depth, replaced by JSON text. */
const mistyped = (chance: Chance): string => {
  const { op, d } = honest(chance)
  const value = chance.pick(HOSTILE_VALUES)
  if (typeof d !== "object" || d === null || chance.odds(0.2)) return `{"op":${op},"d":${value}}`
  const field = chance.pick(Object.keys(d))
  const fields = Object.entries(d).map(([name, inner]) => `"${name}":${name === field ? value : text(inner)}`)
  return `{"op":${op},"d":{${fields.join(",")}}}`
}

const broken = (chance: Chance): string => {
  const whole = text(honest(chance))
  const at = chance.int(whole.length)
  return chance.pick([
    () => whole.slice(0, at),
    () => whole + chance.pick(["}", "]", "\0", "x", whole, "//", ","]),
    () => whole.slice(0, at) + chance.pick(["NaN", "'", "\t\0", "\\", "{", "[", "\ud800", "\u2028"]) + whole.slice(at),
    () => whole.slice(0, at) + whole.slice(at + 1 + chance.int(4)),
    () => chance.pick(["", " ", `\ufeff${whole}`, "NaN", "undefined", "'a'", "{op:1}", "\u0000", "1_0", "0x1"])
  ])()
}

const nested = (chance: Chance): string => {
  const depth = 1 + chance.int(1_900)
  const [open, close] = chance.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['{"op":1,"d":', "}"]
  ] as const)
  const times = Math.min(depth, Math.floor(4_000 / (open.length + close.length)))
  const deep = open.repeat(times) + chance.pick(["1", "", "{}"]) + (chance.odds(0.8) ? close.repeat(times) : "")
  return chance.odds(0.5) ? deep : `{"op":${chance.pick([1, 2, 6, 8])},"d":${deep}}`
}

const wideKeys = (chance: Chance): string => {
  const names = Array.from(
    { length: 1 + chance.int(200) },
    (_, i) => `"${chance.pick(["op", "d", "k", "__proto__"])}${i % 7}":1`
  )
  return `{"__proto__":{"op":1},"op":1,"op":${chance.pick(OPS)},${names.join(",")},"d":null}`
}

const KINDS: Readonly<Record<string, (chance: Chance) => string | Buffer>> = {
  honest: (chance) => text(honest(chance)),
  "honest in binary": (chance) => Buffer.from(text(honest(chance))),
  "wrong type": mistyped,
  "wrong type again": mistyped,
  "broken JSON": broken,
  "deep nesting": nested,
  "strange op": (chance) => `{"op":${chance.pick(OPS)},"d":${chance.pick(HOSTILE_VALUES)}}`,
  "no frame": (chance) => chance.pick(HOSTILE_VALUES),
  "many keys": wideKeys,
  "random bytes": (chance) => chance.bytes(chance.int(300)),
  "a term of etf": (chance) => Buffer.concat([Buffer.of(131, 116, 0, 0, 0, 2), chance.bytes(chance.int(60))]),
  "oversized text": (chance) => text({ op: 1, d: "x".repeat(4_080 + chance.int(20_000)) }),
  "oversized binary": (chance) => Buffer.alloc(4_097 + chance.int(60_000), chance.int(256)),
  "exactly too long": () => text({ op: 3, d: "x".repeat(4_097 - '{"op":3,"d":""}'.length) }),
  "exactly long enough": () => text({ op: 3, d: "x".repeat(4_096 - '{"op":3,"d":""}'.length) })
}

const NAMES = Object.keys(KINDS)

export const hostileMessage = (chance: Chance): HostileMessage => {
  const kind = chance.pick(NAMES)
  const message = KINDS[kind]?.(chance) ?? ""
  return { kind, message, fragments: chance.odds(0.1) ? 2 + chance.int(6) : 1 }
}
