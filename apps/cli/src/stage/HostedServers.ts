/**
 * Runs servers for scenarios in a thread or process, as many as the program asks for. It ends with the program: a
 * process ends when its channel closes, however the program ended.
 */
import { parentPort } from "node:worker_threads"
import { StartError } from "@backlot/server/boot/StartError"
import { contactOf, DEFAULTS, embed } from "@backlot/server/Embed"
import { type RunningServer, start } from "@backlot/server/Server"
import { Cause, Effect, Exit, Fiber, Logger, References, Scope } from "effect"
import { demoWorld, version } from "../process/Built.ts"
import { json } from "../process/LogLine.ts"
import type { FromHost, OpenServer, ToHost } from "./Host.ts"

/** Answers the messages of one program in order. */
export const answering = (send: (message: FromHost) => void): ((message: ToHost) => void) => {
  const servers = new Map<number, Scope.Closeable>()
  /** Servers that were not asked to close. */
  const openings = new Map<number, Fiber.Fiber<void>>()

  const open = Effect.fnUntraced(function* (asked: OpenServer) {
    const scope = yield* Scope.make()
    const exit = yield* Effect.exit(Scope.provide(begin(asked), scope))
    if (Exit.isSuccess(exit)) {
      servers.set(asked.id, scope)
      return send({ type: "opened", id: asked.id, stage: contactOf(exit.value) })
    }
    yield* Scope.close(scope, exit)
    const error = Cause.squash(exit.cause)
    const message = error instanceof Error ? placeless(error.message) : String(error)
    send({ type: "refused", id: asked.id, message, faults: error instanceof StartError ? error.faults : undefined })
  })

  const close = Effect.fnUntraced(function* (id: number) {
    const scope = servers.get(id)
    servers.delete(id)
    if (scope !== undefined) yield* Scope.close(scope, Exit.void)
    send({ type: "closed", id })
  })

  return (message) => {
    const { id } = message
    if (message.type === "open") return void openings.set(id, run(open(message)))
    // Closing a server that is still opening waits until it is open.
    const opening = openings.get(id)
    openings.delete(id)
    run(Effect.andThen(opening === undefined ? Effect.void : Fiber.await(opening), close(id)))
  }
}

const begin = ({ request, port, file }: OpenServer): Effect.Effect<RunningServer, Error, Scope.Scope> => {
  const { world, clock, limits, seed, ids } = request
  const storage = file === undefined ? ({ kind: "memory" } as const) : ({ kind: "file", file, durable: false } as const)
  const options = { ...DEFAULTS, version, clock, limits, seed, ids, storage, port }
  return world === undefined
    ? start({ ...options, world: { ...demoWorld, chosen: false } })
    : embed({ ...options, world })
}

/** Removes positions: the user did not write this text. */
const placeless = (message: string): string => message.replace(/^world:\d+:\d+ /gm, "world: ")

/** Logs only errors: nothing else matters in a run of scenarios. */
const run = (work: Effect.Effect<void>) =>
  Effect.runFork(
    work.pipe(
      Effect.provideService(References.MinimumLogLevel, "Error"),
      Effect.provide(Logger.layer([Logger.withConsoleError(json)])),
      Effect.provideService(Logger.LogToStderr, true)
    )
  )

/** Listens until the program ends it. */
export const serveHost = (): void => {
  const port = parentPort
  if (port !== null)
    return void port.on(
      "message",
      answering((message) => port.postMessage(message))
    )
  // A terminal signals all its processes; the program decides when its servers end.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
  process.on("disconnect", () => process.exit())
  process.on(
    "message",
    answering((message) => void process.send?.(message))
  )
}
