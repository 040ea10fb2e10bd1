/** Starts one server: services, world, routes, listener. Source: product.md "First minute", "Surfaces of one server". */
import { isPlatformHost, PLATFORM } from "@backlot/domain/base/PlatformHosts"
import type { Application, World } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Servers } from "@backlot/ports/Servers"
import * as Applications from "@backlot/usecases/application/Applications"
import { followOthers } from "@backlot/usecases/event/OtherProcesses"
import * as Time from "@backlot/usecases/event/Time"
import * as GatewayPresence from "@backlot/usecases/gateway/GatewayPresence"
import { Deliveries } from "@backlot/usecases/interaction/InteractionDelivery"
import { RefusesEmojis } from "@backlot/usecases/message/KnownEmojis"
import { Deadlines } from "@backlot/usecases/store/Deadlines"
import * as WebhookDeliveries from "@backlot/usecases/webhook/WebhookDeliveries"
import { WebhookQueue } from "@backlot/usecases/webhook/WebhookDeliveries"
import * as Layout from "@backlot/usecases/world/Layout"
import * as Worlds from "@backlot/usecases/world/Worlds"
import { Context, Effect, Latch, Layer, Scope } from "effect"
import { Addresses, addressesOf, Closing, platformAddresses, ServerSettings } from "./boot/ServerContext.ts"
import { StartError } from "./boot/StartError.ts"
import { followClearing } from "./control/ClearedLimits.ts"
import * as ClockFollowers from "./control/ClockFollowers.ts"
import { answerSessions } from "./control/GatewaySessionRoutes.ts"
import * as Recording from "./control/Recording.ts"
import * as RefusedCalls from "./control/RefusedCalls.ts"
import * as SharedFollowers from "./control/SharedFollowers.ts"
import { answerVoiceConnections } from "./control/VoiceConnectionRoutes.ts"
import { drain } from "./Drain.ts"
import { standingIn } from "./front/FrontRequest.ts"
import { FrontList, Fronts, make as makeFronts } from "./front/Fronts.ts"
import * as Gateway from "./gateway/Gateway.ts"
import { refused } from "./http/Answer.ts"
import { ClientAddress, clientAddress } from "./http/ClientAddress.ts"
import { edge } from "./http/Edge.ts"
import { hostsOf, isLoopback, listen, urlOf } from "./http/Listening.ts"
import * as PlannedRestFaults from "./http/PlannedRestFaults.ts"
import * as Requests from "./http/Requests.ts"
import { type Handle, serve as serveRequests } from "./http/Serving.ts"
import { Observation } from "./observability/Instruments.ts"
import * as Observability from "./observability/Observability.ts"
import { answerWire } from "./observability/SharedWire.ts"
import * as WireTap from "./observability/WireTap.ts"
import { type Environment, platformRoutes, routes } from "./Routes.ts"
import { logUnknownEmojis } from "./rest/UnknownEmojis.ts"
import * as Unserved from "./rest/Unserved.ts"
import * as Services from "./Services.ts"
import * as Voice from "./voice/Voice.ts"
import * as ExportFile from "./world/ExportFile.ts"
import * as GivenWorld from "./world/GivenWorld.ts"
import * as StoredSecrets from "./world/StoredSecrets.ts"

/** `chosen`: named by the operator. A warning appears if it is not used. */
export interface ChosenWorld extends GivenWorld.GivenWorld {
  readonly chosen: boolean
}

