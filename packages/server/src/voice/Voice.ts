/** Composes the voice gateway of one server: connections, sessions, UDP. Nothing carries sound. Our choice: docs/choices.md "Voice". */

import { lookup } from "node:dns/promises"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gateway } from "@backlot/domain/base/Limits"
import { voice } from "@backlot/domain/base/VoiceLimits"
import type { Storage } from "@backlot/ports/Storage"
import { VOICE_CLOSE, VOICE_VERSIONS, VoiceOpcode } from "@backlot/protocol/gateway/VoiceGateway"
import { Clock, Effect, Fiber, Schedule } from "effect"
import type { RawData, WebSocket } from "ws"
import { CannotListen, cannotListen, type ListenAddress } from "../http/Listening.ts"
import { Observation } from "../observability/Instruments.ts"
import type { WireTap } from "../observability/WireTap.ts"
import { answerClaims, claimElsewhere, claimSlots } from "./VoiceClaims.ts"
import { followVoice, greet } from "./VoiceFollow.ts"
import { helloOf, receive, type VoiceParts } from "./VoiceFrames.ts"
import { VoiceLink, type VoiceWanted } from "./VoiceLink.ts"
import { type VoiceRegistry, VoiceServers } from "./VoiceRegistry.ts"
import { type VoiceTap, voiceTap } from "./VoiceTap.ts"
import { makeUdp, type VoiceUdp } from "./VoiceUdp.ts"

export interface VoiceOptions {
  readonly server: Server
  readonly tap: WireTap["Service"]
  /** Where bots are told to connect, `host:port`; null: nowhere. */
  readonly endpoint: string | null
  /** Where bots send their packets, a name or an address; undefined: the address at which they reached the server. */
  readonly host: string | undefined
  /** Of UDP; 0 picks any free port. */
  readonly port: number
  /** Whether the timers of this application stand with the service clock, and its heartbeats with them. */
  readonly isPaced: (applicationId: string) => boolean
}

export type Voice = Effect.Success<ReturnType<typeof open>>

/**
 * Takes connections until the scope closes, which closes them too. With an endpoint it fails where UDP cannot be bound, or
 * `host` leads nowhere.
 */
export const open = Effect.fnUntraced(function* ({ server, tap, endpoint, host: named, port, isPaced }: VoiceOptions) {
  const registry = yield* VoiceServers
  const endpointIs = (led: string | undefined) => {
    registry.endpoint = led ?? endpoint
  }
  endpointIs(undefined)
  const scope = yield* Effect.scope
  const runFork = Effect.runForkWith(yield* Effect.context<Storage>())
  const run = (effect: Effect.Effect<void, never, Storage>) => void Fiber.runIn(runFork(effect), scope)
  yield* observe(registry)
  // It listens on TCP, so its address has a host.
  const { address: host } = server.address() as AddressInfo
  const failed = (cause: Error) => run(Effect.logError("The UDP socket of voice failed", cause))
  const udp = makeUdp({ registry, host, port, failed })
  yield* Effect.addFinalizer(() => Effect.sync(udp.close))
  if (endpoint !== null) yield* bound(udp, { host, port })
  const address = endpoint === null || named === undefined ? undefined : yield* addressOf(named)
  yield* followVoice(registry)
  yield* answerClaims(registry)
  const take = claimSlots()
  const clock = yield* Clock.Clock
  const frames = voiceTap(tap, () => clock.currentTimeMillisUnsafe())
  const parts: VoiceParts = {
    registry,
    udp,
    address,
    claimElsewhere: (asked, then) => {
      const done = registry.isAlone ? undefined : take()
      if (done === undefined) return false
      const settled = (claimed: Parameters<typeof then>[0]) =>
        Effect.sync(() => {
          done()
          then(claimed)
        })
      run(
        Effect.catchCause(Effect.flatMap(claimElsewhere(asked), settled), (cause) =>
          Effect.logError("A voice connection could not begin", cause)
        )
      )
      return true
    },
    greet: (session) =>
      run(
        Effect.catch(greet(session), (error) => Effect.logWarning("A voice client was not told who is there", error))
      ),
    refused: (refused) => {
      if (!registry.refused(refused)) return
      const { reason, because, application_id } = refused
      const line = Effect.logWarning(`A voice connection was refused with ${reason.code}: ${because}`)
      run(application_id === undefined ? line : Effect.annotateLogs(line, { application_id }))
    }
  }
  yield* Effect.forkScoped(sweepRegularly(registry, isPaced))
  yield* Effect.addFinalizer(() => closeAll(registry))
  return {
    /** Bots are told of this endpoint; undefined: of the usual one. */
    endpointIs: (led: string | undefined) => {
      endpointIs(led)
      // A namespace opens its way to the port before a bot is told of it. Who connects learns of a failure.
      if (led !== undefined) udp.open(() => {})
    },
    hasRoom: () => registry.links.size < voice.connections,
    accept: (socket: WebSocket, wanted: VoiceWanted) => accept(parts, socket, wanted, run, frames),
    close: closeAll(registry)
  }
})

/** Binds the socket. Bots come later, and would learn of a failure only by a closed connection. */
const bound = (udp: VoiceUdp, address: ListenAddress) =>
  Effect.callback<void, CannotListen>((resume) =>
    udp.open((opened) =>
      resume(
        opened instanceof Error ? Effect.fail(cannotListen(address, opened, "UDP port", "--voice-port")) : Effect.void
      )
    )
  )

