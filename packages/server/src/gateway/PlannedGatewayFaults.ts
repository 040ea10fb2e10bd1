/** What planned faults do to gateway connections. Source: product.md "Control plane" (faults). */
import { type Act, actOf, type PlannedFault } from "@backlot/domain/planned-fault/PlannedFault"
import { CLOSE, Opcode } from "@backlot/protocol/gateway/Gateway"
import type { Connection } from "./Connection.ts"
import type { SessionRegistry } from "./SessionRegistry.ts"

/**
 * Performs a planned fault that waits for no event, on each connected session of its application, or of every
 * application. Returns the number of sessions.
 */
export const performNow = (registry: SessionRegistry, planned: PlannedFault): number => {
  const { application } = planned.match
  // A copy, because acts remove sessions from the registry.
  const sessions = [...(application === undefined ? registry.sessions() : registry.botSessions(application))]
  const act = actOf(planned)
  let hits = 0
  for (const { connection } of sessions) {
    if (connection === undefined) continue
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