export interface ServerOptions extends Omit<Services.ServicesOptions, "noPrivateEndpoints" | "ids"> {
  readonly version: string
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
  readonly allowedHosts: ReadonlyArray<string>
  /** What clients are told instead of the address of the bind, e.g. `https://backlot.example` of a proxy. */
  readonly publicUrl: string | undefined
  /** Addresses and blocks of proxies whose `X-Forwarded-For` names the client, for limits by address. */
  readonly trustedProxies: ReadonlyArray<string>
  /** The text of a world file; seeds an empty store. */
  readonly world: ChosenWorld
  /** Replaces the contents of the store by the world. */
  readonly reset: boolean
  /** Undefined keeps the stored mode, which is `real` at first. */
  readonly clock: "real" | "frozen" | undefined
  /** The time that ids carry. Undefined: that of the service clock with `clock: "frozen"`, else that of the computer. */
  readonly ids: Services.ServicesOptions["ids"] | undefined
  /** Decision 43: the first part of the redirect scheme of the authorization arguments. */
  readonly servicePrefix: string
  /** Unknown request fields are reported in a response header and the log. */
  readonly strict: boolean
  /** Replaces the contents of the store; wins over `world` and `reset`. */
  readonly imported: GivenWorld.GivenWorld | undefined
  /** The world is written to this file when the server ends. */
  readonly exportOnExit: string | undefined
  /** Base URL of an OTLP/HTTP collector. */
  readonly otlp: string | undefined
  /** Refuses endpoint URLs at private addresses; by default on every bind but loopback. */
  readonly noPrivateEndpoints: boolean | undefined
  /** If undefined, the control plane is open on a loopback bind; elsewhere a token is generated. */
  readonly controlToken: string | undefined
  /**
   * Whether bots that connect to voice are told of a voice server; by default where bots reach the server by TLS, as
   * libraries do, and where an option below is given.
   */
  readonly voice?: boolean | undefined
  /** Where bots send the packets of voice; a name is looked up at the start. By default the address at which they reached the server. */
  readonly voiceHost?: string | undefined
  /** The UDP port of voice; 0, the default, takes any free one. */
  readonly voicePort?: number | undefined
  /** The folder of the built console. Without one, the page of the server shows its addresses. */
  readonly console?: string | undefined
}

export interface RunningServer {
  readonly addresses: Addresses["Service"]
  readonly controlToken: string | undefined
  readonly clock: Time.ClockReading
  readonly applications: ReadonlyArray<{ readonly application: Application; readonly publicKey: string }>
  /**
   * Shuts down within `Limits.http.drainMs`; closing the scope leaves `Limits.http.stopMs`, and deliveries nothing. Where
   * several servers share a store, a webhook event that was sent has its time for an answer.
   */
  readonly drain: Effect.Effect<void>
}

/** Starts a server; it stops when the scope closes. */
export const start: (options: ServerOptions) => Effect.Effect<RunningServer, StartError, Scope.Scope> =
  Effect.fnUntraced(function* (options: ServerOptions) {
    // Opened first, so that it closes last and observes everything.
    const observed = Context.add(yield* Observability.open(options), RefusesEmojis, options.strict)
    // Known, and read, only once the port is bound.
    let origin = ""
    const fronts = new FrontList()
    const noPrivateEndpoints = options.noPrivateEndpoints ?? !isLoopback(options.host)
    if (noPrivateEndpoints && options.noPrivateEndpoints === undefined) {
      yield* Effect.logInfo("Endpoint URLs at private addresses are refused; --private-endpoints allows them")
    }
    const ids = options.ids ?? (options.clock === "frozen" ? "clock" : "wall")
    const services = yield* Layer.build(
      Services.layer({ ...options, ids, noPrivateEndpoints }, () => fronts.filesAt(origin))
    ).pipe(Effect.provideContext(observed), Effect.mapError(startError))
    return yield* serve(options, fronts, (url) => {
      origin = url
    }).pipe(
      Effect.provideContext(services),
      Effect.provideContext(observed),
      Effect.catchTag("StorageError", startError)
    )
  })

