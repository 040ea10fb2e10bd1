/**
 * The frames that a client sends over the gateway, decoded and validated by shape, with the close code of each fault.
 * Fields without effect here (properties) are ignored, because libraries differ in them. Source:
 * wire-interactions.md §3.3, §3.4, §3.8.
 */
import { Result } from "effect"
import { gateway } from "../base/Limits.ts"
import { type Snowflake, toSnowflake } from "../base/Snowflake.ts"
import { sound } from "../base/SoundLimits.ts"
import { isElement } from "../element/WorldTarget.ts"
import { decodeJson } from "../validation/JsonText.ts"
import type { Shard } from "./Dispatch.ts"

/** Why a connection is closed: the code of §3.8, and the exact fault for the developer. */
export interface Refusal {
  readonly code: 4001 | 4002 | 4010
  readonly because: string
}

/** A frame with a known opcode; `d` is not validated yet. */
export interface ClientFrame {
  readonly op: ClientOpcode
  readonly d: unknown
}

/** Heartbeat, identify, presence, voice state, resume, request members, soundboard sounds and channel info. */
const CLIENT_OPCODES = [1, 2, 3, 4, 6, 8, 31, 43] as const
export type ClientOpcode = (typeof CLIENT_OPCODES)[number]

export interface Identify {
  /** Without `Bot ` (discordgo, §3.4) or `Bearer `. Our choice: docs/choices.md "Gateway". */
  readonly token: string
  /** Undefined when left out, as client sessions may. */
  readonly intents: number | undefined
  readonly shard: Shard
  readonly compress: boolean
  readonly large_threshold: number
  /** As it was sent: `BotPresence.ts` reads it. */
  readonly presence?: unknown
}

export interface Resume {
  readonly token: string
  readonly session_id: string
  readonly seq: number
}

/** Requests members by the beginning of their name, or by id. */
export interface MemberRequest {
  readonly guild_id: Snowflake
  readonly query?: string
  /** 0 means all. */
  readonly limit: number
  readonly user_ids?: ReadonlyArray<Snowflake>
  readonly presences?: boolean
  readonly nonce?: string
}

/** Connects the bot to a voice channel of a guild, or disconnects it. */
export interface VoiceUpdate {
  readonly guild_id: Snowflake
  /** Null disconnects. */
  readonly channel_id: Snowflake | null
  readonly self_mute: boolean
  readonly self_deaf: boolean
}

type Judged<A> = Result.Result<A, Refusal>

/** 4002 for anything but a JSON object with an integer opcode, 4001 for an opcode that no client sends. */
export const decodeFrame = (text: string): Judged<ClientFrame> => {
  const decoded = decodeJson(text)
  if (Result.isFailure(decoded)) return undecodable("the frame is not JSON, or nests too deeply")
  const frame = decoded.success
  if (!isElement(frame)) return undecodable("a frame is a JSON object with op and d")
  const { op, d } = frame
  if (typeof op !== "number" || !Number.isInteger(op)) return undecodable("op must be an integer")
  const known = CLIENT_OPCODES.find((code) => code === op)
  return known === undefined
    ? Result.fail({ code: 4001, because: `op ${op} is none that a client sends` })
    : Result.succeed({ op: known, d })
}

/** The last `s` that the client received; before the first it is null, or 0 from some libraries. */
export const decodeHeartbeat = (d: unknown): Judged<number | null> =>
  d == null || isCount(d) ? Result.succeed(d ?? null) : undecodable("d must be an integer or null")

/** 4010 for an impossible shard. The intents are checked later, once the application is known. */
export const decodeIdentify = (d: unknown): Judged<Identify> => {
  if (!isElement(d)) return undecodable("d must be an object")
  const { token, shard, compress = false, large_threshold } = d
  if (typeof token !== "string") return undecodable("token must be a string")
  const intents = isDecimal(d["intents"]) ? Number(d["intents"]) : d["intents"]
  if (intents !== undefined && typeof intents !== "number") return undecodable("intents must be an integer")
  // oceanic.js sends the name of the stream compression here, which its query already requests. Our choice:
  // docs/choices.md "Gateway".
  if (typeof compress !== "boolean" && typeof compress !== "string" && compress !== null) {
    return undecodable("compress must be a boolean")
  }
  const threshold = large_threshold ?? gateway.largeThresholdDefault
  if (!isCount(threshold)) return undecodable("large_threshold must be an integer")
  return Result.map(decodeShard(shard), (shard) => ({
    token: withoutPrefix(token),
    intents,
    shard,
    compress: compress === true,
    // A value out of range becomes the nearest valid one. Our choice: docs/choices.md "Gateway".
    ...(d["presence"] == null ? {} : { presence: d["presence"] }),
    large_threshold: Math.min(Math.max(threshold, gateway.largeThresholdMin), gateway.largeThresholdMax)
  }))
}

