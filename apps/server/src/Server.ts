/** One running server: services, world, routes, listener. Source: product.md "First minute", "Surfaces of one server". */
import { createServer } from "node:http"
import { isIPv4, isIPv6 } from "node:net"
import { http } from "@backlot/domain/Limits"
import type { Application } from "@backlot/domain/World"
import { Secrets } from "@backlot/ports/Secrets"
import type { StorageError, StorageUnusable } from "@backlot/ports/Storage"
import { Deadlines } from "@backlot/usecases/Deadlines"
import * as Time from "@backlot/usecases/Time"
import * as WorldInput from "@backlot/usecases/WorldInput"
import * as Worlds from "@backlot/usecases/Worlds"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Data, Effect, Latch, Layer, Result, type Scope } from "effect"
import { Addresses, addressesOf } from "./Addresses.ts"
import { Closing } from "./Closing.ts"
import { type Answer, json } from "./http/Answer.ts"
import { edge } from "./http/Edge.ts"
import { routes } from "./Routes.ts"
import { ServerSettings } from "./ServerSettings.ts"
import * as Services from "./Services.ts"
import * as WorldFile from "./world/WorldFile.ts"

/** `chosen`: named by the operator, who is told when it is not used. */
export interface GivenWorld {
  readonly file: string
  readonly text: string
  readonly chosen: boolean
}

export interface ServerOptions extends Services.ServicesOptions {
  readonly version: string
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly allowedHosts: ReadonlyArray<string>
  /** The text of a world file; seeds an empty store. */
  readonly world: GivenWorld
  /** Replaces what the store holds by the world. */
  readonly reset: boolean
  /** Undefined keeps the mode that the data has, which is `real` at first. */
  readonly clock: "real" | "frozen" | undefined
  /** Undefined on a loopback bind leaves the control plane open; elsewhere one is made. */
  readonly controlToken: string | undefined
}

/** The server can not start: one line for a person, or one for each fault of a world. */
export class StartError extends Data.TaggedError("StartError")<{ readonly message: string }> {}

export interface RunningServer {
  readonly addresses: Addresses["Service"]
  readonly controlToken: string | undefined
  readonly clock: Time.ClockReading
  readonly applications: ReadonlyArray<{ readonly application: Application; readonly publicKey: string }>
}

/** Starts a server; it stops when the scope closes. */
export const start: (options: ServerOptions) => Effect.Effect<RunningServer, StartError, Scope.Scope> =
  Effect.fnUntraced(function* (options: ServerOptions) {
    const services = yield* Layer.build(Services.layer(options)).pipe(Effect.mapError(unusable))
    return yield* serve(options).pipe(Effect.provideContext(services), Effect.catchTag("StorageError", storageFailed))
  })

const serve = Effect.fnUntraced(function* (options: ServerOptions) {
  // The port first: a start that fails leaves the store as it was.
  const listener = yield* listen(options)
  const addresses = addressesOf(urlOf(options.host, listener.address))
  const settings = yield* settingsOf(options)
  const closing = yield* Latch.make()
  const ready = yield* Latch.make()
  yield* listener
    .serve(onceReady(ready, edge(routes, { hosts: settings.hosts })))
    .pipe(
      Effect.provideService(Addresses, addresses),
      Effect.provideService(ServerSettings, settings),
      Effect.provideService(Closing, { begun: closing.await })
    )
  // Runs before the listener waits for what is under way.
  yield* Effect.addFinalizer(() => closing.open)
  if (options.reset || (yield* Worlds.isEmpty)) yield* seed(options)
  else yield* resume(options)
  const deadlines = yield* Deadlines
  yield* Effect.forkScoped(deadlines.run)
  yield* ready.open
  const { publicKey } = yield* Secrets
  const { applications } = yield* Worlds.read
  return {
    addresses,
    controlToken: settings.control_token,
    clock: yield* Time.read,
    applications: applications.map((application) => ({ application, publicKey: publicKey(application.private_key) }))
  } satisfies RunningServer
})

/** Until the world stands, every route answers 503 (product.md "Control plane", health). */
const onceReady = <R>(ready: Latch.Latch, app: Effect.Effect<Answer, never, R>): Effect.Effect<Answer, never, R> =>
  Effect.suspend(() => (ready.isOpen() ? app : Effect.succeed(starting)))

const starting = json(503, { message: "The server is starting.", code: 0 })

const settingsOf = Effect.fnUntraced(function* ({ version, host, allowedHosts, controlToken, clock }: ServerOptions) {
  const loopback = isLoopback(host)
  const { alphanumeric } = yield* Secrets
  return {
    version,
    control_token: controlToken ?? (loopback ? undefined : yield* alphanumeric(32)),
    hosts: hostsOf(host, loopback, allowedHosts),
    clock: clock ?? "real"
  } satisfies ServerSettings["Service"]
})

/** On loopback its own names and those allowed besides; elsewhere any name, unless the operator says which. */
const hostsOf = (host: string, loopback: boolean, allowed: ReadonlyArray<string>): ReadonlySet<string> | undefined =>
  loopback || allowed.length > 0
    ? new Set(["127.0.0.1", "localhost", "[::1]", isIPv6(host) ? `[${host}]` : host, ...allowed])
    : undefined

/** Goes on with what the store holds. */
const resume = Effect.fnUntraced(function* ({ clock, world }: ServerOptions) {
  if (world.chosen) {
    yield* decode(world)
    yield* Effect.logWarning(`${world.file} is not used: the store holds a world already; --reset replaces it`)
  }
  yield* Time.restore
  if (clock !== undefined) yield* Time.change({ mode: clock })
})

const seed = Effect.fnUntraced(function* ({ world, clock }: ServerOptions) {
  yield* Worlds.replace(yield* decode(world), clock ?? "real")
})

const decode = Effect.fnUntraced(function* (world: GivenWorld) {
  const parsed = WorldFile.parse(world.text, world.file)
  if (Result.isFailure(parsed)) {
    const { line, column, message } = parsed.failure
    return yield* new StartError({ message: `${world.file}:${line}:${column} ${message}` })
  }
  const { value, locate } = parsed.success
  const decoded = yield* WorldInput.decode(value)
  if (Result.isFailure(decoded)) {
    return yield* new StartError({ message: WorldFile.formatFaults(world.file, decoded.failure, locate).join("\n") })
  }
  return decoded.success
})

const listen = Effect.fnUntraced(function* (options: ServerOptions) {
  const server = createServer({ headersTimeout: http.headersTimeoutMs, requestTimeout: http.requestTimeoutMs })
  const listener = yield* NodeHttpServer.make(() => server, {
    host: options.host,
    port: options.port,
    gracefulShutdownTimeout: http.drainMs
  }).pipe(Effect.mapError(({ cause }) => cannotListen(options, cause)))
  // Runs once requests had their time to end; what is only kept alive, or never ends, goes then.
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return listener
})

const cannotListen = ({ host, port }: ServerOptions, cause: unknown) => {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined
  return new StartError({
    message:
      code === "EADDRINUSE"
        ? `Port ${host}:${port} is in use; choose another with --port, or 0 for any free one.`
        : `Cannot listen on ${host}:${port}: ${String(code ?? cause)}`
  })
}

const unusable = (error: StorageUnusable | StorageError) => new StartError({ message: error.message })

const storageFailed = (error: StorageError) => Effect.fail(new StartError({ message: error.message }))

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."))

const urlOf = (host: string, address: unknown): string => {
  // The listener binds TCP, so its address has a port.
  const { port } = address as { readonly port: number }
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${port}`
}
