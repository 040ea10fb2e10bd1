/** Sends dispatches to sessions, after planned faults had their turn. Source: product.md "Control plane" (faults). */
import type { Act } from "@backlot/domain/planned-fault/PlannedFault"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { dispatchFrame, type Payload } from "./Frame.ts"
import { performAct } from "./PlannedGatewayFaults.ts"
import type { Session } from "./Session.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"

export interface SendOptions {
  readonly registry: SessionRegistry
  /** Takes the act of a planned fault on this event of an application, if there is one. */
  readonly plannedAct: (applicationId: string, event: string) => Act | undefined
  /** Called after each dispatch. */
  readonly sent: () => void
  /** Called after a defect, which closes the connection of that one session. */
  readonly failed: (defect: unknown) => void
}

/** Sends a payload to a session. The session keeps it for a resume. */
export type SendTo = (session: Session, payload: Payload) => void

/** What a login needs: the registry for the new session, and the way to send to it. */
export interface Parts {
  readonly registry: SessionRegistry
  readonly sendTo: SendTo
}

export const makeSendTo = ({ registry, plannedAct, sent, failed }: SendOptions): SendTo => {
  const frameOf = sharedFrames()
  const attempt: SendTo = (session, payload) => {
    const { connection } = session
    const act = connection === undefined ? undefined : plannedAct(session.application_id, payload.t)
    if (connection !== undefined && act !== undefined) {
      performAct(registry, connection, act)
      if (act.drop === true) return
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
