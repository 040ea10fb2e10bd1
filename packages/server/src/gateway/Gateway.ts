/** Composes the gateway of one server. Source: wire-interactions.md §3. */
import { gateway } from "@backlot/domain/base/Limits"
import { CLOSE, type CloseReason, Opcode } from "@backlot/protocol/gateway/Gateway"
import { PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Clock, Effect, Fiber, Schedule } from "effect"
import { Observation } from "../observability/Instruments.ts"
import type { WireTap } from "../observability/WireTap.ts"
import { VoiceServers } from "../voice/VoiceRegistry.ts"
import { socketAcceptor } from "./AcceptSocket.ts"
import type { Connection } from "./Connection.ts"
import { dispatchEvents } from "./EventDispatch.ts"
import { type Environment, frameHandler } from "./FrameHandler.ts"
import { gatewayTap } from "./GatewayTap.ts"
import { IdentifyLimit } from "./IdentifyLimit.ts"
import { followOthers } from "./OtherSessions.ts"
import { gatewaySite, makeSendTo, performNow } from "./SendDispatch.ts"
import { sentJournal } from "./SentJournal.ts"
import type { Session } from "./Session.ts"
import { followBots, followPresence, logSessions } from "./SessionEvents.ts"
import { GatewayRegistry, type SessionRegistry } from "./SessionRegistry.ts"
import { takeUpgrades, type UpgradeOptions } from "./Upgrade.ts"

export type Gateway = Effect.Success<ReturnType<typeof open>>

interface GatewayOptions extends Omit<UpgradeOptions, "accept"> {
  readonly tap: WireTap["Service"]
  /** Whether the timers of this application stand with the service clock, and its heartbeats with them. */
  readonly isPaced: (application_id: string) => boolean
}

/** Accepts connections until the scope closes, which closes them too. */
export const open = Effect.fnUntraced(function* (options: GatewayOptions) {
  const { isOpen, isPaced } = options
  const registry = yield* GatewayRegistry
  const plannedFaults = yield* PlannedFaults
  const scope = yield* Effect.scope
  const runFork = Effect.runForkWith(yield* Effect.context<Environment>())
  const run = (effect: Effect.Effect<void, never, Environment>) => void Fiber.runIn(runFork(effect), scope)

  const sent = yield* observe(registry)
  plannedFaults.performBy((planned) => performNow(registry, planned))
  const plannedAct = (session: Session, event: string) => plannedFaults.take(gatewaySite(session, event))
  const failed = (defect: unknown) => run(Effect.logError("A gateway connection ended in a defect", defect))
  const clock = yield* Clock.Clock
  const sessionOf = (connection: Connection) => registry.sessionOf(connection)
  const tap = gatewayTap(options.tap, sessionOf, () => clock.currentTimeMillisUnsafe())
  const sendTo = makeSendTo({ registry, plannedAct, sent, failed })
  const voice = yield* VoiceServers
  const parts = { registry, sendTo, journal: yield* sentJournal(registry), starts: yield* IdentifyLimit, voice }
  const accept = socketAcceptor({ registry, frameHandler: yield* frameHandler(parts), tap, run })

  yield* dispatchEvents(parts)
  yield* Effect.forkScoped(sweepRegularly(registry, isPaced))
  yield* Effect.forkScoped(yield* followPresence(registry))
  yield* Effect.forkScoped(yield* followBots(registry))
  yield* Effect.forkScoped(yield* logSessions(registry))
  // In the same order as what sessions do.
  voice.onEvent = registry.onSession
  const hasRoom = () => registry.connections.size < gateway.sessions
  /** Takes the connections of another listener too, until the scope closes. */
  const listenAt = (place: Pick<UpgradeOptions, "server" | "hosts" | "resumeUrl" | "standsFor">) =>
    Effect.acquireRelease(
      Effect.sync(() => takeUpgrades({ ...options, ...place, isOpen: () => isOpen() && hasRoom(), accept })),
      (leave) => Effect.sync(leave)
    )
  yield* listenAt(options)
  const restart = restartAll(registry)
  yield* Effect.addFinalizer(() => restart)
  return { restart, followOthers, listenAt }
})

/** Returns the function that counts a dispatch. */
const observe = Effect.fnUntraced(function* (registry: SessionRegistry) {
  const { instruments } = yield* Observation
  instruments.gauge("backlot_gateway_connections", "Gateway connections", () => registry.connections.size)
  instruments.gauge(
    "backlot_gateway_sessions",
    "Gateway sessions, those to be resumed included",
    () => registry.sessions.size
  )
  return instruments.counter("backlot_gateway_dispatches_total", "Dispatches to gateway sessions")
})

/**
 * Asks every client to reconnect and closes its connection (§3.7, planned restart); ends when all have closed. A client
 * that does not answer the close frame within `Limits.gateway.closeMs` is cut off.
 */
const restartAll = (registry: SessionRegistry) =>
  Effect.suspend(() => {
    for (const connection of registry.connections) {
      connection.send(Opcode.RECONNECT, null)
      connection.close(RESTARTING)
    }
    return registry.empty.await
  })

/** 1012 is "service restart". Libraries resume after any code that they do not know. Our choice: docs/choices.md "Gateway". */
const RESTARTING: CloseReason = { code: 1012, reason: "The server restarts.", reconnect: true }

/** Closes silent connections and forgets old sessions (§3.7), in real time: the service clock never drops a bot. */
const sweepRegularly = (registry: SessionRegistry, isPaced: GatewayOptions["isPaced"]): Effect.Effect<void> =>
  Effect.sync(() => sweep(registry, isPaced)).pipe(Effect.repeat(Schedule.spaced(gateway.sweepMs)), Effect.asVoid)

export const sweep = (registry: SessionRegistry, isPaced: GatewayOptions["isPaced"]): void => {
  const now = registry.now()
  for (const connection of registry.connections) {
    if (connection.isClosed) continue
    const session = registry.sessionOf(connection)
    if (session !== undefined && isPaced(session.application_id)) continue
    if (now - connection.lastBeat > gateway.heartbeatMs + gateway.heartbeatGraceMs) {
      connection.close(CLOSE.SESSION_TIMED_OUT, "No heartbeat came.")
    } else if (session === undefined && !connection.isBusy && now > connection.identifyBy) {
      connection.close(CLOSE.SESSION_TIMED_OUT, "No identify came.")
    }
  }
  for (const session of registry.sessions.values()) {
    if (session.connection === undefined && now - session.leftAt > gateway.resumeMs) registry.forget(session)
  }
}
