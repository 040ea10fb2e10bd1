/** One running server: services, world, routes, listener. Source: product.md "First minute", "Surfaces of one server". */
import type { PlacedFault } from "@backlot/document/PlacedFault"
import type { Application, World } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import type { StorageError, StorageUnusable } from "@backlot/ports/Storage"
import * as Applications from "@backlot/usecases/application/Applications"
import * as Time from "@backlot/usecases/event/Time"
import * as GatewayPresence from "@backlot/usecases/gateway/GatewayPresence"
import { Deliveries } from "@backlot/usecases/interaction/InteractionDelivery"
import { addressAt, FileAddress } from "@backlot/usecases/message/FileAddress"
import { Deadlines } from "@backlot/usecases/store/Deadlines"
import * as WebhookDeliveries from "@backlot/usecases/webhook/WebhookDeliveries"
import { WebhookQueue } from "@backlot/usecases/webhook/WebhookQueue"
import * as Layout from "@backlot/usecases/world/Layout"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { Data, Effect, Latch, Layer, type Scope } from "effect"
import { HttpMiddleware, HttpServerResponse } from "effect/http"
import { Addresses, addressesOf } from "./boot/Addresses.ts"
import { Closing } from "./boot/Closing.ts"
import { ServerSettings } from "./boot/ServerSettings.ts"
import * as Recording from "./control/Recording.ts"
import { drain } from "./Drain.ts"
import * as Gateway from "./gateway/Gateway.ts"
import { type Answer, json } from "./http/Answer.ts"
import { edge } from "./http/Edge.ts"
import { type CannotListen, hostsOf, isLoopback, listen, urlOf } from "./http/Listening.ts"
import * as PlannedRestFaults from "./http/PlannedRestFaults.ts"
import * as Requests from "./http/Requests.ts"
import * as Observability from "./observability/Observability.ts"
import { Observation } from "./observability/Observation.ts"
import { routes } from "./Routes.ts"
import * as Unserved from "./rest/Unserved.ts"
import * as Services from "./Services.ts"
import * as ExportFile from "./world/ExportFile.ts"
import * as GivenWorld from "./world/GivenWorld.ts"
import { warnOfUnmatched } from "./world/WorldBuckets.ts"

/** `chosen`: named by the operator, who is told when it is not used. */
export interface ChosenWorld extends GivenWorld.GivenWorld {
  readonly chosen: boolean
}

export interface ServerOptions extends Services.ServicesOptions {
  readonly version: string
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly allowedHosts: ReadonlyArray<string>
  /** The text of a world file; seeds an empty store. */
  readonly world: ChosenWorld
  /** Replaces what the store holds by the world. */
  readonly reset: boolean
  /** Undefined keeps the mode that the data has, which is `real` at first. */
  readonly clock: "real" | "frozen" | undefined
  /** Decision 43: what the redirect scheme of the authorization arguments begins with. */
  readonly servicePrefix: string
  /** Unknown request fields are reported in a response header and the log. */
  readonly strict: boolean
  /** Replaces what the store holds; wins over `world` and `reset`. */
  readonly imported: GivenWorld.GivenWorld | undefined
  /** Path of the file that the world is written to when the server ends. */
  readonly exportOnExit: string | undefined
  /** Base URL of an OTLP/HTTP collector. */
  readonly otlp: string | undefined
  /** Undefined on a loopback bind leaves the control plane open; elsewhere one is made. */
  readonly controlToken: string | undefined
}

/** The server can not start: one line for a person, or one for each fault of a world. */
export class StartError extends Data.TaggedError("StartError")<{
  readonly message: string
  /** Of a world that is refused: all of them, with their places in its text. */
  readonly faults?: ReadonlyArray<PlacedFault> | undefined
}> {}

