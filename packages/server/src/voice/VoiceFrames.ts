/** Handles the frames of voice connections, each at once. Source: the platform's documentation of voice connections. */
import { voice } from "@backlot/domain/base/VoiceLimits"
import * as VoiceCommand from "@backlot/domain/gateway/VoiceCommand"
import type { CloseReason } from "@backlot/protocol/gateway/Gateway"
import { NUMBERED_VERSION, VOICE_CLOSE, VoiceOpcode } from "@backlot/protocol/gateway/VoiceGateway"
import { Result } from "effect"
import { utf8Of } from "../http/Utf8.ts"
import type { VoiceLink } from "./VoiceLink.ts"
import type { Claim, Claimed, Refused, VoiceRegistry } from "./VoiceRegistry.ts"
import { VoiceSession } from "./VoiceSession.ts"
import type { VoiceUdp } from "./VoiceUdp.ts"

export interface VoiceParts {
  readonly registry: VoiceRegistry
  readonly udp: VoiceUdp
  /** Where bots send their packets; undefined: the address at which they reached the server. */
  readonly address: string | undefined
  /** Tells a session that has become ready who else is in the channel. */
  readonly greet: (session: VoiceSession) => void
  /** Asks the other servers, if there are any, what a token leads to that none told here. Gives whether it asks. */
  readonly claimElsewhere: (asked: Claim, then: (claimed: Claimed | Refused | undefined) => void) => boolean
  /** Called for a login that is refused. */
  readonly refused: (refused: Refused) => void
}

export const helloOf = ({ version }: VoiceLink) => ({ v: version, heartbeat_interval: voice.heartbeatMs })

/** Takes one message as it arrived. */
export const receive = (parts: VoiceParts, link: VoiceLink, message: Uint8Array, isBinary: boolean): void => {
  if (link.isClosed) return
  if (link.isTooMuch(parts.registry.now())) link.close(VOICE_CLOSE.RATE_LIMITED, TOO_MUCH)
  // Version 0 of end-to-end encryption is none, so what belongs to it has no effect.
  else if (!isBinary || !VoiceCommand.isEncryptionMessage(message)) {
    const text = utf8Of(message)
    if (text === undefined) refuse(parts, link, { reason: VOICE_CLOSE.DECODE_ERROR, because: "It is not UTF-8." })
    else judged(parts, link, VoiceCommand.decodeVoiceFrame(text), (frame) => handle(parts, link, frame))
  }
}

const handle = (parts: VoiceParts, link: VoiceLink, { op, d }: VoiceCommand.VoiceFrame): void => {
  if (op === VoiceOpcode.HEARTBEAT) {
    judged(parts, link, VoiceCommand.decodeVoiceHeartbeat(d), ({ nonce, isObject }) => {
      link.lastBeat = parts.registry.now()
      link.send(VoiceOpcode.HEARTBEAT_ACK, isObject ? { t: nonce } : nonce)
    })
  } else if (link.session === undefined) begin(parts, link, op, d)
  else goOn(parts, link, link.session, op, d)
}

const begin = (parts: VoiceParts, link: VoiceLink, op: VoiceCommand.VoiceOpcode, d: unknown): void => {
  if (link.isClaiming) link.close(VOICE_CLOSE.ALREADY_AUTHENTICATED)
  else if (op === VoiceOpcode.IDENTIFY)
    judged(parts, link, VoiceCommand.decodeVoiceIdentify(d), (asked) => identify(parts, link, asked))
  else if (op === VoiceOpcode.RESUME)
    judged(parts, link, VoiceCommand.decodeVoiceResume(d), (asked) => resume(parts, link, asked))
  else refuse(parts, link, { reason: VOICE_CLOSE.NOT_AUTHENTICATED, because: `op ${op} came before op 0.` })
}

const goOn = (
  parts: VoiceParts,
  link: VoiceLink,
  session: VoiceSession,
  op: VoiceCommand.VoiceOpcode,
  d: unknown
): void => {
  if (op === VoiceOpcode.IDENTIFY || op === VoiceOpcode.RESUME) link.close(VOICE_CLOSE.ALREADY_AUTHENTICATED)
  else if (op === VoiceOpcode.SELECT_PROTOCOL)
    judged(parts, link, VoiceCommand.decodeSelectProtocol(d), (mode) => describe(parts, session, mode))
  else if (op === VoiceOpcode.SPEAKING)
    judged(parts, link, VoiceCommand.decodeSpeaking(d), (said) => speak(parts, link, session, said))
}

