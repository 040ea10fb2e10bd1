/** The gateway of one server, put together. Source: wire-interactions.md §3. */
import type { Server } from "node:http"
import { gateway } from "@backlot/domain/base/Limits"
import { type CloseReason, Opcode } from "@backlot/protocol/gateway/Gateway"
import { PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Effect, Fiber } from "effect"
import { Observation } from "../observability/Observation.ts"
import { conversation, type Environment } from "./Conversation.ts"
import { makeDeliver } from "./Deliver.ts"
import { dispatching } from "./Dispatching.ts"
import { presence } from "./Presence.ts"
import { reception } from "./Reception.ts"
import { GatewayRegistry, type Registry } from "./Registry.ts"
import { telling } from "./SessionEvents.ts"
import { sweeping } from "./Sweep.ts"
import { takeUpgrades } from "./Upgrade.ts"

export interface GatewayOptions {
  readonly server: Server
  /** Host names that this server answers to; undefined answers to any. */
  readonly hosts: ReadonlySet<string> | undefined
  /** Whether the server takes connections at the moment. */
  readonly isOpen: () => boolean
}

export interface Gateway {
  /** Tells every client to come back later, and closes (§3.7, planned restart); ends when all are gone. */
  readonly restart: Effect.Effect<void>
}

/** Takes connections from now on, and closes them with the scope. */
export const open = Effect.fnUntraced(function* ({ server, hosts, isOpen }: GatewayOptions) {
  const registry = yield* GatewayRegistry
  const faults = yield* PlannedFaults
  const scope = yield* Effect.scope
  const runFork = Effect.runForkWith(yield* Effect.context<Environment>())
  const run = (effect: Effect.Effect<void, never, Environment>) => void Fiber.runIn(runFork(effect), scope)

  const sent = yield* observe(registry)
  const fault = (application_id: string, event: string) => faults.take({ surface: "gateway", application_id, event })
  const failed = (defect: unknown) => run(Effect.logError("A gateway connection ended in a defect", defect))
  const deliver = makeDeliver({ registry, fault, sent, failed })
  const accept = reception({ registry, conversation: yield* conversation({ registry, deliver }), run })

  yield* Effect.forkScoped(yield* dispatching(registry, deliver))
  yield* Effect.forkScoped(sweeping(registry))
  yield* Effect.forkScoped(yield* presence(registry))
  yield* Effect.forkScoped(yield* telling(registry))
  const hasRoom = () => registry.connections.size < gateway.sessions
  yield* Effect.acquireRelease(
    Effect.sync(() => takeUpgrades({ server, hosts, isOpen: () => isOpen() && hasRoom(), accept })),
    (leave) => Effect.sync(leave)
  )
  const restart = restarting(registry)
  yield* Effect.addFinalizer(() => restart)
  return { restart } satisfies Gateway
})

/** Gives what counts a dispatch. */
const observe = Effect.fnUntraced(function* (registry: Registry) {
  const { instruments } = yield* Observation
  instruments.gauge("backlot_gateway_connections", "Gateway connections", () => registry.connections.size)
  instruments.gauge(
    "backlot_gateway_sessions",
    "Gateway sessions, those to be resumed included",
    () => registry.sessionCount
  )
  return instruments.counter("backlot_gateway_dispatches_total", "Dispatches to gateway sessions").add
})

/** Who does not answer the close frame in `Limits.gateway.closeMs` is cut. */
const restarting = (registry: Registry) =>
  Effect.callback<void>((resume) => {
    for (const connection of registry.connections) {
      connection.send(Opcode.RECONNECT, null)
      connection.close(RESTARTING)
    }
    registry.whenEmpty(() => resume(Effect.void))
  })

/** Ours: what an HTTP server says that restarts. Libraries resume after every code that they do not know. */
const RESTARTING: CloseReason = { code: 1012, reason: "The server restarts.", reconnect: true }
