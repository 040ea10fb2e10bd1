/**
 * Closes connections without heartbeat or IDENTIFY, and forgets sessions that can no longer resume. Uses real time: the
 * service clock never drops a bot. Source: wire-interactions.md §3.7.
 */
import { gateway } from "@backlot/domain/base/Limits"
import { CLOSE } from "@backlot/protocol/gateway/Gateway"
import { Effect, Schedule } from "effect"
import type { SessionRegistry } from "./SessionRegistry.ts"

/** Checks all of them at intervals, instead of one timer each. */
export const sweepRegularly = (registry: SessionRegistry): Effect.Effect<void> =>
  Effect.sync(() => sweep(registry)).pipe(Effect.repeat(Schedule.spaced(gateway.sweepMs)), Effect.asVoid)

const sweep = (registry: SessionRegistry): void => {
  const now = registry.now()
  for (const connection of registry.connections) {
    if (connection.isClosed) continue
    if (now - connection.lastBeat > gateway.heartbeatMs + gateway.heartbeatGraceMs) {
      connection.close(CLOSE.SESSION_TIMED_OUT, "No heartbeat came.")
    } else if (registry.sessionOf(connection) === undefined && !connection.isBusy && now > connection.identifyBy) {
      connection.close(CLOSE.SESSION_TIMED_OUT, "No identify came.")
    }
  }
  for (const session of registry.sessions()) {
    if (session.connection === undefined && now - session.leftAt > gateway.resumeMs) registry.forget(session)
  }
}
