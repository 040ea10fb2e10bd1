/** Handles frames: heartbeats at once, others one after another. Source: wire-interactions.md §3.3, §3.7, §3.8. */
import { gateway } from "@backlot/domain/base/Limits"
import * as GatewayCommand from "@backlot/domain/gateway/GatewayCommand"
import type { Ids } from "@backlot/ports/Ids"
import type { Secrets } from "@backlot/ports/Secrets"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import type { Storage, StorageError } from "@backlot/ports/Storage"
import { CLOSE, type CloseReason, Opcode } from "@backlot/protocol/gateway/Gateway"
import { RateLimitMode } from "@backlot/usecases/access/RateLimits"
import { EventLog } from "@backlot/usecases/event/EventLog"
import * as GatewayMembers from "@backlot/usecases/gateway/GatewayMembers"
import * as GatewaySounds from "@backlot/usecases/gateway/GatewaySoundEvents"
import * as GatewayVoice from "@backlot/usecases/gateway/GatewayVoiceEvents"
import * as VoiceStates from "@backlot/usecases/guild/VoiceStates"
import { PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import type { Deadlines } from "@backlot/usecases/store/Deadlines"
import { Effect, Result } from "effect"
import { utf8Of } from "../http/Utf8.ts"
import { needsToken } from "../voice/VoiceClaims.ts"
import type { Connection } from "./Connection.ts"
import { payload } from "./Frame.ts"
import * as Login from "./Login.ts"
import { gatewaySite, type Parts, performAct } from "./SendDispatch.ts"
import type { Session } from "./Session.ts"

/** The asynchronous rest of the work on a frame; undefined when the frame is done. */
type Task = Effect.Effect<void, StorageError, Environment> | undefined

export type FrameHandler = Effect.Success<ReturnType<typeof frameHandler>>

export type Environment = Storage | Ids | Deadlines | Secrets | ServiceClock | RateLimitMode | EventLog

export const frameHandler = Effect.fnUntraced(function* (parts: Parts) {
  const { registry, sendTo, journal, starts, voice } = parts
  const plannedFaults = yield* PlannedFaults
  const { current } = yield* RateLimitMode

  const heartbeat = (connection: Connection, seq: number | null): Task => {
    connection.heardSeq = seq
    connection.lastBeat = registry.now()
    const session = registry.sessionOf(connection)
    if (session !== undefined) {
      session.heard = Math.min(seq ?? session.heard, session.seq)
      registry.onTouched(session)
    }
    const act = session && plannedFaults.take(gatewaySite(session, "HEARTBEAT"))
    if (act !== undefined) performAct(registry, connection, act)
    if (act?.drop !== true) connection.send(Opcode.HEARTBEAT_ACK, null)
    return undefined
  }

  /** Dispatches that answer one session alone. */
  const answer = <R>(session: Session, t: string, all: Effect.Effect<ReadonlyArray<object>, StorageError, R>) =>
    Effect.flatMap(all, (answers) =>
      Effect.forEach(
        answers,
        (data) => {
          const one = { session_id: session.id, t, d: JSON.stringify(data) }
          return journal.send(one, () => sendTo(session, payload(one.t, one.d)))
        },
        { discard: true }
      )
    )

  /** Everybody in a guild is asked for every 30 seconds, while limits are enforced. */
  const requestMembers = (session: Session, asked: GatewayCommand.MemberRequest): Task => {
    const isWhole = asked.user_ids === undefined && (asked.query ?? "") === "" && asked.limit === 0
    if (!isWhole || current() !== "enforce") return members(session, asked)
    const { guild_id, nonce } = asked
    return Effect.flatMap(starts.takeMembers(session.application_id, guild_id), (waitMs) => {
      if (waitMs === undefined) return members(session, asked)
      const meta = { guild_id, ...(nonce === undefined ? {} : { nonce }) }
      const limited = { opcode: Opcode.REQUEST_GUILD_MEMBERS, retry_after: waitMs / 1000, meta }
      return answer(session, "RATE_LIMITED", Effect.succeed([limited]))
    })
  }

  const members = (session: Session, asked: GatewayCommand.MemberRequest) =>
    answer(session, "GUILD_MEMBERS_CHUNK", GatewayMembers.chunks(session.application_id, session.intents, asked))

  /** A session that ended meanwhile leaves again. */
  const connected = Effect.fnUntraced(function* (session: Session, asked: GatewayCommand.VoiceUpdate) {
    const state = yield* VoiceStates.updateByBot(session, asked)
    if (!registry.sessions.has(session.id)) return yield* VoiceStates.endSession(session)
    // Who comes to a channel is told by the event of that. This bot was there, and its voice connection is gone.
    const place = state && { ...state, application_id: session.application_id, channel_id: asked.channel_id ?? "" }
    if (place === undefined || !(yield* needsToken(voice, place))) return
    const position = (yield* EventLog).position()
    yield* answer(
      session,
      "VOICE_SERVER_UPDATE",
      Effect.sync(() => [{ guild_id: place.guild_id, ...voice.tell(place, position) }])
    )
  })

  /** The platform answers nothing to a bot that may not connect. The log, and an event for scenarios, say why. */
  const updateVoice = (session: Session, asked: GatewayCommand.VoiceUpdate): Task =>
    Effect.catch(connected(session, asked), (failure) => {
      if (failure._tag === "StorageError") return Effect.fail(failure)
      const [{ application_id }, because] = [session, reasonOf(failure)]
      const { guild_id, channel_id } = asked
      const data = { application_id, guild_id, channel_id, code: null, because }
      registry.onSession({ type: "voice_connection.refused", data })
      return Effect.annotateLogs(Effect.logWarning(`A bot did not connect to voice: ${because}`), {
        application: application_id,
        ...asked
      })
    })

  /** Takes a decoded frame, also one that had to wait. */
  const handle = (connection: Connection, { op, d }: GatewayCommand.ClientFrame): Task => {
    const session = registry.sessionOf(connection)
    switch (op) {
      case Opcode.IDENTIFY:
        if (session !== undefined) return refuse(connection, CLOSE.ALREADY_AUTHENTICATED)
        return judged(connection, GatewayCommand.decodeIdentify(d), (asked) => Login.identify(parts, connection, asked))
      case Opcode.RESUME:
        if (session !== undefined) return refuse(connection, CLOSE.ALREADY_AUTHENTICATED)
        return judged(connection, GatewayCommand.decodeResume(d), (asked) => Login.resume(parts, connection, asked))
      default:
        if (session === undefined) return refuse(connection, CLOSE.NOT_AUTHENTICATED, `op ${op} came before op 2.`)
        // A client session has no guilds. Our choice: docs/choices.md "Gateway".
        if (session.user_id !== undefined) return undefined
        if (op === Opcode.PRESENCE_UPDATE) return Login.setPresence(connection, session, d)
        if (op === Opcode.VOICE_STATE_UPDATE)
          return Result.match(GatewayCommand.decodeVoiceUpdate(d), {
            onFailure: ({ because }) => connection.ignored("voice state update", because),
            onSuccess: (asked) => updateVoice(session, asked)
          })
        if (op === Opcode.REQUEST_SOUNDBOARD_SOUNDS)
          return Result.match(GatewayCommand.decodeSoundsRequest(d), {
            onFailure: ({ because }) => connection.ignored("request for sounds", because),
            onSuccess: (guilds) =>
              answer(session, "SOUNDBOARD_SOUNDS", GatewaySounds.soundsOf(session.application_id, guilds))
          })
        if (op === Opcode.REQUEST_CHANNEL_INFO)
          return Result.match(GatewayCommand.decodeChannelInfoRequest(d), {
            onFailure: ({ because }) => connection.ignored("request for channel info", because),
            onSuccess: (asked) =>
              answer(session, "CHANNEL_INFO", GatewayVoice.channelInfo(session.application_id, asked))
          })
        if (op !== Opcode.REQUEST_GUILD_MEMBERS) return undefined
        return judged(connection, GatewayCommand.decodeMemberRequest(d), (asked) => requestMembers(session, asked))
    }
  }

  /** The send limit of §3.3, in windows that begin with a frame. It applies only while limits are enforced (decision 29). */
  const isTooMuch = (connection: Connection): boolean => {
    const now = registry.now()
    if (now - connection.windowFrom >= gateway.sendsWindowMs) {
      connection.windowFrom = now
      connection.received = 0
    }
    connection.received += 1
    return connection.received > gateway.sends && current() === "enforce"
  }

  /** Takes one message as it arrived. */
  const receive = (connection: Connection, message: Uint8Array): Task => {
    if (connection.isClosed) return undefined
    if (isTooMuch(connection)) return refuse(connection, CLOSE.RATE_LIMITED, TOO_MUCH)
    const text = utf8Of(message)
    if (text === undefined) return refuse(connection, CLOSE.DECODE_ERROR, "It is not UTF-8.")
    return judged(connection, GatewayCommand.decodeFrame(text), (frame) => {
      if (frame.op === Opcode.HEARTBEAT) {
        return judged(connection, GatewayCommand.decodeHeartbeat(frame.d), (seq) => heartbeat(connection, seq))
      }
      if (!connection.isBusy) return handle(connection, frame)
      if (connection.waiting.push(frame) > gateway.waiting) return refuse(connection, CLOSE.RATE_LIMITED, LINE_FULL)
      return undefined
    })
  }

  return { receive, handle }
})

const TOO_MUCH = `More than ${gateway.sends} frames came in ${gateway.sendsWindowMs / 1000} seconds.`

const LINE_FULL = `More than ${gateway.waiting} frames wait for one that takes its time.`

const reasonOf = (failure: { readonly message: string; readonly because?: string | undefined }): string =>
  failure.because === undefined ? failure.message : `${failure.message}: ${failure.because}`

const refuse = (connection: Connection, reason: CloseReason, because?: string): undefined => {
  connection.close(reason, because)
}

const judged = <A>(
  connection: Connection,
  result: Result.Result<A, GatewayCommand.Refusal>,
  next: (value: A) => Task
): Task =>
  Result.isSuccess(result)
    ? next(result.success)
    : refuse(connection, REASONS[result.failure.code], `${result.failure.because}.`)

const REASONS: Readonly<Record<GatewayCommand.Refusal["code"], CloseReason>> = {
  4001: CLOSE.UNKNOWN_OPCODE,
  4002: CLOSE.DECODE_ERROR,
  4010: CLOSE.INVALID_SHARD
}
