/** Opcodes and close codes of the gateway. Source: wire-interactions.md §3.3, §3.8. */

export const Opcode = {
  DISPATCH: 0,
  HEARTBEAT: 1,
  IDENTIFY: 2,
  PRESENCE_UPDATE: 3,
  VOICE_STATE_UPDATE: 4,
  RESUME: 6,
  RECONNECT: 7,
  REQUEST_GUILD_MEMBERS: 8,
  INVALID_SESSION: 9,
  HELLO: 10,
  HEARTBEAT_ACK: 11,
  REQUEST_SOUNDBOARD_SOUNDS: 31,
  REQUEST_CHANNEL_INFO: 43
} as const
export type Opcode = (typeof Opcode)[keyof typeof Opcode]

export interface CloseReason {
  readonly code: number
  /** Sent as the close frame's reason. */
  readonly reason: string
  /** Whether a client should reconnect. */
  readonly reconnect: boolean
}

const close = (code: number, reason: string, reconnect = true): CloseReason => ({ code, reason, reconnect })

export const CLOSE = {
  UNKNOWN_ERROR: close(4000, "Unknown error."),
  UNKNOWN_OPCODE: close(4001, "Unknown opcode."),
  DECODE_ERROR: close(4002, "Error while decoding payload."),
  NOT_AUTHENTICATED: close(4003, "Not authenticated."),
  AUTHENTICATION_FAILED: close(4004, "Authentication failed.", false),
  ALREADY_AUTHENTICATED: close(4005, "Already authenticated."),
  INVALID_SEQ: close(4007, "Invalid seq."),
  RATE_LIMITED: close(4008, "Rate limited."),
  SESSION_TIMED_OUT: close(4009, "Session timed out."),
  INVALID_SHARD: close(4010, "Invalid shard.", false),
  SHARDING_REQUIRED: close(4011, "Sharding required.", false),
  INVALID_API_VERSION: close(4012, "Invalid API version.", false),
  INVALID_INTENTS: close(4013, "Invalid intent(s).", false),
  DISALLOWED_INTENTS: close(4014, "Disallowed intent(s).", false)
} as const

/** API versions that a connection may ask for. Default: the newest. Our choice: docs/choices.md "Gateway". */
export const VERSIONS: ReadonlyArray<number> = [9, 10]