export const decodeResume = (d: unknown): Judged<Resume> => {
  if (!isElement(d)) return undecodable("d must be an object")
  const { token, session_id, seq } = d
  if (typeof token !== "string") return undecodable("token must be a string")
  if (typeof session_id !== "string") return undecodable("session_id must be a string")
  // A client that has received nothing yet may send null. Our choice: docs/choices.md "Gateway".
  if (seq !== null && !isCount(seq)) return undecodable("seq must be an integer")
  return Result.succeed({ token: withoutPrefix(token), session_id, seq: seq ?? 0 })
}

/** Some libraries send one guild id in a list (§3.3). */
export const decodeMemberRequest = (d: unknown): Judged<MemberRequest> => {
  if (!isElement(d)) return undecodable("d must be an object")
  const { query, limit, user_ids, presences, nonce } = d
  const [guild_id, ...more] = listOf(d["guild_id"]).map(toSnowflake)
  if (guild_id === undefined || more.length > 0) return undecodable("guild_id must be a snowflake")
  if (query != null && typeof query !== "string") return undecodable("query must be a string")
  if (limit != null && !isCount(limit)) return undecodable("limit must be an integer")
  const asked = user_ids == null ? undefined : listOf(user_ids)
  const users = asked?.slice(0, gateway.requestedUsers).flatMap((id) => toSnowflake(id) ?? [])
  if (users?.length !== asked?.length) {
    return undecodable(`user_ids must be at most ${gateway.requestedUsers} snowflakes`)
  }
  if (query == null && users === undefined) return undecodable("query or user_ids must be given")
  if (presences != null && typeof presences !== "boolean") return undecodable("presences must be a boolean")
  if (nonce != null && typeof nonce !== "string") return undecodable("nonce must be a string")
  return Result.succeed({
    guild_id,
    limit: limit ?? 0,
    ...(query == null ? {} : { query }),
    ...(users === undefined ? {} : { user_ids: users }),
    ...(presences == null ? {} : { presences }),
    // A longer nonce is not returned (the platform's documentation).
    ...(nonce == null || nonce.length > gateway.nonceMax ? {} : { nonce })
  })
}

export const decodeVoiceUpdate = (d: unknown): Judged<VoiceUpdate> => {
  if (!isElement(d)) return undecodable("d must be an object")
  const { self_mute = false, self_deaf = false } = d
  const guild_id = toSnowflake(d["guild_id"])
  const channel_id = d["channel_id"] == null ? null : toSnowflake(d["channel_id"])
  if (guild_id === undefined) return undecodable("guild_id must be a snowflake")
  if (channel_id === undefined) return undecodable("channel_id must be a snowflake or null")
  if (typeof self_mute !== "boolean" || typeof self_deaf !== "boolean") {
    return undecodable("self_mute and self_deaf must be booleans")
  }
  return Result.succeed({ guild_id, channel_id, self_mute, self_deaf })
}

/** The guilds whose soundboards a bot asks for. */
export const decodeSoundsRequest = (d: unknown): Judged<ReadonlyArray<Snowflake>> => {
  const asked = isElement(d) ? d["guild_ids"] : undefined
  if (!Array.isArray(asked)) return undecodable("guild_ids must be a list")
  const ids = asked.slice(0, sound.requestedGuilds + 1).flatMap((id) => toSnowflake(id) ?? [])
  return asked.length > sound.requestedGuilds || ids.length !== asked.length
    ? undecodable(`guild_ids must be at most ${sound.requestedGuilds} snowflakes`)
    : Result.succeed(ids)
}

/** What of the voice channels of a guild a bot asks for. Fields that are none are ignored, as on the platform. */
export interface ChannelInfoRequest {
  readonly guild_id: Snowflake
  readonly fields: ReadonlyArray<unknown>
}

export const decodeChannelInfoRequest = (d: unknown): Judged<ChannelInfoRequest> => {
  if (!isElement(d)) return undecodable("d must be an object")
  const { fields } = d
  const guild_id = toSnowflake(d["guild_id"])
  if (guild_id === undefined) return undecodable("guild_id must be a snowflake")
  return Array.isArray(fields) ? Result.succeed({ guild_id, fields }) : undecodable("fields must be a list")
}

const undecodable = (because: string): Result.Result<never, Refusal> => Result.fail({ code: 4002, because })

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

/** A C library writes its intents this way. Our choice: docs/choices.md "Gateway". */
const isDecimal = (value: unknown): value is string => typeof value === "string" && /^\d{1,20}$/.test(value)

const withoutPrefix = (token: string): string => token.replace(/^(Bot|Bearer) /, "")

const decodeShard = (shard: unknown): Judged<Shard> => {
  if (shard == null) return Result.succeed([0, 1])
  const [id, count, ...more]: ReadonlyArray<unknown> = Array.isArray(shard) ? shard : []
  if (!isCount(id) || !isCount(count) || more.length > 0) {
    return Result.fail({ code: 4010, because: "shard must be [shard_id, num_shards]" })
  }
  if (count < 1 || count > gateway.shards || id >= count) {
    return Result.fail({ code: 4010, because: `there is no shard ${id} of ${count} (at most ${gateway.shards})` })
  }
  return Result.succeed([id, count])
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value])
