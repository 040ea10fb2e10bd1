/** Planned faults on gateway connections, and dispatches, which they may hit. Source: product.md "Control plane" (faults). */
import { type Act, actOf, type PlannedFault, type Site } from "@backlot/domain/planned-fault/PlannedFault"
import { CLOSE, Opcode } from "@backlot/protocol/gateway/Gateway"
import type { VoiceRegistry } from "../voice/VoiceRegistry.ts"
import type { Connection } from "./Connection.ts"
import { dispatchFrame, type Payload } from "./Frame.ts"
import type { IdentifyLimit } from "./IdentifyLimit.ts"
import type { SentJournal } from "./SentJournal.ts"
import type { Session } from "./Session.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"

export interface SendOptions {
  readonly registry: SessionRegistry
  /** Takes the act of a planned fault on this event of a session, if there is one. */
  readonly plannedAct: (session: Session, event: string) => Act | undefined
  /** Called after each dispatch. */
  readonly sent: () => void
  /** Called after a defect, which closes the connection of that one session. */
  readonly failed: (defect: unknown) => void
}

/** Sends a payload to a session. The session keeps it for a resume. */
export type SendTo = (session: Session, payload: Payload) => void

/** What a login and an event need: the sessions, the ways to send to them, and the session start limit. */
export interface Parts {
  readonly registry: SessionRegistry
  readonly sendTo: SendTo
  readonly journal: SentJournal
  readonly starts: IdentifyLimit["Service"]
  readonly voice: Pick<VoiceRegistry, "tell" | "needsToken">
}

/** Where a planned fault can hit a session. */
export const gatewaySite = ({ id, application_id }: Pick<Session, "id" | "application_id">, event: string): Site => ({
  surface: "gateway",
  ...{ application_id, event, session_id: id }
})

export const makeSendTo = ({ registry, plannedAct, sent, failed }: SendOptions): SendTo => {
  const frameOf = sharedFrames()
  const attempt: SendTo = (session, payload) => {
    const { connection } = session
    const act = connection === undefined ? undefined : plannedAct(session, payload.t)
    if (connection !== undefined && act !== undefined) {
      performAct(registry, connection, act)
      if (act.drop === true) {
        registry.onTouched(session)
        return
      }
    }
    session.push(payload, frameOf)
    sent()
  }
  return (session, payload) => {
    try {
      attempt(session, payload)
    } catch (defect) {
      session.connection?.close(CLOSE.UNKNOWN_ERROR)
      failed(defect)
    }
  }
}

/** Reuses the last frame: sessions that received the same dispatches so far need the same bytes. */
const sharedFrames = () => {
  let last: { readonly payload: Payload; readonly s: number; readonly frame: Uint8Array } | undefined
  return (payload: Payload, s: number): Uint8Array => {
    if (last === undefined || last.payload !== payload || last.s !== s) {
      last = { payload, s, frame: dispatchFrame(payload, s) }
    }
    return last.frame
  }
}

/** Performs a planned fault at once, on each connected session that it matches. Returns the number of sessions. */
export const performNow = (registry: SessionRegistry, planned: PlannedFault): number => {
  const { application, session } = planned.match
  // A copy, because acts remove sessions from the registry.
  const sessions = [...(application === undefined ? registry.sessions.values() : registry.botSessions(application))]
  const act = actOf(planned)
  let hits = 0
  for (const { id, connection } of sessions) {
    if (connection === undefined || (session !== undefined && session !== id)) continue
    performAct(registry, connection, act)
    hits++
  }
  return hits
}

/** Performs an act on one connection. The caller carries out `drop`. */
export const performAct = (registry: SessionRegistry, connection: Connection, act: Act): void => {
  if (act.delay_ms !== undefined) connection.delay(act.delay_ms)
  if (act.reconnect === true) connection.send(Opcode.RECONNECT, null)
  if (act.invalid_session !== undefined) {
    const { resumable } = act.invalid_session
    const session = registry.sessionOf(connection)
    if (session === undefined) connection.send(Opcode.INVALID_SESSION, resumable)
    else registry.invalidate(session, resumable)
  }
  if (act.disconnect !== undefined) {
    const { code } = act.disconnect
    connection.inOrder(() => {
      if (code === undefined) connection.cut(PLANNED)
      else connection.close({ code, reason: reasonOf(code) }, PLANNED)
    })
  }
}

const PLANNED = "a fault was planned"

const reasonOf = (code: number): string =>
  Object.values(CLOSE).find((reason) => reason.code === code)?.reason ?? `Closed with ${code}.`