const serve = Effect.fnUntraced(function* (options: ServerOptions, list: FrontList, bound: (url: string) => void) {
  const ready = yield* Latch.make()
  if (options.exportOnExit !== undefined) yield* exportAtEnd(options.exportOnExit, ready)
  // Bind the port first: a failed start leaves the store unchanged.
  const { served, server, openAnswers } = yield* listen(options).pipe(Effect.mapError(startError))
  const addresses = addressesOf(urlOf(options.host, server))
  // Programs beside the server are given `addresses`; what it answers has the advertised ones.
  const publicUrl = options.publicUrl?.replace(/\/$/, "")
  const advertised = publicUrl === undefined ? addresses : addressesOf(publicUrl)
  bound(advertised.url)
  const settings = yield* settingsOf(options)
  const closing = yield* Latch.make()
  const streamsEnd = yield* Latch.make()
  const tap = yield* WireTap.make
  yield* answerWire(tap)
  yield* answerSessions
  yield* answerVoiceConnections
  yield* followClearing
  const requests = yield* Requests.make(tap)
  const unserved = yield* Unserved.make
  const { followers, join } = yield* SharedFollowers.open(closing.await)
  const withPlannedFaults = yield* PlannedRestFaults.make(closing.await)
  const watched = { observe: requests.observe, unknown: unserved.route, withPlannedFaults }
  const app = edge(routes, { ...watched, hosts: settings.hosts })
  const onFront = edge(platformRoutes, { ...watched, hosts: PLATFORM_HOSTS })
  // A front has a scope of its own.
  const around = Context.omit(Scope.Scope)(yield* Effect.context<Services.Services>())
  const fronts: Fronts["Service"] = yield* makeFronts({
    list,
    host: isLoopback(options.host) ? options.host : "127.0.0.1",
    serve: ({ served }, application_id) =>
      serveRequests<Environment>(
        served,
        (services) => standingIn(application_id, onceOpen(ready, onFront)(services)),
        () => closing.isOpen()
      ).pipe(
        Effect.andThen(gateway.listenAt({ server: served.server, ...FRONT, standsFor: application_id })),
        Effect.provideContext(Context.merge(around, Context.add(perServer, Addresses, platformAddresses)))
      ),
    changed: (isAny) => {
      voice.endpointIs(isAny ? PLATFORM.voice : undefined)
    }
  })
  // Each request adds services of its own. To add to a context is dear when many were added one by one before.
  const perServer = Context.make(Addresses, advertised).pipe(
    Context.add(Fronts, fronts),
    Context.add(ServerSettings, settings),
    Context.add(ClientAddress, clientAddress(options.trustedProxies)),
    Context.add(Recording.Recording, yield* Recording.open),
    Context.add(RefusedCalls.RefusedCalls, yield* RefusedCalls.open),
    Context.add(WireTap.WireTap, tap),
    Context.add(Unserved.Unserved, unserved),
    Context.add(ClockFollowers.ClockFollowers, followers),
    Context.add(Closing, { hasBegun: () => closing.isOpen(), begun: closing.await, streamsEnd: streamsEnd.await })
  )
  yield* serveRequests(served, onceOpen(ready, app), () => closing.isOpen()).pipe(Effect.provideContext(perServer))
  const voice = yield* Voice.open({
    tap,
    server,
    endpoint: hasVoice(options, advertised.url) ? endpointOf(advertised.url) : null,
    host: options.voiceHost,
    port: options.voicePort ?? 0,
    isPaced: followers.isFollowing
  }).pipe(Effect.mapError(startError))
  const gateway = yield* Gateway.open({
    tap,
    voice,
    server,
    hosts: settings.hosts,
    resumeUrl: publicUrl === undefined ? undefined : advertised.gateway_url,
    isOpen: () => ready.isOpen() && !closing.isOpen(),
    isPaced: followers.isFollowing
  })
  // Runs before the listener waits for open requests.
  yield* Effect.addFinalizer(() => Effect.andThen(closing.open, streamsEnd.open))
  yield* Layout.upgrade
  if (options.imported !== undefined) yield* takeOver(options.imported, options)
  else if (options.reset) yield* replace(yield* decodeFirst(options), options.clock ?? "real")
  else if (!((yield* Worlds.isEmpty) && (yield* seed(options)))) yield* resume(options)
  yield* followOthers
  yield* logUnknownEmojis
  // When it follows the others no longer, it has refused requests already.
  yield* Effect.addFinalizer(() => closing.open)
  const deadlines = yield* Deadlines
  yield* Effect.forkScoped(deadlines.run)
  const { runInOne } = yield* Servers
  yield* runInOne("webhooks", WebhookDeliveries.run)
  yield* gateway.followOthers
  yield* join
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
    drain: drain({ server, closing, streamsEnd, requests, openAnswers, deliveries, webhooks, gateway, voice }),
    applications: applications.map((application) => ({ application, publicKey: publicKey(application.private_key) }))
  } satisfies RunningServer
})

const PLATFORM_HOSTS = { has: isPlatformHost }

const FRONT = { hosts: PLATFORM_HOSTS, resumeUrl: PLATFORM.gateway }

const hasVoice = ({ voice, voiceHost, voicePort }: ServerOptions, url: string): boolean =>
  voice ?? (voiceHost !== undefined || voicePort !== undefined || url.startsWith("https:"))

