/** Upgrades to gateway connections. Sources: product.md "Surfaces of one server"; wire-interactions.md §3.2, §3.11. */
import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"
import { gateway } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { CLOSE, type CloseReason, VERSIONS } from "@backlot/protocol/gateway/Gateway"
import { WebSocket, WebSocketServer } from "ws"
import {
  FOREIGN_HOST,
  FOREIGN_ORIGIN,
  type Hosts,
  hostName,
  isOneHost,
  isOwnOrigin,
  MISSING_HOST
} from "../http/Edge.ts"
import { rawAnswer } from "../http/Listener.ts"
import { withSingleSlashes } from "../http/Sent.ts"
import { type Voice, voiceVersion, wantedOf as voiceWantedOf } from "../voice/Voice.ts"
import type { Compression } from "./FrameWriter.ts"

/** The query of a client's URL. */
export interface Wanted {
  readonly version: number
  readonly compression: Compression
  /** The application for which foreign bot tokens stand. */
  readonly standsFor?: Snowflake | undefined
  /** If present, the connection is closed at once with this. */
  readonly refusal?: { readonly reason: CloseReason; readonly because: string }
}

export interface UpgradeOptions {
  readonly server: Server
  /** Host names that this server answers to; undefined answers to any. */
  readonly hosts: Hosts | undefined
  /** Where clients resume; undefined means at the host that they connected to. */
  readonly resumeUrl?: string | undefined
  /** On a front, its application. */
  readonly standsFor?: Snowflake | undefined
  /** Whether connections are accepted at the moment. */
  readonly isOpen: () => boolean
  /** `url`: where the client can resume, never with TLS. Our choice: docs/choices.md "Gateway". */
  readonly accept: (socket: WebSocket, wanted: Wanted, url: string) => void
  /** Takes the connections of the voice gateway. */
  readonly voice: Pick<Voice, "accept" | "hasRoom">
}

/** Takes over upgrades of the gateway's paths; returns a function that ends it. */
export const takeUpgrades = ({
  server,
  hosts,
  resumeUrl,
  standsFor,
  isOpen,
  accept,
  voice
}: UpgradeOptions): (() => void) => {
  let sockets: WebSocketServer | undefined
  // The HTTP layer's listeners, which answer an upgrade like a request.
  const others = server.listeners("upgrade")
  server.removeAllListeners("upgrade")

  const upgrade = (request: IncomingMessage, socket: Duplex, head: NonSharedBuffer) => {
    const url = URL.parse(withSingleSlashes(request.url ?? ""), "http://gateway")
    const version = url === null ? undefined : voiceVersion(url.pathname, url.searchParams)
    const isKnown = url !== null && (version !== undefined || PATHS.has(url.pathname))
    if (!isKnown || request.headers.upgrade?.toLowerCase() !== "websocket") {
      for (const other of others) other.call(server, request, socket, head)
      return
    }
    const { host, origin } = request.headers
    if (host === undefined || !isOneHost(request)) return refuse(socket, 400, MISSING_HOST)
    if (hosts?.has(hostName(host)) === false) return refuse(socket, 403, FOREIGN_HOST)
    if (origin !== undefined && !isOwnOrigin(origin, host, hosts)) return refuse(socket, 403, FOREIGN_ORIGIN)
    if (!isOpen() || (version !== undefined && !voice.hasRoom())) return refuse(socket, 503, UNAVAILABLE)
    // A C library without a subprotocol sends this.
    if (request.headers["sec-websocket-protocol"] === "(null)") delete request.headers["sec-websocket-protocol"]
    sockets ??= makeSockets()
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      if (version !== undefined) voice.accept(accepted, voiceWantedOf(version, request.socket.localAddress))
      else accept(accepted, { ...wantedOf(url.searchParams), standsFor }, resumeUrl ?? `ws://${host}/gateway`)
    })
  }
  server.on("upgrade", upgrade)
  return () => {
    server.off("upgrade", upgrade)
    sockets?.close()
  }
}

/** Made for the first connection: the program loads `ws` then. */
const makeSockets = () => {
  /** Closes with 4002, as the platform does, where `ws` uses 1007 (not UTF-8), 1008 (too many fragments) or 1009 (too large). */
  class GatewaySocket extends WebSocket {
    override close(code?: number, data?: string | Buffer): void {
      const { DECODE_ERROR } = CLOSE
      if (code === 1007 || code === 1008 || code === 1009) super.close(DECODE_ERROR.code, DECODE_ERROR.reason)
      else super.close(code, data)
    }
  }
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: gateway.payloadBytes,
    closeTimeout: gateway.closeMs,
    // No client needs more fragments for one message.
    maxFragments: 64,
    WebSocket: GatewaySocket
  } as ConstructorParameters<typeof WebSocketServer>[0])
}

const PATHS: ReadonlySet<string> = new Set(["/gateway", "/gateway/", "/"])

/** Refuses an unsupported parameter by name instead of ignoring it. Our choice: docs/choices.md "Gateway". */
const wantedOf = (query: URLSearchParams): Wanted => {
  const version = query.get("v") ?? "10"
  const encoding = query.get("encoding") ?? "json"
  const compress = query.get("compress") ?? "none"
  const wanted = { version: Number(version), compression: COMPRESSIONS.get(compress) ?? "none" }
  const refused = (because: string) => ({ ...wanted, refusal: { reason: CLOSE.INVALID_API_VERSION, because } })
  if (!VERSIONS.some((known) => String(known) === version)) return refused(`v must be ${VERSIONS.join(" or ")}.`)
  if (encoding !== "json") return refused(`The encoding ${encoding.slice(0, 20)} is not spoken; use encoding=json.`)
  if (!COMPRESSIONS.has(compress)) return refused("compress must be zlib-stream or zstd-stream.")
  return wanted
}

const COMPRESSIONS: ReadonlyMap<string, Compression> = new Map([
  ["none", "none"],
  ["", "none"],
  ["zlib-stream", "zlib-stream"],
  ["zstd-stream", "zstd-stream"]
])

const refuse = (socket: Duplex, status: number, message: string): void => {
  socket.on("error", () => socket.destroy())
  socket.once("finish", () => socket.destroy())
  socket.end(rawAnswer(status, message))
}

const UNAVAILABLE = "The gateway takes no connections at the moment."
