/** Opcodes and close codes of the voice gateway. Source: the platform's documentation of voice connections. */
import type { CloseReason } from "./Gateway.ts"

export const VoiceOpcode = {
  IDENTIFY: 0,
  SELECT_PROTOCOL: 1,
  READY: 2,
  HEARTBEAT: 3,
  SESSION_DESCRIPTION: 4,
  SPEAKING: 5,
  HEARTBEAT_ACK: 6,
  RESUME: 7,
  HELLO: 8,
  RESUMED: 9,
  CLIENTS_CONNECT: 11,
  CLIENT_DISCONNECT: 13
} as const

const close = (code: number, reason: string, reconnect = true): CloseReason => ({ code, reason, reconnect })

export const VOICE_CLOSE = {
  UNKNOWN_OPCODE: close(4001, "Unknown opcode."),
  DECODE_ERROR: close(4002, "Failed to decode payload."),
  NOT_AUTHENTICATED: close(4003, "Not authenticated."),
  AUTHENTICATION_FAILED: close(4004, "Authentication failed.", false),
  ALREADY_AUTHENTICATED: close(4005, "Already authenticated."),
  SESSION_INVALID: close(4006, "Session no longer valid."),
  SESSION_TIMED_OUT: close(4009, "Session timeout."),
  SERVER_NOT_FOUND: close(4011, "Server not found.", false),
  UNKNOWN_PROTOCOL: close(4012, "Unknown protocol."),
  DISCONNECTED: close(4014, "Disconnected.", false),
  SERVER_CRASHED: close(4015, "Voice server crashed."),
  UNKNOWN_MODE: close(4016, "Unknown encryption mode."),
  BAD_REQUEST: close(4020, "Bad request."),
  RATE_LIMITED: close(4021, "Disconnected: rate limited.", false),
  CALL_TERMINATED: close(4022, "Disconnected: call terminated.", false)
} as const

/** Versions that a connection may ask for; from the newest on, messages are numbered for a resume. */
export const VOICE_VERSIONS: ReadonlyArray<number> = [4, 5, 6, 7, 8]
export const NUMBERED_VERSION = 8