/** `host:port` of a URL, with its path where it has one. */
const endpointOf = (url: string): string => {
  const { hostname, port, protocol, pathname } = new URL(url)
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}${pathname === "/" ? "" : pathname}`
}

/** 503 until the world is loaded (product.md "Control plane", health). */
const onceOpen =
  <R>(ready: Latch.Latch, make: (services: Context.Context<R>) => Handle<R>) =>
  (services: Context.Context<R>): Handle<R> => {
    const handle = make(services)
    return (sent) => (ready.isOpen() ? handle(sent) : starting)
  }

const starting = Effect.succeed(refused(503, "The server is starting."))

const settingsOf = Effect.fnUntraced(function* (options: ServerOptions) {
  const { version, host, allowedHosts, publicUrl, controlToken, clock, strict, servicePrefix, console } = options
  const loopback = isLoopback(host)
  const { alphanumeric } = yield* Secrets
  return {
    version,
    loopback,
    control_token: controlToken ?? (loopback ? undefined : yield* alphanumeric(32)),
    hosts: hostsOf(host, loopback, allowedHosts, publicUrl),
    clock: clock ?? "real",
    service_prefix: servicePrefix,
    strict,
    console
  } satisfies ServerSettings["Service"]
})

/** Continues with the stored world. */
const resume = Effect.fnUntraced(function* ({ clock, world, host }: ServerOptions) {
  if (!isLoopback(host) && (yield* StoredSecrets.arePublished)) yield* new StartError({ message: published(host) })
  if (world.chosen) {
    yield* decode(world, "kept")
    yield* Effect.logWarning(`${world.file} is not used: the store holds a world already; --reset replaces it`)
  }
  yield* Time.restore
  if (clock !== undefined) yield* Time.change({ mode: clock })
  // Bots may be logged in to other servers.
  if ((yield* Servers).isAlone) yield* GatewayPresence.clear(() => true)
})

const published = (host: string) =>
  `The stored world has secrets of the demo world, which everyone can read, and ${host} is not a loopback address: ` +
  "--reset makes new ones with a new world; another --data leaves this world alone"

/**
 * False when another server has filled the store meanwhile. A clock, frozen too, begins at the present unless the world says
 * `now`, so that it agrees with the clocks of apps.
 */
const seed = Effect.fnUntraced(function* (options: ServerOptions) {
  const world = yield* decodeFirst(options)
  const isFilled = yield* Worlds.seed(world, options.clock ?? "real")
  if (isFilled) yield* GivenWorld.warnOfUnmatched(world)
  return isFilled
})

/** Off loopback the published secrets of a default world are made anew; a world that the operator named is refused. */
const decodeFirst = Effect.fnUntraced(function* ({ world, host }: ServerOptions) {
  if (isLoopback(host) || world.chosen) return yield* decode(world, isLoopback(host) ? "kept" : "refused")
  const decoded = yield* decode(world, "made anew")
  yield* Effect.logWarning(
    `The tokens and secrets of ${world.file} were made anew, because they are published and ${host} is not a loopback ` +
      "address; the banner and the ready file have them"
  )
  return decoded
})

/** Replaces the stored world by an import. Keeps the stored clock mode unless one is given. */
const takeOver = Effect.fnUntraced(function* (imported: GivenWorld.GivenWorld, { clock, host }: ServerOptions) {
  yield* Time.restore
  yield* replace(yield* decode(imported, isLoopback(host) ? "kept" : "refused"), clock)
})

const replace = (world: World, mode: "real" | "frozen" | undefined) =>
  Effect.andThen(GivenWorld.warnOfUnmatched(world), Worlds.replace(world, mode))

const decode = (world: GivenWorld.GivenWorld, published: GivenWorld.Published) =>
  GivenWorld.decode(world, published).pipe(
    Effect.catchTag("WorldUnusable", ({ message, faults }) => new StartError({ message, faults }))
  )

/** Its finalizer is added before those of the listener, so it runs after all requests have ended. */
const exportAtEnd = Effect.fnUntraced(function* (path: string, ready: Latch.Latch) {
  const target = yield* ExportFile.prepare(path).pipe(Effect.mapError(startError))
  const write = Effect.flatMap(ExportFile.textFor(path), (text) => ExportFile.write(target, text))
  // A finalizer cannot fail, so a failed export is a defect; the CLI derives the exit code from its error.
  const orDie = Effect.catch(write, (error) => Effect.die(startError(error)))
  yield* Effect.addFinalizer(() => (ready.isOpen() ? orDie : Effect.void))
})

const startError = ({ message }: { readonly message: string }) => new StartError({ message })
