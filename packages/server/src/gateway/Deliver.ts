/** How a dispatch reaches a session, and what is done to it on purpose. Source: product.md "Control plane" (faults). */

import type { Act } from "@backlot/domain/planned-fault/PlannedFault"
import { CLOSE, Opcode } from "@backlot/protocol/gateway/Gateway"
import type { Connection } from "./Connection.ts"
import { dispatchFrame, type Payload } from "./Frame.ts"
import type { Registry } from "./Registry.ts"
import type { Session } from "./Session.ts"

export interface DeliverOptions {
  readonly registry: Registry
  /** The fault that hits this event of an application, if there is one. */
  readonly fault: (applicationId: string, event: string) => Act | undefined
  /** Told of each dispatch. */
  readonly sent: () => void
  /** Told of a defect, which has ended the connection of one session. */
  readonly failed: (defect: unknown) => void
}

/** Sends a payload to a session, which keeps it for a resume. */
export type Deliver = (session: Session, payload: Payload) => void

/** What a login puts a session into, and sends it by. */
export interface Parts {
  readonly registry: Registry
  readonly deliver: Deliver
}

export const makeDeliver = ({ registry, fault, sent, failed }: DeliverOptions): Deliver => {
  const frameOf = sharedFrames()
  const attempt: Deliver = (session, payload) => {
    const { connection } = session
    const act = connection === undefined ? undefined : fault(session.application_id, payload.t)
    if (connection !== undefined && act !== undefined) {
      perform(registry, connection, act)
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

/** Sessions that got the same before have the same numbers, and so the same bytes: those of the last frame are kept. */
const sharedFrames = () => {
  let last: { readonly payload: Payload; readonly s: number; readonly frame: Uint8Array } | undefined
  return (payload: Payload, s: number): Uint8Array => {
    if (last === undefined || last.payload !== payload || last.s !== s) {
      last = { payload, s, frame: dispatchFrame(payload, s) }
    }
    return last.frame
  }
}

/** Does to a connection what was planned, but for `drop`, which is the caller's. */
export const perform = (registry: Registry, connection: Connection, act: Act): void => {
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