export interface RunningServer {
  readonly addresses: Addresses["Service"]
  readonly controlToken: string | undefined
  readonly clock: Time.ClockReading
  readonly applications: ReadonlyArray<{ readonly application: Application; readonly publicKey: string }>
  /**
   * Takes no more and lets what is under way end, for `Limits.http.drainMs` at most. For servers that others reach:
   * closing the scope alone gives requests `Limits.http.stopMs`, and deliveries nothing.
   */
  readonly drain: Effect.Effect<void>
}

/** Starts a server; it stops when the scope closes. */
export const start: (options: ServerOptions) => Effect.Effect<RunningServer, StartError, Scope.Scope> =
  Effect.fnUntraced(function* (options: ServerOptions) {
    // First, so that it ends last and hears of everything.
    const observed = yield* Observability.open(options)
    // Known once the port is bound, and asked for only then.
    let origin = ""
    const files = addressAt(() => origin)
    const services = yield* Layer.build(Services.layer(options)).pipe(
      Effect.provideService(FileAddress, files),
      Effect.provideContext(observed),
      Effect.mapError(unusable)
    )
    const bound = (url: string) => {
      origin = url
    }
    return yield* serve(options, bound).pipe(
      Effect.provideService(FileAddress, files),
      Effect.provideContext(services),
      Effect.provideContext(observed),
      Effect.catchTag("StorageError", storageFailed)
    )
  })

const serve = Effect.fnUntraced(function* (options: ServerOptions, bound: (url: string) => void) {
  const ready = yield* Latch.make()
  if (options.exportOnExit !== undefined) yield* exportAtEnd(options.exportOnExit, ready)
  // The port first: a start that fails leaves the store as it was.
  const { listener, server, openAnswers } = yield* listen(options).pipe(Effect.catchTag("CannotListen", refused))
  const addresses = addressesOf(urlOf(options.host, listener.address))
  bound(addresses.url)
  const settings = yield* settingsOf(options)
  const closing = yield* Latch.make()
  const streamsEnd = yield* Latch.make()
  const requests = yield* Requests.make
  const unserved = yield* Unserved.make
  const withPlannedFaults = yield* PlannedRestFaults.make(closing.await)
  const app = edge(routes, {
    hosts: settings.hosts,
    observe: requests.observe,
    unknown: unserved.route,
    withPlannedFaults
  })
  yield* listener.serve(whileOpen(ready, closing, app)).pipe(
    Effect.provideService(Addresses, addresses),
    Effect.provideService(ServerSettings, settings),
    Effect.provideService(Recording.Recording, Recording.make()),
    Effect.provideService(Unserved.Unserved, unserved),
    Effect.provideService(Closing, { hasBegun: () => closing.isOpen(), streamsEnd: streamsEnd.await }),
    // Its spans have the path in them, and so interaction tokens; ours know the route.
    Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true)
  )
  const gateway = yield* Gateway.open({
    server,
    hosts: settings.hosts,
    isOpen: () => ready.isOpen() && !closing.isOpen()
  })
  // Runs before the listener waits for what is under way.
  yield* Effect.addFinalizer(() => Effect.andThen(closing.open, streamsEnd.open))
  yield* Layout.upgrade
  if (options.imported !== undefined) yield* takeOver(options.imported, options)
  else if (options.reset || (yield* Worlds.isEmpty)) yield* seed(options)
  else yield* resume(options)
  const deadlines = yield* Deadlines
  yield* Effect.forkScoped(deadlines.run)
  yield* Effect.forkScoped(WebhookDeliveries.run)
  yield* ready.open
  const deliveries = yield* Deliveries
  const webhooks = yield* WebhookQueue
  const { instruments } = yield* Observation
  instruments.gauge(
    "backlot_deliveries_under_way",
    "Deliveries that are not settled, those that wait for their turn included",
    deliveries.underWay
  )
  const { publicKey } = yield* Secrets
  const applications = yield* Applications.all
  return {
    addresses,
    controlToken: settings.control_token,
    clock: yield* Time.read,
    drain: drain({ server, closing, streamsEnd, requests, openAnswers, deliveries, webhooks, gateway }),
    applications: applications.map((application) => ({ application, publicKey: publicKey(application.private_key) }))
  } satisfies RunningServer
})