/** READY has an address: some libraries look up no name. */
const addressOf = (name: string) =>
  Effect.tryPromise({
    try: () => lookup(name, { order: "ipv4first" }),
    catch: (cause) => {
      const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
      const message = `The address of ${name} is not known here (${code}); give an IP address with --voice-host.`
      return new CannotListen({ message })
    }
  }).pipe(Effect.map(({ address }) => address))

/** What a client asks for at `path` with this query; undefined for a client of the other gateway. */
export const voiceVersion = (path: string, query: URLSearchParams): string | undefined => {
  const version = query.get("v")
  if (path === "/voice" || path === "/voice/") return version ?? "none"
  // Libraries append only the version to the endpoint; a client of the other gateway names the encoding too.
  const isVoice = path === "/" && version !== null && !query.has("encoding") && !query.has("compress")
  return isVoice && VOICE_VERSIONS.some((known) => String(known) === version) ? version : undefined
}

export const wantedOf = (version: string, localAddress: string | undefined): VoiceWanted => {
  const wanted = { version: Number(version), localAddress: (localAddress ?? "127.0.0.1").replace(/^::ffff:/, "") }
  if (VOICE_VERSIONS.some((known) => String(known) === version)) return wanted
  const because = `v must be one of ${VOICE_VERSIONS.join(", ")}.`
  return { ...wanted, refusal: { reason: VOICE_CLOSE.BAD_REQUEST, because } }
}

const accept = (
  parts: VoiceParts,
  socket: WebSocket,
  wanted: VoiceWanted,
  run: (effect: Effect.Effect<void>) => void,
  frames: VoiceTap
): void => {
  const { registry } = parts
  const link = new VoiceLink(socket, wanted, registry.now(), {
    wrote: frames.sent,
    ended: (link, ending, by) => {
      frames.ended(link, ending, by)
      registry.ended(link, ending)
    }
  })
  registry.addLink(link)
  const guarded = (body: () => void) => {
    try {
      body()
    } catch (defect) {
      link.close(VOICE_CLOSE.SERVER_CRASHED)
      run(Effect.logError("A voice connection ended in a defect", defect))
    }
  }
  let isGreeted = false
  const hello = () => {
    if (isGreeted) return
    isGreeted = true
    const { refusal } = wanted
    if (refusal === undefined) link.send(VoiceOpcode.HELLO, helloOf(link))
    else {
      parts.refused(refusal)
      link.close(refusal.reason, refusal.because)
    }
  }
  // Later than the answer 101, as the other gateway.
  run(Effect.map(A_MOMENT, () => guarded(hello)))
  // `ws` closes the socket after any error.
  socket.on("error", () => {})
  socket.on("close", (code) => {
    registry.removeLink(link)
    guarded(() => link.closed(code))
  })
  socket.on("message", (message, isBinary) =>
    guarded(() => {
      hello()
      const bytes = bytesOf(message)
      if (!link.isClosed) frames.received(link, bytes, isBinary)
      receive(parts, link, bytes, isBinary)
    })
  )
}

/** In real time: no test's clock holds HELLO back. */
const A_MOMENT = Effect.provideService(Effect.sleep(gateway.helloMs), Clock.Clock, Clock.Clock.defaultValue())

/** Sockets of the server deliver one buffer per message. */
const bytesOf = (data: RawData): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : Array.isArray(data) ? Buffer.concat(data) : data

const observe = Effect.fnUntraced(function* (registry: VoiceRegistry) {
  const { instruments } = yield* Observation
  instruments.gauge("backlot_voice_connections", "Voice connections", () => registry.links.size)
  instruments.gauge(
    "backlot_voice_sessions",
    "Voice sessions, those to be resumed included",
    () => registry.sessions.size
  )
})

/** Closes every connection, and waits for that. Nobody can resume on another server. */
const closeAll = (registry: VoiceRegistry) =>
  Effect.suspend(() => {
    registry.isStopping = true
    for (const link of registry.links) link.close(VOICE_CLOSE.DISCONNECTED, "The server stops.")
    return registry.empty.await
  })

const sweepRegularly = (registry: VoiceRegistry, isPaced: VoiceOptions["isPaced"]): Effect.Effect<void> =>
  Effect.sync(() => sweep(registry, isPaced)).pipe(Effect.repeat(Schedule.spaced(voice.sweepMs)), Effect.asVoid)

/** Closes silent connections and forgets old sessions, in real time: the service clock never drops a bot. */
export const sweep = (registry: VoiceRegistry, isPaced: VoiceOptions["isPaced"]): void => {
  const now = registry.now()
  for (const link of [...registry.links]) {
    const { session } = link
    if (link.isClosed || (session !== undefined && isPaced(session.place.application_id))) continue
    if (now - link.lastBeat > voice.heartbeatMs + voice.heartbeatGraceMs)
      link.close(VOICE_CLOSE.SESSION_TIMED_OUT, "No heartbeat came.")
    else if (session === undefined && now > link.identifyBy)
      link.close(VOICE_CLOSE.SESSION_TIMED_OUT, "No identify came.")
  }
  registry.sweep()
}