const identify = (parts: VoiceParts, link: VoiceLink, asked: VoiceCommand.VoiceIdentify): void => {
  const { registry } = parts
  const then = (claimed: Claimed | Refused | undefined) => {
    link.isClaiming = false
    if (link.isClosed) return
    if (claimed !== undefined && "place" in claimed) started(parts, link, registry.begin(link, claimed))
    else refuse(parts, link, claimed ?? registry.unknown(asked))
  }
  // The answer ends it.
  link.isClaiming = registry.isUnknown(asked)
  if (!link.isClaiming || !parts.claimElsewhere(asked, then)) then(registry.claim(asked))
}

const started = (parts: VoiceParts, link: VoiceLink, session: VoiceSession): void => {
  parts.udp.open((port) => {
    if (session.link !== link) return
    const [ssrc, ip, modes] = [session.ssrc, parts.address ?? link.localAddress, VoiceCommand.VOICE_MODES]
    if (port instanceof Error) link.close(VOICE_CLOSE.SERVER_CRASHED, "No UDP socket could be bound.")
    else {
      session.isReady = true
      session.send(VoiceOpcode.READY, { ssrc, ip, port, modes, experiments: [], streams: [] })
    }
  })
}

const resume = (parts: VoiceParts, link: VoiceLink, asked: VoiceCommand.VoiceResume): void => {
  const session = parts.registry.resume(link, asked)
  if (!(session instanceof VoiceSession)) {
    refuse(parts, link, session)
    return
  }
  link.send(VoiceOpcode.RESUMED, null)
  if (link.version >= NUMBERED_VERSION) session.replay(asked.seq_ack)
  if (session.mode !== undefined) parts.registry.began(session, true)
}

/** Every session has version 0 of end-to-end encryption, which is none. */
const describe = ({ registry, greet }: VoiceParts, session: VoiceSession, mode: VoiceCommand.VoiceMode): void => {
  const isNew = session.mode === undefined
  session.mode = mode
  const described = { mode, secret_key: session.secretKey, dave_protocol_version: 0, audio_codec: "opus" }
  session.send(VoiceOpcode.SESSION_DESCRIPTION, described)
  if (!isNew) return
  registry.began(session, false)
  greet(session)
}

const speak = (
  { registry }: VoiceParts,
  link: VoiceLink,
  session: VoiceSession,
  { speaking, ssrc = session.ssrc }: VoiceCommand.Speaking
): void => {
  if (ssrc !== session.ssrc) {
    link.close(VOICE_CLOSE.BAD_REQUEST, "ssrc is not the one of READY.")
    return
  }
  session.speaking = speaking
  const { user_id, guild_id, channel_id } = session.place
  for (const other of registry.inChannel(guild_id, channel_id))
    if (other !== session) other.send(VoiceOpcode.SPEAKING, { user_id, ssrc, speaking })
}

const refuse = (parts: VoiceParts, link: VoiceLink, refused: Refused): void => {
  if (link.session === undefined) parts.refused(refused)
  link.close(refused.reason, refused.because)
}

const judged = <A>(
  parts: VoiceParts,
  link: VoiceLink,
  result: Result.Result<A, VoiceCommand.VoiceRefusal>,
  next: (value: A) => void
): void => {
  if (Result.isSuccess(result)) next(result.success)
  else refuse(parts, link, { reason: REASONS[result.failure.code], because: `${result.failure.because}.` })
}

const TOO_MUCH = `More than ${voice.sends} frames came in ${voice.sendsWindowMs / 1000} seconds.`

const REASONS: Readonly<Record<VoiceCommand.VoiceRefusal["code"], CloseReason>> = {
  4001: VOICE_CLOSE.UNKNOWN_OPCODE,
  4002: VOICE_CLOSE.DECODE_ERROR,
  4012: VOICE_CLOSE.UNKNOWN_PROTOCOL,
  4016: VOICE_CLOSE.UNKNOWN_MODE,
  4020: VOICE_CLOSE.BAD_REQUEST
}
