/**
 * The frames that a client sends over the voice gateway, with the close code of each fault. Fields without effect here
 * (video, streams, codecs, priority) are ignored. Source: the platform's documentation of voice connections.
 */
import { Result } from "effect"
import { type Snowflake, toSnowflake } from "../base/Snowflake.ts"
import { voice } from "../base/VoiceLimits.ts"
import { isElement } from "../element/WorldTarget.ts"
import { decodeJson } from "../validation/JsonText.ts"

/** Why a connection is closed: the code, and the exact fault for the developer. */
export interface VoiceRefusal {
  readonly code: 4001 | 4002 | 4012 | 4016 | 4020
  readonly because: string
}

/**
 * Identify, select protocol, heartbeat, speaking, resume; then what is accepted and has no effect: video, media wanted,
 * the server's version, and the transition, the key package, the commit and its rejection of end-to-end encryption.
 */
const CLIENT_OPCODES = [0, 1, 3, 5, 7, 12, 14, 15, 16, 23, 26, 28, 31] as const
export type VoiceOpcode = (typeof CLIENT_OPCODES)[number]

/** The opcodes whose messages are binary: of end-to-end encryption, which no session here has. */
const BINARY_OPCODES: ReadonlyArray<number> = [26, 28]

export interface VoiceFrame {
  readonly op: VoiceOpcode
  readonly d: unknown
}

export interface VoiceIdentify {
  readonly server_id: Snowflake
  readonly user_id: Snowflake
  readonly session_id: string
  readonly token: string
}

export interface VoiceResume {
  readonly server_id: Snowflake
  readonly session_id: string
  readonly token: string
  /** The last numbered message that the client had; undefined before version 8, and where it had none. */
  readonly seq_ack: number | undefined
}

export interface VoiceHeartbeat {
  /** Returned in the answer. */
  readonly nonce: number
  readonly seq_ack: number | undefined
  /** Whether the client speaks the form of version 8, and so does the answer. */
  readonly isObject: boolean
}

/** The modes of encryption. Source: the platform's documentation, the others are discontinued. */
export const VOICE_MODES = ["aead_aes256_gcm_rtpsize", "aead_xchacha20_poly1305_rtpsize"] as const
export type VoiceMode = (typeof VOICE_MODES)[number]

export interface Speaking {
  /** Bits: microphone, sound of a shared screen, priority. */
  readonly speaking: number
  readonly ssrc: number | undefined
}

type Judged<A> = Result.Result<A, VoiceRefusal>

export const decodeVoiceFrame = (text: string): Judged<VoiceFrame> => {
  const decoded = decodeJson(text)
  if (Result.isFailure(decoded)) return refused(4002, "the frame is not JSON, or nests too deeply")
  const frame = decoded.success
  if (!isElement(frame)) return refused(4002, "a frame is a JSON object with op and d")
  const { op, d } = frame
  if (!isCount(op)) return refused(4002, "op must be an integer")
  const known = CLIENT_OPCODES.find((code) => code === op)
  return known === undefined ? refused(4001, `op ${op} is none that a client sends`) : Result.succeed({ op: known, d })
}

/** Whether a binary message is one of end-to-end encryption, whose first byte is the opcode. */
export const isEncryptionMessage = (bytes: Uint8Array): boolean => BINARY_OPCODES.includes(bytes[0] ?? 0)

export const decodeVoiceIdentify = (d: unknown): Judged<VoiceIdentify> => {
  if (!isElement(d)) return refused(4002, "d must be an object")
  const [server_id, user_id] = [toSnowflake(d["server_id"]), toSnowflake(d["user_id"])]
  const { session_id, token } = d
  if (server_id === undefined) return refused(4002, "server_id must be a snowflake")
  if (user_id === undefined) return refused(4002, "user_id must be a snowflake")
  if (!isText(session_id)) return refused(4002, "session_id must be a string")
  if (!isText(token)) return refused(4002, "token must be a string")
  return Result.succeed({ server_id, user_id, session_id, token })
}

export const decodeVoiceResume = (d: unknown): Judged<VoiceResume> => {
  if (!isElement(d)) return refused(4002, "d must be an object")
  const server_id = toSnowflake(d["server_id"])
  const { session_id, token } = d
  if (server_id === undefined) return refused(4002, "server_id must be a snowflake")
  if (!isText(session_id)) return refused(4002, "session_id must be a string")
  if (!isText(token)) return refused(4002, "token must be a string")
  return Result.map(seqAckOf(d["seq_ack"]), (seq_ack) => ({ server_id, session_id, token, seq_ack }))
}

/** A number, or from version 8 on an object with it. */
export const decodeVoiceHeartbeat = (d: unknown): Judged<VoiceHeartbeat> => {
  const isObject = isElement(d)
  const nonce = isObject ? d["t"] : d
  if (typeof nonce !== "number" || !Number.isFinite(nonce)) return refused(4002, "the nonce must be a number")
  return Result.map(seqAckOf(isObject ? d["seq_ack"] : undefined), (seq_ack) => ({ nonce, seq_ack, isObject }))
}

/** 4012 for another protocol than UDP, 4016 for a mode that is not offered. */
export const decodeSelectProtocol = (d: unknown): Judged<VoiceMode> => {
  if (!isElement(d)) return refused(4002, "d must be an object")
  const { protocol, data } = d
  if (protocol !== "udp") return refused(4012, "protocol must be udp")
  if (!isElement(data)) return refused(4002, "data must be an object")
  const { address, port } = data
  if (!isText(address)) return refused(4020, "data.address must be a string")
  if (!isCount(port) || port < 1 || port > 65_535) return refused(4020, "data.port must be a port")
  const mode = VOICE_MODES.find((known) => known === data["mode"])
  return mode === undefined ? refused(4016, `data.mode must be ${VOICE_MODES.join(" or ")}`) : Result.succeed(mode)
}

/** Some libraries send `true` for the microphone. */
export const decodeSpeaking = (d: unknown): Judged<Speaking> => {
  if (!isElement(d)) return refused(4002, "d must be an object")
  const { ssrc } = d
  const speaking = typeof d["speaking"] === "boolean" ? Number(d["speaking"]) : d["speaking"]
  if (!isCount(speaking)) return refused(4002, "speaking must be an integer")
  if (ssrc != null && !isCount(ssrc)) return refused(4002, "ssrc must be an integer")
  return Result.succeed({ speaking, ssrc: ssrc ?? undefined })
}

/** A client that had no numbered message yet sends -1. */
const seqAckOf = (value: unknown): Judged<number | undefined> => {
  if (value == null || value === -1) return Result.succeed(undefined)
  return isCount(value) ? Result.succeed(value) : refused(4002, "seq_ack must be an integer")
}

const refused = (code: VoiceRefusal["code"], because: string): Result.Result<never, VoiceRefusal> =>
  Result.fail({ code, because })

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= voice.textMax