/**
 * Until the world stands, every route answers 503 (product.md "Control plane", health); once the server stops, each
 * answer is the last of its connection.
 */
const whileOpen = <R>(ready: Latch.Latch, closing: Latch.Latch, app: Effect.Effect<Answer, never, R>) => {
  const last = (answer: Answer) =>
    closing.isOpen() ? HttpServerResponse.setHeader(answer, "connection", "close") : answer
  return Effect.suspend(() => (ready.isOpen() ? Effect.map(app, last) : Effect.succeed(starting)))
}

const starting = json(503, { message: "The server is starting.", code: 0 })

const settingsOf = Effect.fnUntraced(function* (options: ServerOptions) {
  const { version, host, allowedHosts, controlToken, clock, strict, servicePrefix } = options
  const loopback = isLoopback(host)
  const { alphanumeric } = yield* Secrets
  return {
    version,
    control_token: controlToken ?? (loopback ? undefined : yield* alphanumeric(32)),
    hosts: hostsOf(host, loopback, allowedHosts),
    clock: clock ?? "real",
    service_prefix: servicePrefix,
    strict
  } satisfies ServerSettings["Service"]
})

/** Goes on with what the store holds. */
const resume = Effect.fnUntraced(function* ({ clock, world }: ServerOptions) {
  if (world.chosen) {
    yield* decode(world)
    yield* Effect.logWarning(`${world.file} is not used: the store holds a world already; --reset replaces it`)
  }
  yield* Time.restore
  if (clock !== undefined) yield* Time.change({ mode: clock })
  yield* GatewayPresence.clear
})

const seed = Effect.fnUntraced(function* ({ world, clock, ids }: ServerOptions) {
  if (clock !== "frozen" || ids !== "clock") return yield* replace(yield* decode(world), clock ?? "real")
  // Before the world is read, which mints what it leaves out.
  yield* (yield* ServiceClock).set({ mode: clock, now_ms: FIRST_MOMENT })
  const decoded = yield* decode(world)
  yield* replace({ ...decoded, now: decoded.now ?? FIRST_MOMENT }, clock)
})

/**
 * Ours: where ids follow a clock that stands still, a world that does not say when it is begins at this moment, so that two
 * runs are alike.
 */
const FIRST_MOMENT = Date.UTC(2026, 0, 1)

/** An import: whatever the store holds is replaced at once; without a mode of its own the clock keeps the stored one. */
const takeOver = Effect.fnUntraced(function* (imported: GivenWorld.GivenWorld, { clock }: ServerOptions) {
  yield* Time.restore
  yield* replace(yield* decode(imported), clock)
})

const replace = (world: World, mode: "real" | "frozen" | undefined) =>
  Effect.andThen(warnOfUnmatched(world), Worlds.replace(world, mode))

const decode = (world: GivenWorld.GivenWorld) =>
  GivenWorld.decode(world).pipe(
    Effect.catchTag("WorldUnusable", ({ message, faults }) => new StartError({ message, faults }))
  )

const refused = ({ message }: GivenWorld.WorldUnusable | CannotListen) => new StartError({ message })

/** Added before the listener's own finalizers, so that it runs once requests have drained and nothing writes any more. */
const exportAtEnd = Effect.fnUntraced(function* (path: string, ready: Latch.Latch) {
  const target = yield* ExportFile.prepare(path).pipe(Effect.catchTag("WorldUnusable", refused))
  const write = Effect.flatMap(ExportFile.textFor(path), (text) => ExportFile.write(target, text))
  // Nothing can fail while a scope closes, so what went wrong is told as a defect, with the exit code of its error.
  const told = Effect.catch(write, ({ message }) => Effect.die(new StartError({ message })))
  yield* Effect.addFinalizer(() => (ready.isOpen() ? told : Effect.void))
})

const unusable = (error: StorageUnusable | StorageError) => new StartError({ message: error.message })

const storageFailed = (error: StorageError) => Effect.fail(new StartError({ message: error.message }))
